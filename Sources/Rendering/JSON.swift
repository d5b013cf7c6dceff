/// A JSON value. Objects keep their order, numbers are written with a dot and no more digits than they need.
///
/// Ours, because Foundation's takes longer to load than `fxrender units` to run.
public enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  public struct Member: Sendable, Equatable {
    public let key: String
    public let value: JSON

    public init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// A Float32 by its own shortest digits: 0.1 and not 0.10000000149011612.
  public static func number(_ value: Float) -> JSON {
    .number(Double("\(value)") ?? Double(value))
  }

  public static func number(_ value: Int) -> JSON {
    .number(Double(value))
  }

  public static func optional(_ value: String?) -> JSON {
    value.map { .string($0) } ?? .null
  }

  public static func optional(_ value: Double?) -> JSON {
    value.map { .number($0) } ?? .null
  }

  /// The value under a key of an object.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

// MARK: - Writing

extension JSON {
  /// The text, two spaces a level, a closing newline; what fits a line stays on it.
  public var text: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  /// The text on one line. Strings hold no line ends of their own.
  public var line: String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ") + "\n"
  }

  private func write(to text: inout String, indentation: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += Self.digits(value)
    case .string(let value): Self.quote(value, to: &text)
    case .array(let elements):
      Self.list(elements, "[", "]", to: &text, indentation) { $0.write(to: &$1, indentation: $2) }
    case .object(let members):
      Self.list(members, "{", "}", to: &text, indentation) {
        Self.quote($0.key, to: &$1)
        $1 += ": "
        $0.value.write(to: &$1, indentation: $2)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indentation: Int,
    write: (Element, inout String, Int) -> Void
  ) {
    var parts: [String] = []
    for element in elements {
      var part = ""
      write(element, &part, indentation + 2)
      parts.append(part)
    }
    let length = parts.reduce(indentation) { $0 + $1.utf8.count + 2 }
    if length <= 110 && !parts.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }) {
      text += open + parts.joined(separator: ", ") + close
    } else {
      let margin = String(repeating: " ", count: indentation)
      text += open + "\n" + parts.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n" + margin + close
    }
  }

  /// The shortest digits that read back as the same number; null for what JSON has no number for.
  static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case "\0"..<" ", "\u{7F}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

// MARK: - Reading

/// Text that is not JSON: what is wrong, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  public let message: String
  /// From 1.
  public let line, column: Int

  public var description: String { "\(line):\(column): \(message)" }
}

extension JSON {
  /// Reads JSON as RFC 8259 has it. The same key twice in an object is an error.
  public init(text: String) throws(JSONError) {
    var reader = Reader(Array(text.utf8))
    self = try reader.document()
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func document() throws(JSONError) -> JSON {
      let value = try value(depth: 0)
      skipSpace()
      guard position == bytes.count else { throw error("nothing may follow the value") }
      return value
    }

    private func error(_ message: String, at place: Int? = nil) -> JSONError {
      let before = bytes[..<min(place ?? position, bytes.count)]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      return JSONError(
        message: message, line: line, column: String(decoding: before[start...], as: UTF8.self).count + 1)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
      while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipSpace()
      guard next == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
      skipSpace()
      guard depth < 100 else { throw error("nested too deeply") }
      switch next {
      case UInt8(ascii: "{"): return try object(depth)
      case UInt8(ascii: "["): return try array(depth)
      case UInt8(ascii: "\""): return .string(try string())
      case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return .number(try number())
      default:
        for (word, value) in [("null", JSON.null), ("true", .bool(true)), ("false", .bool(false))]
        where bytes[position...].starts(with: word.utf8) {
          position += word.utf8.count
          return value
        }
        throw error(next == nil ? "the text ends too early" : "a value was expected")
      }
    }

    private mutating func array(_ depth: Int) throws(JSONError) -> JSON {
      position += 1
      var elements: [JSON] = []
      if take("]") { return .array([]) }
      while true {
        elements.append(try value(depth: depth + 1))
        if take("]") { return .array(elements) }
        guard take(",") else { throw error("\",\" or \"]\" was expected") }
      }
    }

    private mutating func object(_ depth: Int) throws(JSONError) -> JSON {
      position += 1
      var members: [Member] = []
      if take("}") { return .object([]) }
      while true {
        skipSpace()
        let start = position
        guard next == UInt8(ascii: "\"") else { throw error("a key in double quotes was expected") }
        let key = try string()
        guard !members.contains(where: { $0.key == key }) else { throw error("\"\(key)\" is given twice", at: start) }
        guard take(":") else { throw error("\":\" was expected") }
        members.append(Member(key: key, value: try value(depth: depth + 1)))
        if take("}") { return .object(members) }
        guard take(",") else { throw error("\",\" or \"}\" was expected") }
      }
    }

    private mutating func number() throws(JSONError) -> Double {
      let start = position
      while let byte = next, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
      let digits = bytes[start..<position]
      let unsigned = digits.first == UInt8(ascii: "-") ? digits.dropFirst() : digits
      let isDecimal = unsigned.first.map { $0 >= 0x30 && $0 <= 0x39 } == true
      let hasLeadingZero =
        unsigned.count > 1 && unsigned.first == 0x30 && unsigned.dropFirst().first! >= 0x30
        && unsigned.dropFirst().first! <= 0x39
      guard isDecimal, !hasLeadingZero, unsigned.last != UInt8(ascii: "."),
        let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite
      else { throw error("not a number", at: start) }
      return value
    }

    private mutating func string() throws(JSONError) -> String {
      let start = position
      position += 1
      var content: [UInt8] = []
      while let byte = next {
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
        case UInt8(ascii: "\\"): content.append(contentsOf: String(try escape()).utf8)
        case 0..<0x20: throw error("a control character within a string", at: position - 1)
        default: content.append(byte)
        }
      }
      throw error("the string is not closed", at: start)
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
      guard let byte = next else { throw error("the text ends too early") }
      position += 1
      switch byte {
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
      case UInt8(ascii: "u"):
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // A surrogate pair; half of one is no character.
        if bytes[position...].starts(with: "\\u".utf8), unit < 0xDC00 {
          position += 2
          let low = try hexadecimal()
          if (0xDC00..<0xE000).contains(low) {
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
          }
        }
        throw error("half a surrogate pair")
      default: throw error("an unknown escape", at: position - 1)
      }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
      let digits = bytes[position...].prefix(4)
      guard digits.count == 4, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
        throw error("four hexadecimal digits were expected")
      }
      position += 4
      return value
    }
  }
}
