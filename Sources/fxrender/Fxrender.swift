import Rendering

/// The command line: finds the command, runs it, and turns errors to messages and exit codes.
@main enum Fxrender {
  static let version = "0.1.0"

  static func main() {
    let words = commandLine()
    do {
      try run(words[...])
    } catch {
      let failure = Failure(error)
      Messages.error(failure)
      leave(failure.code)
    }
  }

  private static func run(_ words: ArraySlice<FilePath>) throws {
    guard let first = words.first else {
      throw Failure(.usage, "INPUT and OUTPUT are missing", details: Help.usage)
    }
    if let command = commands.first(where: { FilePath($0.name) == first }) {
      return try run(command, words.dropFirst())
    }
    try run(RenderCommand.self, words)
  }

  private static func run(_ command: any Command.Type, _ words: ArraySlice<FilePath>) throws {
    let common = [Option("help", "this text"), Option("version", "the version")]
    let arguments = try Arguments(words, options: command.options + common)
    if arguments.has("help") {
      try Messages.put(command == RenderCommand.self ? Help.overview : Help.page(of: command))
    } else if arguments.has("version") {
      try Messages.put("fxrender \(version)\n")
    } else {
      try command.run(arguments)
    }
  }
}

/// One of the things that fxrender does, a file each under Commands.
protocol Command: SendableMetatype {
  static var name: String { get }
  /// The words behind `fxrender`.
  static var usage: String { get }
  /// What it does, for the list of commands.
  static var summary: String { get }
  static var options: [Option] { get }
  static func run(_ arguments: Arguments) throws
}

/// Every command. A new one is one new file and one new line.
let commands: [any Command.Type] = [
  MixCommand.self,
  UnitsCommand.self,
  PresetsCommand.self,
  SaveStateCommand.self,
  ExportCommand.self,
  ResponseCommand.self,
  InspectCommand.self,
  BatchCommand.self,
  HelpCommand.self,
]
