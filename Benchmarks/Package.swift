// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "fxrender", path: "..")],
  targets: [
    .executableTarget(
      name: "bench",
      dependencies: [.product(name: "DSPCore", package: "fxrender"), .product(name: "ParamSpec", package: "fxrender")],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
