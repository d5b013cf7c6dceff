import Rendering

enum MixCommand: Command {
  static let name = "mix"
  static let usage = "mix SESSION.json OUTPUT [options]"
  static let summary = "render several inputs through a mixer unit"
  static let options = renderOptions

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count == 2 else { throw Failure(.usage, "mix takes a SESSION.json and an OUTPUT") }
    let (file, output) = (arguments.words[0], arguments.words[1])
    let options = try RenderOptions(arguments)
    let reporting = try Reporting(arguments, output: output)
    let session = try Session(file: file)
    let report = try Interruption.watch { cancellation in
      try reporting.withProgress { progress in
        try render(session, to: output, options: options, cancellation: cancellation, progress: progress)
      }
    }
    try reporting.finish(report)
  }
}
