import DSPCore
import ParamSpec
import Rendering

enum UnitsCommand: Command {
  static let name = "units"
  static let usage = "units [UNIT] [--rate HZ] [--json]"
  static let summary = "the units; one unit's parameters, presets, latency, tail"
  static let options = [
    Option("rate", "HZ", "the sample rate that ranges are shown for (44100)"),
    Option("json", "as JSON"),
    Option("markdown", "as a table in Markdown"),
  ]

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count <= 1 else {
      throw Failure(.usage, "units takes one unit, not \(arguments.words.count)")
    }
    let rate = try rate(arguments)
    let one = try arguments.words.first.map { try unit(named: $0.description) }
    let units = one.map { [$0] } ?? allUnits
    if arguments.has("json") {
      try Messages.put(JSON.array(units.map { json($0, sampleRate: rate) }).text)
    } else if arguments.has("markdown") {
      try Messages.put(markdown(units, sampleRate: rate))
    } else if let one {
      try Messages.put(page(of: one, sampleRate: rate))
    } else {
      try Messages.put(list(units))
    }
  }

  static func rate(_ arguments: Arguments) throws -> Double {
    try arguments.number("rate", in: .hertz, 1000...768_000) ?? 44_100
  }

  /// A unit by any of its names.
  static func unit(named name: String) throws -> UnitDescription {
    if let found = UnitName(name) { return found.unit }
    let names = allUnits.flatMap { [$0.spec.name] + $0.spec.otherNames } + commands.map { $0.name }
    let hint = nearest(to: name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
    throw Failure(.usage, "there is no unit \"\(name)\"\(hint)", details: ["fxrender units lists them."])
  }

  // MARK: Text

  private static func list(_ units: [UnitDescription]) -> String {
    let rows = units.map { unit in
      [unit.spec.name, unit.spec.title, codes(unit.spec), unit.isRendered ? "" : "parameters only"]
    }
    return lines(rows) + "\nfxrender units UNIT shows a unit's parameters.\n"
  }

  /// What there is to know of a unit.
  static func page(of unit: UnitDescription, sampleRate: Double) -> String {
    let spec = unit.spec
    var text = "\(spec.name): \(spec.title), \(codes(spec))\n"
    if !spec.otherNames.isEmpty { text += "also \(spec.otherNames.joined(separator: ", "))\n" }
    if !spec.note.isEmpty { text += "\n" + wrapped(spec.note).joined(separator: "\n") + "\n" }
    if !unit.isRendered { text += "\nKnown by its parameters only: it cannot be rendered.\n" }
    let groups = [
      ("Parameters at \(numberText(sampleRate)) Hz", spec.settableParameters.filter { !$0.isExtension }),
      ("Ours, which Apple's unit does not have", spec.settableParameters.filter(\.isExtension)),
      ("Meters", spec.parameters.filter { $0.access == .readOnly }),
      ("Deprecated", spec.parameters.filter { $0.access == .deprecated }),
    ]
    for (title, rows) in groups where !rows.isEmpty {
      text += "\n\(title):\n" + lines(rows.map { $0.summary(sampleRate: sampleRate) })
      for row in rows {
        for remark in row.remarks {
          text += wrapped("- \(row.key): \(remark)", indentation: "  ").map { "  \($0)\n" }.joined()
        }
      }
    }
    if !spec.presets.isEmpty {
      text += "\nPresets:\n" + lines(spec.presets.map { ["\($0.number)", $0.name] })
    }
    if let (latency, tail) = unit.measures(sampleRate: sampleRate) {
      text +=
        "\nAt its defaults: latency \(latency) frames, taken out; tail \(tail.map { "\(rounded($0)) s" } ?? "without end")\n"
    }
    return text
  }

  private static func markdown(_ units: [UnitDescription], sampleRate: Double) -> String {
    var text = "\n| Unit | Apple's | Code | Parameters | Presets | Latency (frames) | Tail (s) |\n"
    text += "|---|---|---|---|---|---|---|\n"
    for unit in units {
      let keys = unit.spec.settableParameters.map { "`\($0.count > 1 ? "\($0.key)N" : $0.key)`" }
      let measures = unit.measures(sampleRate: sampleRate)
      let cells = [
        "`\(unit.spec.name)`", unit.spec.title, codes(unit.spec), keys.joined(separator: ", "),
        unit.spec.presets.isEmpty ? "" : "\(unit.spec.presets.count)",
        unit.isRendered ? measures.map { "\($0.latency)" } ?? "" : "parameters only",
        measures.map { $0.tail.map { rounded($0) } ?? "endless" } ?? "",
      ]
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    return text + "\n"
  }

  private static func codes(_ spec: UnitSpec) -> String {
    spec.components.map { "\($0.type)/\($0.subtype)" }.joined(separator: ", ")
  }

  private static func lines(_ rows: [[String]]) -> String {
    columns(rows).map { $0 + "\n" }.joined()
  }

  private static func rounded(_ seconds: Double) -> String {
    numberText((seconds * 1000).rounded() / 1000)
  }

  // MARK: JSON

  private static func json(_ unit: UnitDescription, sampleRate: Double) -> JSON {
    let spec = unit.spec
    let measures = unit.measures(sampleRate: sampleRate)
    return [
      "name": .string(spec.name),
      "title": .string(spec.title),
      "component": spec.components.first.map(json) ?? .null,
      "components": .array(spec.components.map(json)),
      "aliases": .array(spec.otherNames.map { .string($0) }),
      "implemented": .bool(unit.isRendered),
      "latencyFrames": measures.map { .number($0.latency) } ?? .null,
      "tailSeconds": .optional(measures?.tail),
      "note": .string(spec.note),
      "presets": .array(spec.presets.map { ["number": .number($0.number), "name": .string($0.name)] }),
      "parameters": .array(spec.parameters.map { json($0, sampleRate: sampleRate) }),
      "constants": .object(
        spec.parameters.filter { !$0.constant.isEmpty }.map { .init(key: $0.constant, value: .number(Int($0.id))) }
          + spec.otherConstants.map { .init(key: $0.name, value: .number(Int($0.value))) }),
    ]
  }

  private static func json(_ component: Component) -> JSON {
    [
      "type": .string(component.type), "subtype": .string(component.subtype),
      "manufacturer": .string(component.manufacturer),
    ]
  }

  private static func json(_ row: Parameter, sampleRate: Double) -> JSON {
    let (source, note): (String, String?) =
      switch row.source {
      case .header: ("header", nil)
      case .ours(let reason): ("ours", reason)
      case .extension(let purpose): ("extension", purpose)
      }
    return [
      "id": .number(Int(row.id)), "constant": .string(row.constant), "key": .string(row.key), "name": .string(row.name),
      "scope": .string(row.scope.rawValue), "unit": .string(row.unit.rawValue),
      "min": .number(row.minimum.value(sampleRate: sampleRate)),
      "max": .number(row.range(sampleRate: sampleRate)?.upperBound ?? row.maximum.value(sampleRate: sampleRate)),
      "default": .number(row.defaultValue(sampleRate: sampleRate)),
      "access": .string(row.access.rawValue), "count": .number(row.count),
      "values": .array(row.valueNames.map { .string($0) }),
      "source": .string(source), "note": .optional(note),
      "documented": [
        "scope": .string(row.documented.scope), "valueUnit": .string(row.documented.valueUnit),
        "min": .string(row.documented.minimum), "max": .string(row.documented.maximum),
        "default": .string(row.documented.defaultValue),
      ],
    ]
  }
}

extension UnitDescription {
  /// Whether it can be heard, or is known by its parameters only.
  var isRendered: Bool { kind != .planned }

  /// The latency in frames and the tail in seconds of the unit at its defaults, on stereo; a tail of nil never ends.
  /// nil where the unit does not stand in chains.
  func measures(sampleRate: Double) -> (latency: Int, tail: Double?)? {
    guard kind == .effect || kind == .rateChanger else { return nil }
    let source = Node(format: RenderFormat(sampleRate: sampleRate, channelCount: 2, maximumFrames: 64))
    guard let node = try? node(source, ParameterStore(spec, sampleRate: sampleRate)) else { return nil }
    return (node.latency, node.tail == .max ? nil : Double(node.tail) / sampleRate)
  }
}
