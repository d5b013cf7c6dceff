public import DSPCore
public import ParamSpec

/// A name as it is compared: case, `-`, `_` and white space do not count.
public func normalized(_ name: some StringProtocol) -> String {
  String(name.lowercased().filter { $0 != "-" && $0 != "_" && !$0.isWhitespace })
}

/// The name nearest to one that is none, in single-character changes and swaps; nil where none is near. A misspelt
/// beginning is near too, `cuttof` to `cutoffFrequency`, and so is a part that only one name has, `wet` to `dryWetMix`.
public func nearest(to name: String, in names: [String]) -> String? {
  let wanted = Array(normalized(name))
  guard wanted.count > 1 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in names {
    let whole = Array(normalized(candidate))
    let distance = min(editDistance(wanted, whole), editDistance(wanted, Array(whole.prefix(wanted.count))))
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  if let best, best.distance <= max(1, wanted.count / 3) { return best.name }
  let holders = names.filter { wanted.count > 2 && normalized($0).contains(String(wanted)) }
  return holders.count == 1 ? holders[0] : nil
}

/// F. J. Damerau, "A technique for computer detection and correction of spelling errors", CACM 7(3), 1964: insertions,
/// deletions, replacements and swaps of neighbours, none of them edited twice.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var before: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] { distance = min(distance, before[j - 1] + 1) }
      row.append(distance)
    }
    (before, last) = (last, row)
  }
  return last[b.count]
}

// MARK: - Units

/// A unit under one of its names, and the component where that names one.
public struct UnitName: Sendable {
  public let unit: UnitDescription
  public let component: Component?

  /// Finds a unit by short name, Apple's name, alias, or four-character code with or without its type.
  public init?(_ name: String) {
    guard let match = Self.index[normalized(name)] else { return nil }
    self = match
  }

  private init(unit: UnitDescription, component: Component?) {
    self.unit = unit
    self.component = component
  }

  private static let index: [String: UnitName] = {
    var index: [String: UnitName] = [:]
    func add(_ name: String, _ unit: UnitDescription, _ component: Component? = nil) {
      if index[normalized(name)] == nil { index[normalized(name)] = UnitName(unit: unit, component: component) }
    }
    for unit in allUnits { add(unit.spec.name, unit) }
    for unit in allUnits {
      for component in unit.spec.components {
        add(component.title, unit, component)
        add(UnitSpec.plain(component.title), unit, component)
        add("\(component.type)/\(component.subtype)", unit, component)
      }
    }
    for unit in allUnits { for name in unit.spec.otherNames { add(name, unit) } }
    // A code that several components share means the effect where there is one (decision 32).
    for isEffect in [true, false] {
      for unit in allUnits {
        for component in unit.spec.components where (component.type == "aufx") == isEffect {
          add(component.subtype, unit, component)
        }
      }
    }
    index[""] = nil
    return index
  }()
}

extension UnitSpec {
  /// The names that chain text takes beside the short name and the codes.
  public var otherNames: [String] {
    var names: [String] = []
    for name in [normalized(title), Self.plain(title)] + aliases where name != self.name && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// Apple's name in small letters, without what all of them begin with: `matrixreverb`.
  static func plain(_ title: String) -> String {
    normalized(title.hasPrefix("AU") ? String(title.dropFirst(2)) : title)
  }

  /// The rows that can be set.
  public var settableParameters: [Parameter] { parameters.filter { $0.access == .readWrite } }
}

// MARK: - Parameters

/// A parameter under one of its names.
struct ParameterName {
  let row: Parameter
  /// The place within the row's family, from 0.
  let index: Int
  /// Whether the name is one that Apple has given up.
  var isDeprecated = false

  /// Finds a parameter by key, C constant, display name, `#id`, or a part of a key that only one has: its beginning,
  /// else its last words.
  init(_ name: String, of spec: UnitSpec, at position: ChainPosition) throws(ChainError) {
    if name.hasPrefix("#") {
      guard let id = UInt32(name.dropFirst()), let match = spec.parameter(id: id) else {
        throw Self.unknown(name, spec, position)
      }
      (row, index) = match
    } else if let match = try Self.exact(normalized(name), spec, name, position) {
      self = match
    } else {
      self = try Self.part(normalized(name), spec, name, position)
    }
    if row.access == .readOnly {
      throw ChainError(
        .unknownParameter, "\(row.key(index: index)) of \(spec.name) is a meter: it is read with --meters, not set",
        at: position)
    }
  }

  private init(row: Parameter, index: Int, isDeprecated: Bool = false) {
    self.row = row
    self.index = index
    self.isDeprecated = isDeprecated
  }

