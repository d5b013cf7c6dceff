import ParamSpec
import Rendering

enum SaveStateCommand: Command {
  static let name = "save-state"
  static let usage = "save-state CHAIN FILE.aupreset|DIR"
  static let summary = "the chain's units as .aupreset files"
  static let options = [
    Option("binary", "as binary property lists; the others are XML"),
    Option("rate", "HZ", "the sample rate that values are worked out at (44100)"),
  ]

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count == 2 else { throw Failure(.usage, "save-state takes a CHAIN and a FILE or DIR") }
    let target = arguments.words[1]
    let chain = try ChainDescription(arguments.words[0].description)
    guard !chain.items.isEmpty else { throw Failure(.usage, "the chain has no unit to save") }
    let isFile = target.extension == "aupreset" && !target.isDirectory
    guard !isFile || chain.items.count == 1 else {
      throw Failure(.usage, "\(target) holds one unit, the chain has \(chain.items.count); name a directory")
    }
    guard isFile || target.isDirectory else {
      throw Failure(.output, "\(target) is neither a directory nor a name that ends in .aupreset")
    }
    for (number, item) in chain.items.enumerated() {
      for setting in item.settings where setting.row.isExtension {
        Messages.warning("\(item.unit.spec.name): \(setting.key) is left out, which Apple's unit does not have")
      }
      var state = try SavedState(item, sampleRate: try UnitsCommand.rate(arguments))
      if arguments.has("binary") { state.form = .binary }
      let name = FilePath("\(number + 1)-\(item.unit.spec.name).aupreset")
      try state.write(to: isFile ? target : target.appending(name))
    }
  }
}
