import Rendering

enum HelpCommand: Command {
  static let name = "help"
  static let usage = "help [UNIT|COMMAND|chain]"
  static let summary = "this help, a unit's, a command's, or how chains are written"
  static let options = [Option("rate", "HZ", "the sample rate that ranges are shown for (44100)")]

  static func run(_ arguments: Arguments) throws {
    guard let word = arguments.words.first?.description else { return try Messages.put(Help.overview) }
    if let command = commands.first(where: { $0.name == word }) {
      return try Messages.put(Help.page(of: command))
    }
    if word == "chain" { return try Messages.put(Help.chain) }
    if word == "render" { return try Messages.put(Help.page(of: RenderCommand.self)) }
    try Messages.put(UnitsCommand.page(of: UnitsCommand.unit(named: word), sampleRate: UnitsCommand.rate(arguments)))
  }
}
