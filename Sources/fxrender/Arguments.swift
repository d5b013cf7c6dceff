import ParamSpec
import Rendering

/// The words of the command line as the system hands them over: bytes.
func commandLine() -> [FilePath] {
  (1..<max(1, Int(CommandLine.argc))).map { i in
    var end = CommandLine.unsafeArgv[i]!
    let start = end
    while end.pointee != 0 { end += 1 }
    let count = end - start
    return FilePath(bytes: UnsafeBufferPointer(start: start, count: count).map { UInt8(bitPattern: $0) })
  }
}

/// An option of a command, `--name` or `--name VALUE`.
struct Option {
  let name: String
  /// What the help calls the value; nil for a switch.
  let value: String?
  let help: String

  init(_ name: String, _ value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  init(_ name: String, _ help: String) {
    self.init(name, nil, help)
  }
}

/// A command's words and options.
struct Arguments {
  /// Everything that is no option, in order.
  private(set) var words: [FilePath] = []
  private var values: [String: FilePath] = [:]

  init(_ arguments: ArraySlice<FilePath>, options: [Option]) throws {
    var rest = arguments
    while let word = rest.popFirst() {
      guard word.bytes.first == UInt8(ascii: "-"), !word.isStandardStream else {
        words.append(word)
        continue
      }
      if word == "--" {
        words += rest
        break
      }
      let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")) ?? word.bytes.endIndex
      let option = try Self.find(FilePath(bytes: word.bytes[..<equals]).description, in: options)
      guard values[option.name] == nil else { throw Failure(.usage, "--\(option.name) is given twice") }
      if equals < word.bytes.endIndex {
        guard option.value != nil else { throw Failure(.usage, "--\(option.name) takes no value") }
        values[option.name] = FilePath(bytes: word.bytes[(equals + 1)...])
      } else if let value = option.value {
        guard let next = rest.popFirst() else { throw Failure(.usage, "--\(option.name) needs a value: \(value)") }
        values[option.name] = next
      } else {
        values[option.name] = ""
      }
    }
  }

  /// The option of that name, or the only one that begins with it.
  private static func find(_ word: String, in options: [Option]) throws -> Option {
    let short = ["-h": "--help", "-V": "--version", "-q": "--quiet"]
    let name = (short[word] ?? word).drop { $0 == "-" }
    guard word.hasPrefix("--") || short[word] != nil else {
      let near = options.filter { $0.name.hasPrefix(name) }.map { "--\($0.name)" }.joined(separator: " or ")
      let hint = near.isEmpty || name.isEmpty ? "" : "; options have two dashes: \(near)"
      throw Failure(
        .usage, "unknown option \"\(word)\"\(hint); a file of that name is written ./\(word), or behind --")
    }
    let matches = options.filter { $0.name == name }
    let beginnings = matches.isEmpty && !name.isEmpty ? options.filter { $0.name.hasPrefix(name) } : matches
    switch beginnings.count {
    case 1: return beginnings[0]
    case 0:
      let hint = nearest(to: String(name), in: options.map(\.name)).map { "; did you mean --\($0)?" } ?? ""
      throw Failure(.usage, "unknown option \"\(word)\"\(hint)")
    default:
      let names = beginnings.map { "--\($0.name)" }.joined(separator: ", ")
      throw Failure(.usage, "\"\(word)\" may be any of \(names)")
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func path(_ name: String) -> FilePath? { values[name] }
  func text(_ name: String) -> String? { values[name]?.description }

  /// A number within a range, with an SI prefix or unit that suits.
  func number(_ name: String, in unit: ValueUnit, _ range: ClosedRange<Double>) throws -> Double? {
    guard let text = text(name) else { return nil }
    guard let number = readNumber(text, in: unit), range.contains(number) else {
      let symbol = unit.symbol.isEmpty ? "" : " \(unit.symbol)"
      throw Failure(
        .usage,
        "--\(name): \"\(text)\" is not a number from \(numberText(range.lowerBound)) to \(numberText(range.upperBound))\(symbol)"
      )
    }
    return number
  }

  func wholeNumber(_ name: String, in unit: ValueUnit = .generic, _ range: ClosedRange<Int>) throws -> Int? {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    guard let number = try number(name, in: unit, bounds) else { return nil }
    guard number == number.rounded() else { throw Failure(.usage, "--\(name): \(number) is not a whole number") }
    return Int(number)
  }

  /// One of a type's names.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _: Choice.Type) throws -> Choice? {
    guard let text = text(name) else { return nil }
    if let choice = Choice(rawValue: text.lowercased()) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    let hint = nearest(to: text, in: names).map { "; did you mean \($0)?" } ?? ""
    throw Failure(
      .usage, "--\(name): there is no \"\(text)\"\(hint)", details: ["  One of " + names.joined(separator: ", ")])
  }
}
