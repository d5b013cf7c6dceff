import Rendering

enum ExportCommand: Command {
  static let name = "export"
  static let usage = "export CHAIN --swift"
  static let summary = "the chain as AVAudioEngine source"
  static let options = [
    Option("swift", "Swift source"), Option("rate", "HZ", "the sample rate that values are worked out at (44100)"),
  ]

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count == 1 else { throw Failure(.usage, "export takes one CHAIN") }
    guard arguments.has("swift") else { throw Failure(.usage, "export needs --swift, the one form there is") }
    let chain = try ChainDescription(arguments.words[0].description)
    try Messages.put(try chain.swiftSource(sampleRate: try UnitsCommand.rate(arguments)))
  }
}
