public import DSPCore
import Glibc
public import ParamSpec

extension Parameter {
  /// Where chain text sets the parameter: a mixer in a chain has one input.
  public var home: Scope { scope == .global ? .global : .input }

  /// The values that chain text may give at a sample rate in Hz; empty where there are none.
  public func legalRanges(sampleRate: Double) -> [ClosedRange<Float>] {
    guard let range = range(sampleRate: sampleRate) else { return [] }
    return alternative.map { [$0, range] } ?? [range]
  }

  /// The legal value nearest to one that is asked for; nil where there is none.
  func nearestLegal(_ asked: Float, sampleRate: Double) -> Float? {
    legalRanges(sampleRate: sampleRate)
      .map { min(max(asked, $0.lowerBound), $0.upperBound) }
      .min { abs($0 - asked) < abs($1 - asked) }
  }
}

/// A chain with the values that it has at a sample rate.
public struct ResolvedChain: Sendable {
  public struct Unit: Sendable {
    public let item: ChainItem
    public let values: ParameterStore
  }

  public let sampleRate: Double
  public let units: [Unit]
  public let warnings: [RenderWarning]

  /// Puts the units behind a node.
  public func node(_ input: Node) throws -> Node {
    try units.reduce(input) { try $1.node($0) }
  }
}

extension ResolvedChain.Unit {
  /// Puts the unit behind a node. One that is bypassed passes its input; its latency is taken out anyway.
  public func node(_ input: Node) throws -> Node {
    guard !item.isBypassed else { return input }
    do {
      return try item.unit.node(input, values)
    } catch UnitError.unsupported(let sentence) {
      throw ChainError(.unsupported, "\(item.unit.spec.name): \(sentence)", at: item.position)
    }
  }
}

extension ChainDescription {
  /// Works out the values at a sample rate in Hz. What is out of range is clamped with a warning, or is an error
  /// where `strict` is set.
  public func resolved(sampleRate: Double, strict: Bool = false) throws(ChainError) -> ResolvedChain {
    var units: [ResolvedChain.Unit] = []
    var warnings = warnings
    for item in items {
      let (values, found) = try item.resolved(sampleRate: sampleRate, strict: strict)
      units.append(ResolvedChain.Unit(item: item, values: values))
      warnings += found
    }
    return ResolvedChain(sampleRate: sampleRate, units: units, warnings: warnings)
  }
}

extension ChainItem {
  /// The unit's values at a sample rate in Hz, and what had to be clamped for them.
  public func resolved(
    sampleRate: Double, strict: Bool = false
  ) throws(ChainError) -> (values: ParameterStore, warnings: [RenderWarning]) {
    let spec = unit.spec
    var values = ParameterStore(spec, sampleRate: sampleRate)
    var warnings = unreachable(sampleRate: sampleRate)
    for stored in state?.values ?? [] { values[stored.id, stored.scope, stored.element] = stored.value }
    for (id, value) in preset?.values ?? [:] { values[id] = value }
    for setting in settings {
      if strict, let warning = warnings.first(where: { $0.code == "unreachable" && $0.parameter == setting.key }) {
        throw ChainError(.outOfRange, warning.message, at: setting.position)
      }
      if let warning = try setting.apply(to: &values, setting.row.home, strict: strict) { warnings.append(warning) }
    }
    turnBandsOn(&values)
    // AUNewPitch is AUNewTimePitch as an effect: it keeps the length, and its rate does nothing (decision 23).
    if spec.name == "newtimepitch" && component?.type == "aufx" { values[kNewTimePitchParam_Rate] = 1 }
    return (values, warnings)
  }

  /// A band of an equaliser that is given anything is on, unless its bypass says otherwise.
  private func turnBandsOn(_ values: inout ParameterStore) {
    guard let bypass = unit.spec.parameters.first(where: { $0.key == "bypass" && $0.count > 1 }) else { return }
    for setting in settings where setting.row.count == bypass.count {
      let id = bypass.id + UInt32(setting.index)
      if !settings.contains(where: { $0.id == id }) { values[id] = 0 }
    }
  }

  /// Parameters that have no legal value at a sample rate, as the high shelf's cutoff in an 8 kHz file (decision 8).
  private func unreachable(sampleRate: Double) -> [RenderWarning] {
    let spec = unit.spec
    return spec.settableParameters.filter { $0.unit != .file && $0.range(sampleRate: sampleRate) == nil }.map { row in
      let lowest = row.text(row.minimum.value(sampleRate: sampleRate))
      let highest = row.text(Bound.nyquist.value(sampleRate: sampleRate))
      return RenderWarning(
        "unreachable", unit: spec.name, parameter: row.key,
        "\(spec.name): \(row.key) begins at \(lowest), above the \(highest) that a sample rate of "
          + "\(numberText(sampleRate)) Hz allows: the unit passes its input")
    }
  }
}

extension ChainSetting {
  /// Sets the value, clamped to what is legal at the sample rate; tells where it had to be.
  func apply(
    to values: inout ParameterStore, _ scope: Scope, element: Int = 0, strict: Bool
  ) throws(ChainError) -> RenderWarning? {
    let sampleRate = values.sampleRate
    switch value {
    case .text(let text): values[text: id] = text
    case .number(let asked):
      guard let used = row.nearestLegal(Float(asked), sampleRate: sampleRate) else { return nil }
      values[id, scope, element] = used
      guard used != Float(asked) else { return nil }
      let warning = clamped(values.spec, asked: asked, used: used, sampleRate: sampleRate)
      guard !strict else { throw ChainError(.outOfRange, warning.message, at: position) }
      return warning
    }
    return nil
  }

  private func clamped(_ spec: UnitSpec, asked: Double, used: Float, sampleRate: Double) -> RenderWarning {
    let unit = row.unit.symbol.isEmpty ? "" : " \(row.unit.symbol)"
    let range = row.legalRanges(sampleRate: sampleRate)
      .map { "\(numberText($0.lowerBound)) … \(numberText($0.upperBound))" }.joined(separator: " or ")
    return RenderWarning(
      "clamped", unit: spec.name, parameter: key, asked: asked, used: Double("\(used)"),
      "\(spec.name): \(key)=\(numberText(asked)) is outside \(range)\(unit) at \(numberText(sampleRate)) Hz; "
        + "\(numberText(used))\(unit) is used")
  }
}

// MARK: - Back to text

extension ChainDescription: CustomStringConvertible {
  /// The chain as chain text, in canonical names and without units.
  public var description: String {
    items.map(\.description).joined(separator: ",")
  }
}

extension ChainItem: CustomStringConvertible {
  /// The unit as chain text; values of a saved state are written out by number.
  public var description: String {
    var parts = [unit.spec.name]
    if let component, component != unit.spec.components.first {
      parts[0] = "\(component.type)/\(component.subtype)"
    }
    if let preset { parts.append("preset=\(quoted(preset.name))") }
    parts += (state?.values ?? []).filter { stored in !settings.contains { $0.id == stored.id } }
      .map { "#\($0.id)=\(numberText($0.value))" }
    for setting in settings {
      switch setting.value {
      case .number(let value): parts.append("\(setting.key)=\(setting.row.chainText(value))")
      case .text(let text): parts.append("\(setting.key)=\(quoted(text))")
      }
    }
    if isBypassed { parts.append("bypass=on") }
    return parts.joined(separator: ":")
  }
}
