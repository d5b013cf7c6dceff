import DSPCore
import ParamSpec

/// A value of a session's JSON, and where it stands.
struct SessionReader {
  let json: JSON
  let directory: FilePath
  private let source: String
  private let path: String

  init(_ json: JSON, file: FilePath) {
    self.init(json, directory: file.directory, source: file.description, path: "")
  }

  private init(_ json: JSON, directory: FilePath, source: String, path: String) {
    self.json = json
    self.directory = directory
    self.source = source
    self.path = path
  }

  // MARK: - Places

  func position(_ key: String? = nil) -> ChainPosition {
    ChainPosition(source: source, path: key.map(path(of:)) ?? path)
  }

  func error(_ message: String, at key: String? = nil) -> ChainError {
    ChainError(.syntax, message, at: position(key))
  }

  private func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  private func child(_ json: JSON, _ path: String) -> SessionReader {
    SessionReader(json, directory: directory, source: source, path: path)
  }

  // MARK: - Objects

  private func members() throws(ChainError) -> [JSON.Member] {
    guard case .object(let members) = json else { throw error("an object was expected") }
    return members
  }

  /// Refuses keys that mean nothing here.
  func expect(_ keys: [String]) throws(ChainError) {
    for member in try members() where !keys.contains(member.key) {
      throw ChainError(
        .syntax, "\"\(member.key)\" means nothing here; the keys are \(list(keys, "and"))", at: position(member.key),
        suggestion: nearest(to: member.key, in: keys))
    }
  }

  /// The value under a key, nil where it is missing.
  func value<Value>(
    _ key: String, _ read: (SessionReader) throws(ChainError) -> Value
  ) throws(ChainError) -> Value? {
    guard let json = json[key] else { return nil }
    return try read(child(json, path(of: key)))
  }

  /// A unit's values under a key, of parameters that live in one of the scopes.
  func settings(
    _ key: String, of unit: UnitDescription, at scopes: [Scope]
  ) throws(ChainError) -> [ChainSetting] {
    guard let json = json[key], let name = UnitName(unit.spec.name) else { return [] }
    let object = child(json, path(of: key))
    var builder = ChainItemBuilder(name, directory: directory, at: object.position())
    for member in try object.members() {
      let position = object.position(member.key)
      try builder.add(member.key, member.value.chainText, at: position, valueAt: position)
    }
    let item = try builder.finish().0
    for setting in item.settings where !scopes.contains(setting.row.scope) {
      let home =
        switch setting.row.scope {
        case .global: "the session's parameters"
        case .input: "an input's parameters"
        case .output: "outputParameters"
        case .inputOutput: "an input's parameters or to outputParameters"
        }
      throw ChainError(
        .unknownParameter, "\(setting.key) of \(unit.spec.name) belongs to \(home)", at: setting.position)
    }
    return item.settings
  }

  /// The chain under `chain`: its text, or its JSON form.
  func chain() throws(ChainError) -> ChainDescription {
    try value("chain") { value throws(ChainError) in
      let text = if case .array = value.json { value.json.text } else { try value.string() }
      return try ChainDescription(text, source: "\(source): \(value.path)", directory: directory)
    } ?? ChainDescription()
  }

  // MARK: - Values

  func elements() throws(ChainError) -> [SessionReader] {
    guard case .array(let elements) = json else { throw error("a list was expected") }
    return elements.enumerated().map { child($1, "\(path)[\($0)]") }
  }

  func string() throws(ChainError) -> String {
    guard case .string(let text) = json else { throw error("a string was expected") }
    return text
  }

  func wholeNumber(_ range: ClosedRange<Int>) throws(ChainError) -> Int {
    guard case .number(let number) = json, let whole = Int(exactly: number), range.contains(whole) else {
      throw error("a whole number from \(range.lowerBound) to \(range.upperBound) was expected")
    }
    return whole
  }

  /// A time of at most a day: a number of seconds, or text such as `1.5s`.
  func seconds() throws(ChainError) -> Double {
    let time: Double? =
      switch json {
      case .number(let number): number
      case .string(let text): readNumber(text, in: .seconds)
      default: nil
      }
    guard let time, (0...86_400).contains(time) else {
      throw error("a time from 0 to 86400 seconds was expected, such as \"1.5s\"")
    }
    return time
  }

  func matrix() throws(ChainError) -> [[Float]] {
    var rows: [[Float]] = []
    for row in try elements() {
      var numbers: [Float] = []
      for element in try row.elements() {
        guard case .number(let number) = element.json else { throw element.error("a number was expected") }
        numbers.append(Float(number))
      }
      rows.append(numbers)
    }
    return rows
  }
}
