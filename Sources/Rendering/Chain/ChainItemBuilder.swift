import DSPCore
import Glibc
import ParamSpec

/// Gathers one unit's part of a chain and makes sense of it once all of it is there: a preset comes first wherever it
/// stands, and a graphic equaliser's band names hang on the number of bands.
struct ChainItemBuilder {
  fileprivate struct Given {
    let name: String
    let value: String
    let position: ChainPosition
    let valuePosition: ChainPosition
  }

  private var item: ChainItem
  private let directory: FilePath
  private var given: [Given] = []
  private var warnings: [RenderWarning] = []

  var spec: UnitSpec { item.unit.spec }

  init(_ name: UnitName, directory: FilePath, at position: ChainPosition) {
    item = ChainItem(name.unit, position: position)
    item.component = name.component
    self.directory = directory
  }

  /// A unit with the values of a saved state.
  init(state file: FilePath, directory: FilePath, at position: ChainPosition) throws(ChainError) {
    do throws(SavedStateError) {
      let state = try SavedState(contentsOf: file)
      let match = try state.unit()
      item = ChainItem(match.unit, position: position)
      item.component = match.component
      item.state = state
    } catch {
      throw ChainError(.state, "\(file): \(error)", at: position)
    }
    self.directory = directory
  }

  mutating func add(
    _ name: String, _ value: String?, at position: ChainPosition, valueAt valuePosition: ChainPosition
  ) throws(ChainError) {
    guard let value else {
      throw ChainError(
        .syntax, "\"\(name)\" is not PARAMETER=VALUE", at: position,
        choices: .parameters(spec, spec.settableParameters))
    }
    given.append(Given(name: name, value: value, position: position, valuePosition: valuePosition))
  }

  /// The whole of it.
  consuming func finish() throws(ChainError) -> (ChainItem, [RenderWarning]) {
    try takeOwnWords()
    if spec.name == "graphiceq" { try nameBands() }
    for given in given { try set(given) }
    return (item, warnings)
  }

  /// Takes `preset` and `bypass`, which every unit has.
  private mutating func takeOwnWords() throws(ChainError) {
    var seen: [String] = []
    for given in given {
      let name = normalized(given.name)
      guard name == "preset" || name == "bypass" else { continue }
      if seen.contains(name) { throw Self.duplicate(name, given) }
      seen.append(name)
      if name == "preset" {
        item.preset = try preset(given)
      } else if ["on", "1", "true", "yes"].contains(normalized(given.value)) {
        item.isBypassed = true
      } else if !["off", "0", "false", "no"].contains(normalized(given.value)) {
        throw ChainError(.badValue, "bypass: \"\(given.value)\" is not on or off", at: given.valuePosition)
      }
    }
    given.removeAll { seen.contains(normalized($0.name)) }
  }

  private func preset(_ given: Given) throws(ChainError) -> FactoryPreset {
    let presets = spec.presets
    if let number = Int(given.value), let preset = presets.first(where: { $0.number == number }) { return preset }
    if let place = index(of: given.value, in: presets.map(\.name)) { return presets[place] }
    guard !presets.isEmpty else {
      throw ChainError(.unknownPreset, "\(spec.name) has no factory presets", at: given.valuePosition)
    }
    throw ChainError(
      .unknownPreset, "\(spec.name) has no preset \"\(given.value)\"", at: given.valuePosition,
      suggestion: nearest(to: given.value, in: presets.map(\.name)),
      choices: .words(["Presets of \(spec.name):"] + presets.map { "  \($0.number)  \($0.name)" }))
  }

  private mutating func set(_ given: Given) throws(ChainError) {
    let name = try ParameterName(given.name, of: spec, at: given.position)
    if name.isDeprecated {
      warnings.append(
        RenderWarning(
          "deprecated", unit: spec.name, parameter: name.row.key,
          "\(spec.name): \(given.name) is deprecated; \(name.row.key) is set, whose meaning is another"))
    }
    let value: ChainSetting.Value
    if name.row.unit == .file {
      value = .text(directory.appending(FilePath(given.value)).description)
    } else {
      do {
        value = .number(try readValue(given.value, of: name.row))
      } catch {
        throw ChainError(
          .badValue, "\(spec.name): \(name.row.key(index: name.index)): \(error.message)", at: given.valuePosition,
          choices: .parameters(spec, [name.row]))
      }
    }
    try append(ChainSetting(row: name.row, index: name.index, value: value, position: given.position), given)
  }

