/// Reads a property list from XML: the elements of Apple's PropertyList-1.0 in UTF-8.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The list that the file holds; nothing but space and comments may follow.
  mutating func read() throws(PropertyListError) -> PropertyList {
    let start = try tag()
    guard start.name == "plist", start.kind == .opening else { throw failure("there is no <plist>") }
    let list = try value(try tag())
    guard try tag() == Tag(name: "plist", kind: .closing) else { throw failure("</plist> is missing") }
    try skipMisc()
    guard position == bytes.count else { throw failure("something follows </plist>") }
    return list
  }

  private struct Tag: Equatable {
    enum Kind { case opening, closing, empty }
    let name: String
    let kind: Kind
  }

  private func failure(_ message: String) -> PropertyListError {
    PropertyListError(message: message, offset: position)
  }

  private mutating func value(_ tag: Tag) throws(PropertyListError) -> PropertyList {
    guard tag.kind != .closing else { throw failure("a value is missing before </\(tag.name)>") }
    let isEmpty = tag.kind == .empty
    switch tag.name {
    case "dict": return .dictionary(isEmpty ? [] : try dictionary())
    case "array": return .array(isEmpty ? [] : try array())
    case "true", "false":
      if !isEmpty { try close(tag.name) }
      return .boolean(tag.name == "true")
    default: return try scalar(tag.name, isEmpty ? "" : try content(of: tag.name))
    }
  }

  private mutating func array() throws(PropertyListError) -> [PropertyList] {
    try enter()
    defer { depth -= 1 }
    var elements: [PropertyList] = []
    while true {
      let tag = try tag()
      if tag == Tag(name: "array", kind: .closing) { return elements }
      elements.append(try value(tag))
    }
  }

  private mutating func dictionary() throws(PropertyListError) -> [PropertyList.Entry] {
    try enter()
    defer { depth -= 1 }
    var entries: [PropertyList.Entry] = []
    while true {
      let tag = try tag()
      if tag == Tag(name: "dict", kind: .closing) { return entries }
      guard tag.name == "key", tag.kind != .closing else { throw failure("a key is missing") }
      let key = tag.kind == .empty ? "" : try content(of: "key")
      entries.append(PropertyList.Entry(key, try value(try self.tag())))
    }
  }

  private mutating func enter() throws(PropertyListError) {
    depth += 1
    guard depth <= PropertyList.deepest else { throw failure("lists lie too deep within one another") }
  }

  private func scalar(_ name: String, _ text: String) throws(PropertyListError) -> PropertyList {
    let value: PropertyList? =
      switch name {
      case "string": .string(text)
      case "integer": integer(trimmed(text)).map { .integer($0) }
      case "real": Double(trimmed(text)).map { .real($0) }
      case "data": Base64.decode(text.utf8).map { .data($0) }
      case "date": PropertyListDate.seconds(trimmed(text)).map { .date($0) }
      default: throw failure("there is no element <\(name)>")
      }
    guard let value else { throw failure("this is no \(name)") }
    return value
  }

  private func integer(_ text: String) -> Int128? {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == "+" }
    guard text.count - digits.count <= 1 else { return nil }
    guard digits.lowercased().hasPrefix("0x") else { return Int128(text) }
    return Int128(digits.dropFirst(2), radix: 16).map { isNegative ? -$0 : $0 }
  }

  private func trimmed(_ text: String) -> String {
    let isSpace = { (c: Character) in c.isWhitespace }
    let start = text.drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }

  // MARK: Markup

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for i in 0..<count where bytes[position + i] != text.utf8Start[i] { return false }
    return true
  }

  /// Goes behind the next place where the text stands.
  private mutating func skip(past text: StaticString) throws(PropertyListError) {
    while position < bytes.count {
      if starts(with: text) {
        position += text.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw failure("the file ends early")
  }

  /// Skips space, comments, the XML declaration and the document type.
  private mutating func skipMisc() throws(PropertyListError) {
    while position < bytes.count {
      if Self.isSpace(bytes[position]) {
        position += 1
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!DOCTYPE") {
        try skip(past: ">")
      } else {
        return
      }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The next tag. Attributes are read over, and text that stands between elements, as templates of states hold it.
  private mutating func tag() throws(PropertyListError) -> Tag {
    repeat {
      try skipMisc()
      while position < bytes.count && bytes[position] != UInt8(ascii: "<") { position += 1 }
    } while starts(with: "<!--")
    guard position < bytes.count else { throw failure("the file ends early") }
    position += 1
    let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if isClosing { position += 1 }
    let start = position
    try skip(past: ">")
    var inside = bytes[start..<position - 1]
    let isEmpty = inside.last == UInt8(ascii: "/")
    if isEmpty { inside.removeLast() }
    let name = inside.prefix { !Self.isSpace($0) }
    guard name.count <= 8 else { throw failure("there is no such element") }
    return Tag(name: String(decoding: name, as: UTF8.self), kind: isClosing ? .closing : isEmpty ? .empty : .opening)
  }

  private mutating func close(_ name: String) throws(PropertyListError) {
    guard try tag() == Tag(name: name, kind: .closing) else { throw failure("</\(name)> is missing") }
  }

  /// The text up to the closing tag, with references and CDATA resolved.
  private mutating func content(of name: String) throws(PropertyListError) -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if starts(with: "<![CDATA[") {
        position += 9
        let start = position
        try skip(past: "]]>")
        text += bytes[start..<position - 3]
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else if byte == UInt8(ascii: "<") {
        try close(name)
        guard let string = String(validating: text, as: UTF8.self) else { throw failure("this is not UTF-8") }
        return string
      } else if byte == UInt8(ascii: "&") {
        text += try reference()
      } else {
        text.append(byte)
        position += 1
      }
    }
    throw failure("the file ends early")
  }

  private mutating func reference() throws(PropertyListError) -> [UInt8] {
    let rest = bytes[(position + 1)...].prefix(10)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw failure("a reference has no end") }
    let name = String(decoding: bytes[position + 1..<end], as: UTF8.self)
    let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name]
    let scalar =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let text = named ?? scalar.flatMap(Unicode.Scalar.init).map({ String($0) }) else {
      throw failure("&\(name); stands for nothing")
    }
    position = end + 1
    return Array(text.utf8)
  }
}

