/// A piece of chain text between separators: `cutoff=6900`, `reverb`, `@presets/telephone.fx`.
struct ChainField {
  enum Separator {
    /// A comma, a newline or the start of the text.
    case comma
    case colon
  }

  /// What stands before the field.
  let separator: Separator
  /// What precedes the first `=`, or all of it where there is none. Quotes and backslashes are taken out.
  var name = ""
  /// What follows the first `=`.
  var value: String?
  /// Whether the name is in quotes, and so may begin with an `@` of its own.
  var isQuoted = false
  var position: ChainPosition
  var valuePosition: ChainPosition

  var isEmpty: Bool { name.isEmpty && value == nil && !isQuoted }

  /// The field as it would be without any meaning of `=`.
  var whole: String { value.map { "\(name)=\($0)" } ?? name }
}

/// Cuts chain text into fields: separators, quotes, backslashes, comments.
struct ChainTextLexer {
  private let text: [Character]
  private let source: String
  private var place = 0
  private var line = 1
  private var lineStart = 0

  static func fields(of text: String, source: String) throws(ChainError) -> [ChainField] {
    var lexer = ChainTextLexer(text: Array(text), source: source)
    var fields: [ChainField] = []
    var separator = ChainField.Separator.comma
    while let next = try lexer.field(after: separator, into: &fields) { separator = next }
    return fields
  }

  private init(text: [Character], source: String) {
    self.text = text
    self.source = source
  }

  private var next: Character? { place < text.count ? text[place] : nil }

  private var position: ChainPosition { position(at: place) }

  private func position(at place: Int) -> ChainPosition {
    let excerpt = text[lineStart...].prefix { !$0.isNewline }
    return ChainPosition(source: source, line: line, column: place - lineStart + 1, excerpt: String(excerpt))
  }

  private mutating func advance() -> Character {
    let character = text[place]
    place += 1
    if character.isNewline {
      line += 1
      lineStart = place
    }
    return character
  }

  /// Reads one field, unless it is empty, and what ends it; nil at the end of the text.
  private mutating func field(
    after separator: ChainField.Separator, into fields: inout [ChainField]
  ) throws(ChainError) -> ChainField.Separator? {
    skipSpace()
    var field = ChainField(separator: separator, position: position, valuePosition: position)
    var part = ""
    if next == "@" { part.append(advance()) }
    var isClosed = try quotation(into: &part)
    field.isQuoted = isClosed && !part.hasPrefix("@")
    var end: ChainField.Separator?
    reading: while let character = next {
      switch character {
      case ",", ":":
        end = character == "," ? .comma : .colon
        _ = advance()
        break reading
      case _ where character.isNewline:
        end = .comma
        _ = advance()
        break reading
      case _ where character.isWhitespace:
        let start = place
        skipSpace()
        if let next, !isSeparator(next), !(next == "=" && field.value == nil) { part += String(text[start..<place]) }
      case "=" where field.value == nil:
        _ = advance()
        field.name = part
        field.value = ""
        part = ""
        skipSpace()
        field.valuePosition = position
        isClosed = try quotation(into: &part)
      case _ where isClosed:
        throw ChainError(.syntax, "nothing may follow a closing quote but a separator", at: position)
      case "\\":
        _ = advance()
        guard next != nil else {
          throw ChainError(.syntax, "nothing follows the backslash", at: position(at: place - 1))
        }
        part.append(advance())
      default: part.append(advance())
      }
    }
    if field.value == nil { field.name = part } else { field.value = part }
    if !field.isEmpty { fields.append(field) }
    return end
  }

  private func isSeparator(_ character: Character) -> Bool {
    character == "," || character == ":" || character.isNewline
  }

  /// Passes white space and a comment, up to the end of the line.
  private mutating func skipSpace() {
    while let character = next, character.isWhitespace, !character.isNewline { place += 1 }
    let isComment = next == "#" && (place == 0 || text[place - 1].isWhitespace)
    if isComment { while let character = next, !character.isNewline { place += 1 } }
  }

  /// Reads what stands in quotes, if that is what comes next.
  private mutating func quotation(into part: inout String) throws(ChainError) -> Bool {
    guard let quote = next, quote == "\"" || quote == "'" else { return false }
    let start = position
    _ = advance()
    while let character = next {
      _ = advance()
      if character == quote { return true }
      if character == "\\", next != nil { part.append(advance()) } else { part.append(character) }
    }
    throw ChainError(.syntax, "the quote is not closed", at: start)
  }
}
