import DSPCore
import Glibc
import Rendering
import Synchronization

enum BatchCommand: Command {
  static let name = "batch"
  static let usage = "batch --chain CHAIN --out DIR FILES... [options]"
  static let summary = "render many files, a JSON line each on standard output"
  static let options =
    [
      Option("chain", "CHAIN", "the units; none just converts"),
      Option("chain-file", "FILE", "the chain from a file, as text or JSON"),
      Option("out", "DIR", "the folder of the outputs, which keep their inputs' names"),
      Option("list", "FILE|-", "more FILES, a line each (or with a zero byte behind each)"),
      Option("jobs", "N", "files rendered side by side (cores)"),
      Option("resume", "leave files whose output is there already"),
    ] + renderOptions.filter { !["meters", "report", "progress", "no-progress", "threads"].contains($0.name) }

  static func run(_ arguments: Arguments) throws {
    guard let folder = arguments.path("out") else { throw Failure(.usage, "--out DIR is missing") }
    let inputs = try arguments.words + listed(arguments)
    guard !inputs.isEmpty else { throw Failure(.usage, "FILES are missing") }
    let options = try RenderOptions(arguments)
    let chain = try RenderCommand.chain(arguments)
    let jobs = min(inputs.count, try arguments.wholeNumber("jobs", 1...1024) ?? options.threads)
    let batch: Batch
    do {
      batch = try Batch(inputs, into: folder, container: options.container)
    } catch {
      throw Failure(.usage, "\(error): no file is rendered")
    }
    try makeFolder(folder)

    let tally = Mutex(Tally())
    try Interruption.watch { cancellation in
      batch.run(
        chain: chain, options: options, jobs: jobs, resumes: arguments.has("resume"), cancellation: cancellation
      ) { item, outcome in
        if case .failed(RenderError.cancelled) = outcome { return }
        let (line, code) = line(item, outcome)
        tally.withLock { $0.note(outcome, code) }
        if let failure = Self.failure(outcome) { Messages.error(failure) }
        if (try? Messages.put(line)) == nil { cancellation.cancel() }
      }
      if cancellation.isCancelled { throw RenderError.cancelled }
    }
    let result = tally.withLock { $0 }
    if !arguments.has("quiet") { Messages.say(result.summary) }
    if let code = result.highest { leave(code) }
  }

  private struct Tally {
    var rendered = 0
    var skipped = 0
    var failed = 0
    var highest: ExitCode?

    mutating func note(_ outcome: Batch.Outcome, _ code: ExitCode?) {
      switch outcome {
      case .rendered: rendered += 1
      case .skipped: skipped += 1
      case .failed: failed += 1
      }
      if let code, code.rawValue > highest?.rawValue ?? 0 { highest = code }
    }

    var summary: String { "\(rendered) rendered, \(skipped) left as they were, \(failed) failed" }
  }

  private static func failure(_ outcome: Batch.Outcome) -> Failure? {
    guard case .failed(let error) = outcome else { return nil }
    return Failure(error)
  }

  /// The line of a file: its report, or what became of it instead.
  private static func line(_ item: Batch.Item, _ outcome: Batch.Outcome) -> (String, ExitCode?) {
    if case .rendered(let report) = outcome, case .object(let members) = report.json {
      return (JSON.object([JSON.Member(key: "code", value: .number(0))] + members).line, nil)
    }
    let failure = failure(outcome)
    let line: JSON = [
      "code": .number(Int(failure?.code.rawValue ?? 0)),
      "input": ["path": .string(item.input.description)],
      "output": ["path": .string(item.output.description)],
      failure == nil ? "skipped" : "error": failure.map { .string($0.message) } ?? true,
    ]
    return (line.line, failure?.code)
  }

  private static func listed(_ arguments: Arguments) throws -> [FilePath] {
    guard let list = arguments.path("list") else { return [] }
    do {
      let bytes = try (list.isStandardStream ? "/dev/stdin" : list).read()
      let end: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
      return bytes.split(separator: end).map { FilePath(bytes: $0) }
    } catch {
      throw Failure(.input, "cannot read \"\(list)\": \(error)")
    }
  }

  private static func makeFolder(_ folder: FilePath) throws {
    guard !folder.isDirectory, folder.withCString({ mkdir($0, 0o777) }) != 0 else { return }
    throw Failure(.output, "cannot make the folder \"\(folder)\": \(SystemError(errno))")
  }
}
