// swift-tools-version: 6.2
import PackageDescription

// A package as a user would write one: it imports fxrender's libraries.
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "fxrender", path: "..")],
  targets: [
    .executableTarget(
      name: "pluck",
      dependencies: [
        .product(name: "DSPCore", package: "fxrender"),
        .product(name: "ParamSpec", package: "fxrender"),
        .product(name: "Rendering", package: "fxrender"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
