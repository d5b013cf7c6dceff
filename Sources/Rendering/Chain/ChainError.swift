public import ParamSpec

/// What is wrong with a chain, and where.
public struct ChainError: Error, Sendable {
  public enum Kind: Sendable, Equatable {
    case syntax, unknownUnit, unknownParameter, ambiguous, duplicate, badValue, outOfRange, unknownPreset
    /// A chain file that cannot be read.
    case file
    /// A saved state that cannot be read.
    case state
    /// A session's sound file that cannot be read.
    case input
    /// A unit that cannot be rendered, or not in this format.
    case unsupported
  }

  /// What could have stood there.
  public enum Choices: Sendable {
    case none
    case units([UnitSpec])
    case parameters(UnitSpec, [Parameter])
    case words([String])
  }

  public let kind: Kind
  /// A sentence without the position.
  public let message: String
  public let position: ChainPosition
  /// The nearest name, where one is near.
  public let suggestion: String?
  public let choices: Choices

  init(
    _ kind: Kind, _ message: String, at position: ChainPosition, suggestion: String? = nil, choices: Choices = .none
  ) {
    self.kind = kind
    self.message = message
    self.position = position
    self.suggestion = suggestion
    self.choices = choices
  }
}

extension ChainError: CustomStringConvertible {
  /// Position, message and suggestion on a line.
  public var description: String {
    "\(position): \(message)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
  }

  /// The text with a mark under the place, and what could stand there, with ranges at a sample rate in Hz.
  public func details(sampleRate: Double) -> [String] {
    var lines: [String] = []
    if !position.excerpt.isEmpty && position.excerpt.count <= 200 {
      lines.append("  " + position.excerpt)
      lines.append("  " + String(repeating: " ", count: position.column - 1) + "^")
    }
    switch choices {
    case .none: break
    case .units(let units):
      lines += wrapped("Units: " + units.map(\.name).joined(separator: ", "), indentation: "  ")
    case .parameters(let spec, let rows):
      lines.append("Parameters of \(spec.name) at \(numberText(sampleRate)) Hz:")
      lines += columns(rows.map { $0.summary(sampleRate: sampleRate) })
    case .words(let words): lines += words.map { "  " + $0 }
    }
    return lines
  }
}

/// Lines of a table: cells padded to the width of their column, two spaces between.
public func columns(_ rows: [[String]]) -> [String] {
  let widths = rows.reduce(into: [Int]()) { widths, row in
    for (i, cell) in row.enumerated() {
      if i == widths.count { widths.append(0) }
      widths[i] = max(widths[i], cell.count)
    }
  }
  return rows.map { row in
    let cells = row.enumerated().map { i, cell in
      i == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[i] - cell.count)
    }
    var line = "  " + cells.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// Text in lines of at most 100 characters, where its words allow; all but the first are indented.
public func wrapped(_ text: String, indentation: String = "") -> [String] {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + 1 + word.count <= 100 {
      lines[lines.count - 1] += " " + word
    } else {
      lines.append((lines.isEmpty ? "" : indentation) + word)
    }
  }
  return lines
}
