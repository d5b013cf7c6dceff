import DSPCore
import ParamSpec
import Testing

/// What holds for every table.
@Suite struct TableTests {
  static let names = allUnits.map(\.spec.name)

  private func spec(_ name: String) throws -> UnitSpec {
    try #require(allUnits.first { $0.spec.name == name }).spec
  }

  /// As names are compared: case, `-`, `_` and spaces do not count (cli.md).
  private func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// The high shelf has no legal frequency where 10 kHz cannot be reached (reference/decisions.md, 8 and 33).
  @Test(arguments: names) func `every range holds its default`(_ name: String) throws {
    for sampleRate in [8000.0, 22_050, 44_100, 96_000, 192_000] {
      for row in try spec(name).parameters {
        guard let range = row.range(sampleRate: sampleRate) else {
          #expect(row.constant == "kHighShelfParam_CutOffFrequency" && sampleRate < 20_200)
          continue
        }
        #expect(range.contains(row.defaultValue(sampleRate: sampleRate)), "\(row.key) at \(sampleRate) Hz")
      }
    }
  }

  @Test(arguments: names) func `keys and numbers are unique within a unit`(_ name: String) throws {
    let rows = try spec(name).parameters
    #expect(Set(rows.map { plain($0.key) }).count == rows.count)
    let numbers = rows.filter { $0.access != .deprecated }.flatMap { $0.id..<$0.id + UInt32($0.count) }
    #expect(Set(numbers).count == numbers.count)
  }

  @Test func `no name means two units`() {
    let names = allUnits.flatMap { unit in
      Set(([unit.spec.name, unit.spec.title] + unit.spec.aliases).map(plain))
    }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: names) func `codes are four characters`(_ name: String) throws {
    let components = try spec(name).components
    #expect(!components.isEmpty)
    for component in components {
      for code in [component.type, component.subtype, component.manufacturer] { #expect(code.utf8.count == 4) }
    }
  }

  @Test(arguments: names) func `indexed parameters name each of their values or none`(_ name: String) throws {
    for row in try spec(name).parameters where !row.valueNames.isEmpty {
      #expect(row.unit == .indexed && row.minimum == 0)
      #expect(row.maximum == .number(Float(row.valueNames.count - 1)))
      #expect(Set(row.valueNames.map(plain)).count == row.valueNames.count)
    }
  }

  @Test(arguments: names) func `extensions are numbered apart from Apple's parameters`(_ name: String) throws {
    for row in try spec(name).parameters {
      if case .extension = row.source {
        #expect(row.id >= 60_000 && row.constant.isEmpty)
      } else {
        #expect(row.id < 60_000)
      }
    }
  }

  @Test(arguments: names) func `factory presets are numbered from 0 and set what the unit has`(_ name: String) throws {
    let spec = try spec(name)
    #expect(spec.presets.map(\.number) == Array(spec.presets.indices))
    #expect(Set(spec.presets.map { plain($0.name) }).count == spec.presets.count)
    for preset in spec.presets {
      for id in preset.values.keys { #expect(spec.parameter(id: id)?.row.access == .readWrite) }
    }
  }

  @Test(
    arguments: [
      ("kHipassParam_CutoffFrequency", "cutoffFrequency"), ("kMultibandCompressorParam_EQ1", "eq1"),
      ("kParametricEQParam_Q", "q"), ("k3DMixerParam_GlobalReverbGain", "globalReverbGain"),
      ("kMultibandFilter_LowFilterType", "lowFilterType"),
    ])
  func `a key is the constant without its prefix`(_ constant: String, _ key: String) {
    #expect(allUnits.flatMap(\.spec.parameters).first { $0.constant == constant }?.key == key)
  }

  @Test func `a large room's size is a decay or a delay`() {
    #expect(MatrixReverb.largeSize.alternative == 0.008...0.2)
    #expect(MatrixReverb.largeSize.range(sampleRate: 44_100) == 0.4...10)
  }

  @Test func `no frequency passes 0.495 of the sample rate`() {
    #expect(Distortion.ringModFreq1.range(sampleRate: 8000) == 0.5...3960)
    #expect(MatrixReverb.filterFrequency.range(sampleRate: 32_000) == 10...15_840)
    #expect(Delay.lopassCutoff.defaultValue(sampleRate: 22_050) == 10_914.75)
  }
}