  private static func exact(
    _ wanted: String, _ spec: UnitSpec, _ name: String, _ position: ChainPosition
  ) throws(ChainError) -> ParameterName? {
    func row(_ wanted: String, where isMatch: (Parameter) -> Bool) -> Parameter? {
      for name in [\Parameter.key, \.constant, \.name] {
        if let row = spec.parameters.first(where: { isMatch($0) && normalized($0[keyPath: name]) == wanted }) {
          return row
        }
      }
      return nil
    }
    if let single = row(wanted, where: { $0.access != .deprecated && $0.count == 1 }) {
      return ParameterName(row: single, index: 0)
    }
    let (stem, number) = splitNumber(wanted)
    if let number, let family = row(stem, where: { $0.count > 1 }) {
      return try member(number, of: family, spec, position)
    }
    if let family = row(wanted, where: { $0.count > 1 }) { throw needsNumber(family, name, spec, position) }
    if let old = row(wanted, where: { $0.access == .deprecated }) {
      guard let current = spec.parameter(id: old.id)?.row else {
        throw ChainError(
          .unknownParameter, "\(old.key) of \(spec.name) is deprecated and means nothing any more", at: position,
          choices: .parameters(spec, spec.settableParameters))
      }
      return ParameterName(row: current, index: 0, isDeprecated: true)
    }
    return nil
  }

  private static func part(
    _ wanted: String, _ spec: UnitSpec, _ name: String, _ position: ChainPosition
  ) throws(ChainError) -> ParameterName {
    let (stem, number) = splitNumber(wanted)
    func rows(where isMatch: (_ key: String, _ part: String) -> Bool) -> [Parameter] {
      spec.settableParameters.filter { row in
        let part = row.count == 1 ? wanted : stem
        return !part.isEmpty && isMatch(row.key, part)
      }
    }
    let beginnings = rows { normalized($0).hasPrefix($1) }
    let candidates = beginnings.isEmpty ? rows(where: endsInWords) : beginnings
    guard let match = candidates.first else { throw unknown(name, spec, position) }
    guard candidates.count == 1 else {
      throw ChainError(
        .ambiguous, "\"\(name)\" of \(spec.name) may mean \(list(candidates.map(\.key), "or"))", at: position,
        choices: .parameters(spec, candidates))
    }
    if match.count == 1 { return ParameterName(row: match, index: 0) }
    guard let number else { throw needsNumber(match, name, spec, position) }
    return try member(number, of: match, spec, position)
  }

  /// Whether a key's last words are these: `bands` ends `numberOfBands`.
  private static func endsInWords(_ key: String, _ words: String) -> Bool {
    guard normalized(key).hasSuffix(words) else { return false }
    return key.suffix(words.count).first?.isUppercase == true
  }

  private static func member(
    _ number: Int, of family: Parameter, _ spec: UnitSpec, _ position: ChainPosition
  ) throws(ChainError) -> ParameterName {
    guard (1...family.count).contains(number) else {
      throw ChainError(
        .unknownParameter,
        "\(spec.name) has no \(family.key)\(number): it has \(family.count), \(family.key)1 to \(family.key)\(family.count)",
        at: position)
    }
    return ParameterName(row: family, index: number - 1)
  }

  private static func needsNumber(
    _ family: Parameter, _ name: String, _ spec: UnitSpec, _ position: ChainPosition
  ) -> ChainError {
    ChainError(
      .ambiguous, "\"\(name)\" of \(spec.name) needs a number, \(family.key)1 to \(family.key)\(family.count)",
      at: position)
  }

  private static func unknown(_ name: String, _ spec: UnitSpec, _ position: ChainPosition) -> ChainError {
    let rows = spec.settableParameters
    guard !rows.isEmpty else {
      return ChainError(.unknownParameter, "\(spec.name) has no parameters", at: position)
    }
    let number = splitNumber(name).number ?? 1
    let names = rows.map { $0.count > 1 ? "\($0.key)\(min(max(number, 1), $0.count))" : $0.key } + ["preset", "bypass"]
    return ChainError(
      .unknownParameter, "\(spec.name) has no parameter \"\(name)\"", at: position,
      suggestion: nearest(to: name, in: names), choices: .parameters(spec, rows))
  }

  /// `frequency12` gives `frequency` and 12.
  private static func splitNumber(_ name: String) -> (stem: String, number: Int?) {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    return (String(name.dropLast(digits.count)), Int(String(digits.reversed())))
  }
}

/// `a, b or c`.
func list(_ words: [String], _ conjunction: String) -> String {
  guard words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + words[words.count - 1]
}
