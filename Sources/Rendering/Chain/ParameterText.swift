public import ParamSpec

extension Parameter {
  /// The name in chain text of a place within a family, counted from 0: `frequency3`; the key where there is one only.
  public func key(index: Int) -> String {
    count > 1 ? "\(key)\(index + 1)" : key
  }

  /// A value as people read it: `6900 Hz`, `on`, `Band Pass`.
  public func text(_ value: Float) -> String {
    if let word = word(value) { return word }
    let number = numberText(value)
    return unit.symbol.isEmpty ? number : "\(number) \(unit.symbol)"
  }

  /// A value as chain text takes it, without a unit: `6900`, `on`, `'Band Pass'`.
  func chainText(_ value: Double) -> String {
    word(Float(value)).map(quoted) ?? numberText(value)
  }

  private func word(_ value: Float) -> String? {
    if unit == .boolean { return value == 0 ? "off" : "on" }
    guard !valueNames.isEmpty, case .number(let first) = minimum else { return nil }
    let index = Int(exactly: value - first) ?? -1
    return valueNames.indices.contains(index) ? valueNames[index] : nil
  }

  /// Name, range and default at a sample rate in Hz, as the cells of a table.
  public func summary(sampleRate: Double) -> [String] {
    let name = count > 1 ? "\(key)1…\(key)\(count)" : key
    return [
      name, rangeText(sampleRate: sampleRate), defaultText(sampleRate: sampleRate),
    ]
  }

  private func rangeText(sampleRate: Double) -> String {
    if unit == .file { return "a file" }
    if unit == .boolean { return "on, off" }
    if let names = shortNames { return names }
    let ranges = legalRanges(sampleRate: sampleRate)
    if ranges.isEmpty { return "out of reach" }
    let text = ranges.map { "\(numberText($0.lowerBound)) … \(numberText($0.upperBound))" }.joined(separator: " or ")
    return unit.symbol.isEmpty ? text : "\(text) \(unit.symbol)"
  }

  private func defaultText(sampleRate: Double) -> String {
    switch access {
    case .readWrite where unit != .file: "default \(text(defaultValue(sampleRate: sampleRate)))"
    case .readOnly: "meter"
    case .deprecated: "deprecated"
    case .readWrite: ""
    }
  }

  /// The names of the values, where they fit a table.
  private var shortNames: String? {
    let names = valueNames.joined(separator: ", ")
    return names.isEmpty || names.count > 40 ? nil : names
  }

  /// What a user should know that the table does not say.
  public var remarks: [String] {
    var remarks: [String] = []
    if !valueNames.isEmpty && shortNames == nil {
      remarks.append(valueNames.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: ", "))
    }
    switch source {
    case .header: break
    case .ours(let reason): remarks.append(reason)
    case .extension(let purpose): remarks.append(purpose)
    }
    return remarks
  }
}

/// A number with a dot, in no more digits than it takes to read the same Float32 back.
public func numberText(_ value: Float) -> String {
  numberText(Double("\(value)") ?? Double(value))
}

/// A number with a dot, in no more digits than it takes to read it back.
public func numberText(_ value: Double) -> String {
  value.isFinite ? JSON.digits(value) : "\(value)"
}

/// Text as a value of chain text, in quotes where it needs them.
func quoted(_ text: String) -> String {
  let special: Set<Character> = [",", ":", "'", "\"", "\\", "#", "=", "@"]
  guard text.isEmpty || text.contains(where: { $0.isWhitespace || special.contains($0) }) else { return text }
  return "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
}
