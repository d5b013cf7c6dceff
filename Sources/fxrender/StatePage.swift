import DSPCore
import ParamSpec
import Rendering

/// What an .aupreset file holds, as text or JSON.
enum StatePage {
  static func put(_ file: FilePath, _ arguments: Arguments) throws {
    let sampleRate = try UnitsCommand.rate(arguments)
    do {
      let state = try SavedState(contentsOf: file)
      let rows = state.blob.blocks.flatMap { block in
        block.pairs.map { Row(block, $0, of: try? state.unit().unit.spec, sampleRate: sampleRate) }
      }
      try Messages.put(arguments.has("json") ? json(state, rows).text : page(file, state, rows))
    } catch let error as SavedStateError {
      throw Failure(.input, "cannot read the state \"\(file)\": \(error)")
    }
  }

  /// One value, and what is known of its parameter.
  private struct Row {
    let id: AudioUnitParameterID
    let value: Float
    let place: String
    let parameter: (row: Parameter, index: Int)?
    let isInRange: Bool

    init(_ block: ParameterBlob.Block, _ pair: ParameterBlob.Pair, of spec: UnitSpec?, sampleRate: Double) {
      id = pair.id
      value = pair.value
      let scopes = ["global", "input", "output", "group"]
      let scope = scopes.indices.contains(Int(block.scope)) ? scopes[Int(block.scope)] : "scope \(block.scope)"
      place = block.scope == 0 && block.element == 0 ? "" : "\(scope) \(block.element)"
      parameter = spec?.parameter(id: pair.id)
      isInRange =
        parameter?.row.legalRanges(sampleRate: sampleRate).contains { $0.contains(pair.value) } ?? false
    }

    var key: String { parameter.map { $0.row.key(index: $0.index) } ?? "" }

    var cells: [String] {
      let text = parameter?.row.text(value) ?? numberText(value)
      return [place, "#\(id)", key, text, parameter == nil ? "unknown" : isInRange ? "" : "outside its range"]
    }

    var json: JSON {
      var members: [(String, JSON)] = [
        ("id", .number(Int(id))), ("constant", .string(parameter?.row.constant ?? "")), ("key", .string(key)),
        ("value", value.isFinite ? .number(value) : .null), ("unit", .string(parameter?.row.unit.rawValue ?? "")),
        ("inRange", .bool(isInRange)),
      ]
      if !place.isEmpty { members.append(("place", .string(place))) }
      return .object(members.map { JSON.Member(key: $0.0, value: $0.1) })
    }
  }

  private static func page(_ file: FilePath, _ state: SavedState, _ rows: [Row]) -> String {
    let component = state.component
    let unit = (try? state.unit()).map { "\($0.unit.spec.title) (\($0.unit.spec.name))" } ?? "not one that is known"
    var head = [
      ["file", file.description],
      ["unit", unit],
      ["component", "\(component.type) \(component.subtype) \(component.manufacturer)"],
      ["name", state.name],
      ["written as", "\(state.form.rawValue) property list"],
    ]
    let others = state.properties.map(\.key).filter {
      !["data", "type", "subtype", "manufacturer", "name", "version"].contains($0)
    }
    if !others.isEmpty { head.append(["other keys", others.joined(separator: ", ")]) }
    let hasPlaces = rows.contains { !$0.place.isEmpty }
    let values = columns(rows.map { hasPlaces ? $0.cells : Array($0.cells.dropFirst()) })
    return columns(head).map { $0.dropFirst(2) + "\n" }.joined() + "\n" + values.map { $0 + "\n" }.joined()
  }

  private static func json(_ state: SavedState, _ rows: [Row]) -> JSON {
    let component = state.component
    return [
      "unit": .optional((try? state.unit())?.unit.spec.name),
      "component": [
        "type": .string(component.type), "subtype": .string(component.subtype),
        "manufacturer": .string(component.manufacturer),
      ],
      "name": .string(state.name), "values": .array(rows.map(\.json)),
    ]
  }
}
