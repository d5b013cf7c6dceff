import DSPCore
import Glibc
import ParamSpec
import Rendering

/// What a render says of itself: bar, warnings, summary, JSON report, meters.
struct Reporting {
  private let isQuiet: Bool
  private let showsProgress: Bool
  private let reportFile: FilePath?
  private let meterFile: FilePath?

  /// Checks before any work that what is asked for can be written.
  init(_ arguments: Arguments, input: FilePath? = nil, output: FilePath) throws {
    isQuiet = arguments.has("quiet")
    if arguments.has("progress") && arguments.has("no-progress") {
      throw Failure(.usage, "--progress and --no-progress exclude each other")
    }
    showsProgress =
      arguments.has("progress") || (Messages.isTerminal && !isQuiet && !arguments.has("no-progress"))
    reportFile = arguments.path("report")
    meterFile = arguments.path("meters")
    let files = [output, reportFile, meterFile].compactMap { $0 }
    if Set(files).count < files.count {
      throw Failure(.usage, "\(files.first { file in files.count { $0 == file } > 1 }!) is named for two outputs")
    }
    for file in files.dropFirst() {
      if file == input && !file.isStandardStream { throw Failure(.usage, "\(file) is the input") }
      try Messages.expectWritable(file)
    }
  }

  /// Runs a render with a bar on standard error, if one is wanted.
  func withProgress<Result>(_ body: ((Double) -> Void) throws -> Result) rethrows -> Result {
    guard showsProgress else { return try body { _ in } }
    var bar = ProgressBar()
    defer { bar.clear() }
    return try body { bar.show($0) }
  }

  /// Says and writes what the user asked to know.
  func finish(_ report: RenderReport) throws {
    for warning in report.warnings { Messages.warning(warning.message) }
    if !isQuiet { Messages.write(report.summary) }
    if let reportFile { try Messages.put(report.json.text, to: reportFile) }
    if let meterFile { try Messages.put(report.meterTable, to: meterFile) }
  }
}

/// A bar that moves on one line of a terminal.
private struct ProgressBar {
  private static let width = 40
  private var shown = -1

  mutating func show(_ share: Double) {
    let percent = Int(share * 100)
    guard percent != shown else { return }
    shown = percent
    let filled = Int(share * Double(Self.width))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    Messages.write("\r[\(bar)] \(percent)%")
  }

  func clear() {
    if shown >= 0 { Messages.write("\r\u{1B}[K") }
  }
}
