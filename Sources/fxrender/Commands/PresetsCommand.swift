import DSPCore
import ParamSpec
import Rendering

enum PresetsCommand: Command {
  static let name = "presets"
  static let usage = "presets [UNIT] [--json]"
  static let summary = "factory presets, and the chains that ship with the tool"
  static let options = [Option("json", "as JSON, with values")]

  static func run(_ arguments: Arguments) throws {
    let one = try arguments.words.first.map { try UnitsCommand.unit(named: $0.description) }
    let specs = (one.map { [$0] } ?? allUnits).map(\.spec)
    if arguments.has("json") {
      let presets = specs.flatMap { spec in spec.presets.map { json($0, of: spec) } }
      return try Messages.put(JSON.array(presets).text)
    }
    if let spec = one?.spec, spec.presets.isEmpty { return try Messages.put("\(spec.name) has no factory presets\n") }
    var sections = specs.filter { !$0.presets.isEmpty }.map { spec in
      "\(spec.name):preset=…\n" + lines(spec.presets.map { ["\($0.number)", $0.name, remark($0)] })
    }
    let chains = ChainPresets.standard.all
    if one == nil && !chains.isEmpty {
      sections.append("Chains, @NAME\n" + lines(chains.map { ["@\($0.name)", $0.file.description] }))
    }
    try Messages.put(sections.joined(separator: "\n"))
  }

  private static func lines(_ rows: [[String]]) -> String {
    columns(rows).map { $0 + "\n" }.joined()
  }

  private static func remark(_ preset: FactoryPreset) -> String {
    preset.source == .header ? "" : "values are ours"
  }

  private static func json(_ preset: FactoryPreset, of spec: UnitSpec) -> JSON {
    let values = spec.parameters.flatMap { row in
      (0..<row.count).compactMap { i in
        preset.values[row.id + UInt32(i)].map { JSON.Member(key: row.key(index: i), value: .number($0)) }
      }
    }
    return [
      "unit": .string(spec.name), "number": .number(preset.number), "name": .string(preset.name),
      "source": preset.source == .header ? "published" : "ours", "values": .object(values),
    ]
  }
}
