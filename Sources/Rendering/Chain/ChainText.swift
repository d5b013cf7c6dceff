import DSPCore
import ParamSpec

extension ChainDescription {
  /// Reads chain text, or its JSON form where it begins with a bracket. Files that it names are found from a
  /// directory.
  public init(
    _ text: String, source: String = "chain", directory: FilePath = ".", presets: ChainPresets = .standard
  ) throws(ChainError) {
    var reader = ChainTextReader(presets: presets)
    try reader.read(text, source: source, directory: directory)
    self = try reader.finish()
  }

  /// Reads a chain file, text or JSON.
  public init(file: FilePath, presets: ChainPresets = .standard) throws(ChainError) {
    var reader = ChainTextReader(presets: presets)
    try reader.include(file, at: ChainPosition(source: file.description, path: ""))
    self = try reader.finish()
  }
}

/// Puts fields of chain text together to units.
struct ChainTextReader {
  private let presets: ChainPresets
  /// The chain files that are being read, outermost first.
  private var files: [FilePath] = []
  private var chain = ChainDescription()
  /// The unit whose parameters are being read.
  private var open: ChainItemBuilder?
  /// The word `state`, when its file comes next.
  private var stateWord: ChainField?

  init(presets: ChainPresets) {
    self.presets = presets
  }

  mutating func finish() throws(ChainError) -> ChainDescription {
    if let stateWord {
      throw ChainError(.syntax, "state needs a file: state:FILE.aupreset", at: stateWord.position)
    }
    if let builder = open {
      open = nil
      let (item, warnings) = try builder.finish()
      chain.items.append(item)
      chain.warnings += warnings
    }
    return chain
  }

  mutating func read(_ text: String, source: String, directory: FilePath) throws(ChainError) {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    if text.first(where: { !$0.isWhitespace }) == "[" {
      return try readJSON(text, source: source, directory: directory)
    }
    for field in try ChainTextLexer.fields(of: text, source: source) {
      try take(field, directory: directory)
    }
  }

  private mutating func take(_ field: ChainField, directory: FilePath) throws(ChainError) {
    if field.separator == .colon {
      if stateWord != nil { return try beginState(field.whole, directory, at: field.position) }
      return try addParameter(field)
    }
    if stateWord != nil { _ = try finish() }
    if field.name.hasPrefix("@") && !field.isQuoted {
      _ = try finish()
      let name = String(field.whole.dropFirst())
      return try include(try presets.file(named: name, from: directory, at: field.position), at: field.position)
    }
    let unit = UnitName(field.name)
    if field.value != nil {
      guard let unit else { return try addParameter(field) }
      let hint =
        open.map { ", after a colon if it means \($0.spec.name)'s parameter" }
        ?? "; it reads \(field.name):PARAMETER=VALUE"
      throw ChainError(
        .syntax, "\"\(field.name)\" is a unit, \(unit.unit.spec.title), and takes no value\(hint)", at: field.position)
    }
    _ = try finish()
    if let unit {
      open = ChainItemBuilder(unit, directory: directory, at: field.position)
    } else if normalized(field.name) == "state" {
      stateWord = field
    } else {
      throw ChainError.unknownUnit(field.name, at: field.position)
    }
  }

  private mutating func addParameter(_ field: ChainField) throws(ChainError) {
    guard open != nil else {
      throw ChainError(
        .syntax, "\"\(field.whole)\" belongs to no unit; a chain reads UNIT:PARAMETER=VALUE", at: field.position)
    }
    try open?.add(field.name, field.value, at: field.position, valueAt: field.valuePosition)
  }

  private mutating func beginState(
    _ file: String, _ directory: FilePath, at position: ChainPosition
  ) throws(ChainError) {
    stateWord = nil
    open = try ChainItemBuilder(state: directory.appending(FilePath(file)), directory: directory, at: position)
  }

  /// Reads a chain file's units into the chain.
  mutating func include(_ file: FilePath, at position: ChainPosition) throws(ChainError) {
    guard !files.contains(file), files.count < 32 else {
      throw ChainError(.file, "the chain file \(file) includes itself", at: position)
    }
    let bytes: [UInt8]
    do {
      bytes = try file.read()
    } catch {
      throw ChainError(.file, "the chain file \(file) cannot be read: \(error)", at: position)
    }
    files.append(file)
    try read(String(decoding: bytes, as: UTF8.self), source: file.description, directory: file.directory)
    _ = try finish()
    files.removeLast()
  }

  // MARK: JSON

  private mutating func readJSON(_ text: String, source: String, directory: FilePath) throws(ChainError) {
    let json: JSON
    do {
      json = try JSON(text: text)
    } catch {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let position = ChainPosition(
        source: source, line: error.line, column: error.column, excerpt: String(lines[error.line - 1]))
      throw ChainError(.syntax, error.message, at: position)
    }
    guard case .array(let units) = json else { return }
    for (i, unit) in units.enumerated() {
      try readJSONUnit(unit, source: source, path: "[\(i)]", directory: directory)
      _ = try finish()
    }
  }

  private mutating func readJSONUnit(
    _ json: JSON, source: String, path: String, directory: FilePath
  ) throws(ChainError) {
    func place(_ path: String) -> ChainPosition { ChainPosition(source: source, path: path) }
    func string(_ json: JSON, _ path: String) throws(ChainError) -> String {
      guard case .string(let text) = json else { throw ChainError(.syntax, "a string was expected", at: place(path)) }
      return text
    }
    guard case .object(let members) = json else {
      throw ChainError(.syntax, "an object such as {\"unit\": \"lowpass\"} was expected", at: place(path))
    }
    if let name = json["unit"] {
      let name = try string(name, "\(path).unit")
      guard let unit = UnitName(name) else { throw ChainError.unknownUnit(name, at: place("\(path).unit")) }
      open = ChainItemBuilder(unit, directory: directory, at: place(path))
    } else if let file = json["state"] {
      try beginState(try string(file, "\(path).state"), directory, at: place("\(path).state"))
    } else {
      throw ChainError(.syntax, "\"unit\" is missing", at: place(path))
    }
    for (key, value) in members.map({ ($0.key, $0.value) }) where key != "unit" && key != "state" {
      switch (key, value) {
      case ("parameters", .object(let parameters)):
        for parameter in parameters {
          let path = "\(path).parameters.\(parameter.key)"
          try open?.add(parameter.key, parameter.value.chainText, at: place(path), valueAt: place(path))
        }
      case ("parameters", _): throw ChainError(.syntax, "an object was expected", at: place("\(path).parameters"))
      case ("preset", _), ("bypass", _):
        try open?.add(key, value.chainText, at: place("\(path).\(key)"), valueAt: place("\(path).\(key)"))
      default:
        throw ChainError(
          .syntax, "\"\(key)\" is none of a unit's keys: unit or state, parameters, preset, bypass",
          at: place("\(path).\(key)"))
      }
    }
  }
}

extension JSON {
  /// The value as chain text has it; nil where it has none.
  var chainText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): numberText(number)
    case .bool(let isOn): isOn ? "on" : "off"
    case .array(let elements): elements.compactMap(\.chainText).joined(separator: "/")
    case .null, .object: nil
    }
  }
}
