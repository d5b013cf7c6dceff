import DSPCore
import Rendering

enum ResponseCommand: Command {
  static let name = "response"
  static let usage = "response CHAIN [--rate HZ] [--csv|--json|--svg|--png FILE]"
  static let summary = "magnitude, phase, group delay of linear units"
  static let options = [
    Option("rate", "HZ", "the sample rate (44100)"),
    Option("csv", "FILE", "a row a frequency: Hz, dB, degrees, ms"),
    Option("json", "FILE", "the same of the chain and of each unit"),
    Option("svg", "FILE", "a drawing"),
    Option("png", "FILE", "a picture"),
  ]

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count == 1 else {
      throw Failure(.usage, "response takes one CHAIN, such as lowpass:cutoff=1k,parametriceq:gain=6")
    }
    let files = ["csv", "json", "svg", "png"].compactMap(arguments.path)
    guard Set(files).count == files.count else { throw Failure(.usage, "\(files[0]) is named for two outputs") }
    for file in files { try Messages.expectWritable(file) }

    let rate = try UnitsCommand.rate(arguments)
    let response: ChainResponse
    do {
      let chain = try ChainDescription(arguments.words[0].description).resolved(sampleRate: rate)
      for warning in chain.warnings { Messages.warning(warning.message) }
      response = try chain.response()
    } catch {
      throw Failure(error, sampleRate: rate)
    }
    if let file = arguments.path("csv") { try Messages.put(response.table, to: file) }
    if let file = arguments.path("json") { try Messages.put(response.json.text, to: file) }
    if let file = arguments.path("svg") { try Messages.put(ResponseDrawing.svg(response), to: file) }
    if let file = arguments.path("png") { try Messages.put(ResponseDrawing.png(response), to: file) }
    if files.isEmpty { try Messages.put(response.plot) }
  }
}