// MARK: - Writing

extension PropertyList {
  /// The list as Apple writes it: tabs, and data in lines of 76 columns.
  var xml: [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(to: &text, indentation: "")
    return Array((text + "</plist>\n").utf8)
  }

  private func write(to text: inout String, indentation: String) {
    func line(_ element: String, _ content: String) {
      text += "\(indentation)<\(element)>\(content)</\(element)>\n"
    }
    switch self {
    case .boolean(let value): text += "\(indentation)<\(value)/>\n"
    case .integer(let value): line("integer", "\(value)")
    case .real(let value): line("real", value.isFinite ? numberText(value) : "\(value)")
    case .string(let value): line("string", Self.escaped(value))
    case .date(let seconds): line("date", PropertyListDate.text(seconds))
    case .data(let bytes):
      let width = max(4, (76 - 8 * indentation.utf8.count) / 4 * 4)
      line("data", "\n" + Base64.lines(bytes, width: width).map { indentation + $0 + "\n" }.joined() + indentation)
    case .array(let elements) where elements.isEmpty: text += "\(indentation)<array/>\n"
    case .array(let elements):
      text += "\(indentation)<array>\n"
      for element in elements { element.write(to: &text, indentation: indentation + "\t") }
      text += "\(indentation)</array>\n"
    case .dictionary(let entries) where entries.isEmpty: text += "\(indentation)<dict/>\n"
    case .dictionary(let entries):
      text += "\(indentation)<dict>\n"
      for entry in entries {
        text += "\(indentation)\t<key>\(Self.escaped(entry.key))</key>\n"
        entry.value.write(to: &text, indentation: indentation + "\t")
      }
      text += "\(indentation)</dict>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
