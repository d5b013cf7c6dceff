// swift-tools-version: 6.2
import PackageDescription

// x86-64 builds use AVX2; FXRENDER_BASELINE=1 builds for any x86-64: the same bytes, more slowly.
#if arch(x86_64)
  let wide = Context.environment["FXRENDER_BASELINE"] == nil
#else
  let wide = false
#endif

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
]

// Sample loops are optimised in debug builds too, so that tests run fast in either configuration.
let fast: [SwiftSetting] =
  swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]
  + (wide ? [.unsafeFlags(["-Xcc", "-march=x86-64-v3"]), .define("AVX2")] : [])

// The tests that need the recordings beside the repository are there only for `make corpus`.
let corpus: [Target] =
  Context.environment["FXRENDER_CORPUS"] == nil
  ? []
  : [
    .testTarget(
      name: "CorpusTests", dependencies: ["ParamSpec", "DSPCore", "Rendering", "CSndfile", "CMysofa", "TestSupport"],
      swiftSettings: swift)
  ]

let package = Package(
  name: "fxrender",
  products: [
    .executable(name: "fxrender", targets: ["fxrender"]),
    .library(name: "ParamSpec", targets: ["ParamSpec"]),
    .library(name: "DSPCore", targets: ["DSPCore"]),
    .library(name: "Rendering", targets: ["Rendering"]),
  ],
  targets: [
    .target(name: "ParamSpec", swiftSettings: swift),
    .target(name: "DSPCore", dependencies: ["ParamSpec", "CFFTW", "CLanes", "CMysofa"], swiftSettings: fast),
    .target(name: "Rendering", dependencies: ["ParamSpec", "DSPCore", "CSndfile"], swiftSettings: fast),
    .executableTarget(
      name: "fxrender", dependencies: ["ParamSpec", "DSPCore", "Rendering", "CCairo"], swiftSettings: swift),
    .systemLibrary(name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    // A header and nothing to link.
    .systemLibrary(name: "CLanes"),
    .systemLibrary(name: "CMysofa", pkgConfig: "libmysofa", providers: [.apt(["libmysofa-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),

    .target(
      name: "TestSupport", dependencies: ["ParamSpec", "DSPCore"], path: "Tests/TestSupport", swiftSettings: fast),
    .target(name: "CAllocCount", path: "Tests/CAllocCount"),
    .testTarget(
      name: "ParamSpecTests", dependencies: ["ParamSpec", "DSPCore"], resources: [.copy("Fixtures")],
      swiftSettings: swift),
    .testTarget(
      name: "DSPCoreTests", dependencies: ["ParamSpec", "DSPCore", "TestSupport", "CAllocCount"],
      resources: [.copy("Fixtures")], swiftSettings: swift),
    .testTarget(
      name: "RenderingTests", dependencies: ["ParamSpec", "DSPCore", "Rendering", "TestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "FxrenderTests", dependencies: ["fxrender", "ParamSpec", "DSPCore", "Rendering", "TestSupport"],
      swiftSettings: swift),
  ] + corpus
)