  private mutating func append(_ setting: ChainSetting, _ given: Given) throws(ChainError) {
    if item.settings.contains(where: { $0.id == setting.id && $0.row.scope == setting.row.scope }) {
      throw Self.duplicate(setting.key, given)
    }
    // AUVarispeed's rate and cents are one quantity: the later wins (decision 25).
    if spec.name == "varispeed" {
      item.settings.removeAll { $0.row.access == .readWrite && $0.row.id <= 1 && setting.row.id <= 1 }
    }
    item.settings.append(setting)
  }

  private static func duplicate(_ key: String, _ given: Given) -> ChainError {
    ChainError(.duplicate, "\(key) is given twice", at: given.position)
  }

  // MARK: AUGraphicEQ

  /// Gives the bands named by their centre, `1khz`, and those of `gains` their keys.
  private mutating func nameBands() throws(ChainError) {
    guard let bands = spec.parameters.first(where: { $0.key == "numberOfBands" }), let gain = spec.parameter(id: 0)?.row
    else { return }
    let count = try numberOfBands(bands)
    var named: [Given] = []
    for given in given {
      if normalized(given.name) == "gains" {
        let gains = given.value.split(separator: "/", omittingEmptySubsequences: false)
        guard gains.count <= count else {
          throw ChainError(
            .badValue, "graphiceq: \(gains.count) gains are given for \(count) bands", at: given.valuePosition)
        }
        for (i, value) in gains.enumerated() {
          named.append(
            Given(
              name: gain.key(index: i), value: String(value), position: given.position,
              valuePosition: given.valuePosition))
        }
      } else if let frequency = Self.frequency(given.name) {
        guard let band = Self.band(frequency, of: count) else {
          let centres = (0..<count).map { Self.nominal(Self.centre($0, of: count)) }
          throw ChainError(
            .unknownParameter, "graphiceq has no band at \(given.name) among its \(count)", at: given.position,
            choices: .words(["Bands: " + centres.joined(separator: ", ")]))
        }
        named.append(given.renamed(gain.key(index: band)))
      } else {
        named.append(given)
      }
    }
    given = named
  }

  private func numberOfBands(_ row: Parameter) throws(ChainError) -> Int {
    var index = Double(row.defaultValue(sampleRate: 44_100))
    if let stored = item.state?.values.first(where: { $0.id == row.id }) { index = Double(stored.value) }
    if let preset = item.preset?.values[row.id] { index = Double(preset) }
    for given in given where (try? ParameterName(given.name, of: spec, at: given.position))?.row.id == row.id {
      if let value = try? readValue(given.value, of: row) { index = value }
    }
    return index == 0 ? 10 : 31
  }

  /// `31hz` and `1khz` in Hz.
  private static func frequency(_ name: String) -> Double? {
    let name = normalized(name)
    guard name.hasSuffix("hz"), let (number, rest) = readNumber(name) else { return nil }
    return rest == "hz" ? number : rest == "khz" ? number * 1000 : nil
  }

  /// The centre of a band in Hz: the base-10 series of IEC 61260, octaves from 31.6 Hz or thirds of an octave from 20.
  private static func centre(_ band: Int, of count: Int) -> Double {
    pow(10, count == 10 ? 1.5 + 0.3 * Double(band) : 1.3 + 0.1 * Double(band))
  }

  /// The band whose centre has that nominal name: within an eighth of an octave.
  private static func band(_ frequency: Double, of count: Int) -> Int? {
    (0..<count).first { abs(log2(frequency / centre($0, of: count))) < 0.125 }
  }

  private static func nominal(_ frequency: Double) -> String {
    let step = pow(10, (log10(frequency)).rounded(.down) - 1)
    let rounded = (frequency / step).rounded() * step
    return rounded < 1000 ? "\(numberText(rounded))hz" : "\(numberText(rounded / 1000))khz"
  }
}

extension ChainItemBuilder.Given {
  fileprivate func renamed(_ name: String) -> Self {
    Self(name: name, value: value, position: position, valuePosition: valuePosition)
  }
}
