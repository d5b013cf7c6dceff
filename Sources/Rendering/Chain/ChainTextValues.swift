import Glibc
public import ParamSpec

/// A value that the text does not give; what is wrong as a sentence.
struct ValueError: Error {
  let message: String
}

/// Reads a value of a parameter: a number with an SI prefix or unit, a word, a name.
func readValue(_ text: String, of row: Parameter) throws(ValueError) -> Double {
  if text.isEmpty { throw ValueError(message: "a value is missing") }
  if let word = readWord(text, of: row) { return word }
  guard let (number, rest) = readNumber(text) else {
    throw ValueError(message: "\"\(text)\" is not \(expectation(row))")
  }
  guard let value = convert(number, suffix: String(rest), to: row.unit) else {
    throw ValueError(message: "\"\(text)\" is not \(expectation(row)): \"\(rest)\" does not belong there")
  }
  guard value.isFinite else { throw ValueError(message: "\"\(text)\" is no finite number") }
  if row.unit == .boolean || !row.valueNames.isEmpty {
    guard row.range(sampleRate: 44_100)?.contains(Float(value)) == true, value == value.rounded() else {
      throw ValueError(message: "\"\(text)\" is not \(expectation(row))")
    }
  }
  return value
}

/// What a parameter takes, to follow "is not".
private func expectation(_ row: Parameter) -> String {
  if row.unit == .boolean { return "on or off" }
  guard !row.valueNames.isEmpty, case .number(let first) = row.minimum else {
    return row.unit.symbol.isEmpty ? "a number" : "a number in \(row.unit.symbol)"
  }
  let last = Int(first) + row.valueNames.count - 1
  return "\(list(row.valueNames, "or")), or a number from \(Int(first)) to \(last)"
}

/// A word for a value: on and off, or the name of an indexed value, or its beginning.
private func readWord(_ text: String, of row: Parameter) -> Double? {
  let wanted = normalized(text)
  if row.unit == .boolean {
    if ["on", "true", "yes"].contains(wanted) { return 1 }
    if ["off", "false", "no"].contains(wanted) { return 0 }
  }
  guard case .number(let first) = row.minimum, let place = index(of: wanted, in: row.valueNames) else { return nil }
  return Double(first) + Double(place)
}

/// The place of a name among others, by all of it or by a beginning that only one has.
func index(of name: String, in names: [String]) -> Int? {
  let wanted = normalized(name)
  let all = names.map { normalized($0) }
  if let exact = all.firstIndex(of: wanted) { return exact }
  let isWord = wanted.contains { $0.isLetter }
  let beginnings = all.indices.filter { isWord && all[$0].hasPrefix(wanted) }
  return beginnings.count == 1 ? beginnings[0] : nil
}

/// Reads a number from the start of the text: digits with a dot in every locale, an exponent, or a fraction `1/32`.
func readNumber(_ text: String) -> (value: Double, rest: Substring)? {
  guard let (value, rest) = readDecimal(text[...], signed: true) else { return nil }
  guard rest.first == "/" else { return (value, rest) }
  guard let (divisor, end) = readDecimal(rest.dropFirst(), signed: false), divisor != 0 else { return nil }
  return (value / divisor, end)
}

private func readDecimal(_ text: Substring, signed: Bool) -> (value: Double, rest: Substring)? {
  var rest = text
  var digits = ""
  func take(_ isWanted: (Character) -> Bool, atMost limit: Int = .max) -> Int {
    let run = rest.prefix(limit).prefix(while: isWanted)
    digits += run
    rest = rest.dropFirst(run.count)
    return run.count
  }
  let isDigit: (Character) -> Bool = { $0.isASCII && $0.isNumber }
  if signed { _ = take({ $0 == "+" || $0 == "-" }, atMost: 1) }
  var count = take(isDigit)
  if take({ $0 == "." }, atMost: 1) > 0 {
    let decimals = take(isDigit)
    if decimals == 0 { digits += "0" }
    count += decimals
  }
  guard count > 0 else { return nil }
  let mantissa = (digits, rest)
  if take({ $0 == "e" || $0 == "E" }, atMost: 1) > 0 {
    _ = take({ $0 == "+" || $0 == "-" }, atMost: 1)
    if take(isDigit) == 0 { (digits, rest) = mantissa }
  }
  return Double(digits).map { ($0, rest) }
}

/// Reads a number with an SI prefix or unit that suits; nil where the text is none.
public func readNumber(_ text: String, in unit: ValueUnit) -> Double? {
  guard let (number, rest) = readNumber(text), let value = convert(number, suffix: String(rest), to: unit) else {
    return nil
  }
  return value.isFinite ? value : nil
}

/// Brings a number with what is written behind it to a parameter's unit; nil where that does not suit it.
private func convert(_ number: Double, suffix: String, to unit: ValueUnit) -> Double? {
  let suffix = suffix.filter { !$0.isWhitespace }
  if suffix.isEmpty { return number }
  func scaled(_ units: String..., times factor: Double = 1) -> Double? {
    for name in units where suffix.lowercased().hasSuffix(name) {
      if let scale = prefixes[String(suffix.dropLast(name.count))] { return number * scale * factor }
    }
    return nil
  }
  func plain(_ units: String..., times factor: Double = 1) -> Double? {
    units.contains(suffix.lowercased()) ? number * factor : nil
  }
  let kilo = ["k", "K"].contains(suffix) ? number * 1000 : nil
  switch unit {
  case .hertz: return scaled("hz", "hertz") ?? kilo
  case .seconds: return scaled("s", "sec", "secs", "second", "seconds")
  case .milliseconds: return scaled("s", "sec", "secs", "second", "seconds", times: 1000)
  case .meters: return scaled("m", "meter", "meters", "metre", "metres")
  case .sampleFrames: return plain("frames", "samples", "frame", "sample") ?? kilo
  case .percent, .equalPowerCrossfade: return plain("%", "percent")
  case .decibels: return plain("db")
  case .linearGain: return plain("db").map { pow(10, $0 / 20) } ?? plain("x", "×")
  case .cents: return plain("ct", "cent", "cents") ?? plain("st", times: 100) ?? plain("oct", times: 1200)
  case .relativeSemitones: return plain("st", "semitone", "semitones") ?? plain("ct", times: 0.01)
  case .octaves: return plain("oct", "octave", "octaves") ?? plain("ct", times: 1 / 1200.0)
  case .degrees: return plain("°", "deg", "degree", "degrees")
  case .rate: return plain("x", "×")
  case .generic: return kilo
  case .indexed, .boolean, .mixerFaderCurve1, .pan, .file: return nil
  }
}

private let prefixes: [String: Double] = [
  "": 1, "k": 1e3, "K": 1e3, "M": 1e6, "c": 1e-2, "m": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6,
]
