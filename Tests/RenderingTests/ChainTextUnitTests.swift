import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Chain text as each kind of unit needs it.
@Suite struct ChainTextUnitTests {
  private func canonical(_ text: String) throws -> String {
    try ChainDescription(text).description
  }

  private func error(_ text: String) throws -> ChainError {
    try #require(throws: ChainError.self) { try ChainDescription(text) }
  }

  private func values(_ text: String, at rate: Double = 44_100) throws -> ParameterStore {
    try #require(ChainDescription(text).resolved(sampleRate: rate).units.first).values
  }

  // MARK: Names

  @Test(
    arguments: [
      ("peq", "parametriceq"), ("geq", "graphiceq"), ("compressor", "dynamics"), ("matrixreverb", "reverb"),
      ("AUMatrixReverb", "reverb"), ("mrev", "reverb"), ("dcmp", "dynamics"), ("peaklimiter", "limiter"),
      ("tmpt", "pitch"), ("aufc/tmpt", "timepitch"), ("auol/tmpt", "timepitch"), ("vari", "varispeed"),
      ("aufc/nutp", "newtimepitch"),
    ])
  func `names and codes`(name: String, unit: String) throws {
    #expect(try ChainDescription(name).items[0].unit.spec.name == unit)
  }

  /// Decision 32.
  @Test func `a code that several components share means the effect`() throws {
    #expect(try ChainDescription("tmpt").items[0].component?.type == "aufx")
    #expect(try ChainDescription("nutp").items[0].component?.type == "aufx")
    #expect(try ChainDescription("vari").items[0].component?.type == "aufc")
    #expect(try ChainDescription("auol/vari").items[0].component?.type == "auol")
  }

  /// Decision 23.
  @Test func `AUNewPitch is the new time pitch as an effect, whose rate does nothing`() throws {
    for name in ["newpitch", "AUNewPitch", "nutp", "aufx/nutp"] {
      #expect(try values("\(name):rate=2:pitch=+7st")[kNewTimePitchParam_Rate] == 1)
      #expect(try canonical("\(name):pitch=+7st") == "aufx/nutp:pitch=700")
    }
    #expect(try values("newtimepitch:rate=2")[kNewTimePitchParam_Rate] == 2)
  }

  @Test func `every unit answers to all its names, and every parameter to its own`() throws {
    for unit in allUnits {
      for name in [unit.spec.name, unit.spec.title] + unit.spec.otherNames {
        #expect(UnitName(name)?.unit.spec.name == unit.spec.name, "\(name)")
      }
      for component in unit.spec.components {
        let name = try #require(UnitName("\(component.type)/\(component.subtype)"))
        #expect(name.component == component)
      }
      for row in unit.spec.settableParameters where row.unit != .file {
        let text = numberText(row.defaultValue(sampleRate: 44_100))
        let id = row.id + UInt32(row.count - 1)
        var names = [row.key(index: row.count - 1), "#\(id)"]
        if row.count == 1 { names += [row.constant, row.name].filter { !$0.isEmpty } }
        for name in names {
          let chain = try ChainDescription("\(unit.spec.name):'\(name)'='\(text)'")
          #expect(chain.items[0].settings.map(\.id) == [id], "\(unit.spec.name):\(name)")
        }
      }
    }
  }

  @Test func `an ambiguous beginning lists what it may mean`() throws {
    let error = try error("multiband:thresh=-20")
    #expect(error.kind == .ambiguous)
    #expect(error.message.contains("threshold1, threshold2, threshold3 or threshold4"))
    #expect(error.details(sampleRate: 44_100).count { $0.contains("dB") } == 4)
    #expect(try self.error("reverb:small=1").kind == .ambiguous)
  }

  @Test func `the last words of a key name it where no beginning does`() throws {
    #expect(try canonical("varispeed:rate=2") == "varispeed:playbackRate=2")
    #expect(try canonical("graphiceq:bands=10") == "graphiceq:numberOfBands=10")
    #expect(try error("distortion:mix=3").kind == .ambiguous)
  }

  @Test func `a meter cannot be set`() throws {
    #expect(try error("dynamics:compressionAmount=3").message.contains("is a meter"))
  }

  @Test func `a parameter that is called like a unit needs a colon`() throws {
    #expect(try canonical("distortion:decay=2:delay=4ms") == "distortion:decay=2:delay=4")
    #expect(try error("distortion:decay=2,delay=4ms").message.contains("after a colon"))
  }

  /// Decision 16.
  @Test func `deprecated names set the current parameter and warn, or are refused`() throws {
    let chain = try ChainDescription("roundtripaac:kRoundTripAACParam_Quality=64")
    #expect(chain.description == "roundtripaac:rateOrQuality=64")
    #expect(chain.warnings.map(\.code) == ["deprecated"])
    #expect(try error("roundtripaac:quality=1:rateOrQuality=2").kind == .duplicate)
    #expect(try error("roundtripaac:compressedFormatSampleRate=44100").kind == .unknownParameter)
    #expect(try error("roundtripaac:#3=44100").kind == .unknownParameter)
  }

  // MARK: Values

  private static let readings: [(text: String, value: Double)] = [
    ("limiter:attack=12ms", 0.012), ("limiter:attack=0.012s", 0.012), ("limiter:attack=12000us", 0.012),
    ("distortion:delay=0.1s", 100), ("distortion:delay=100ms", 100), ("reverb:drywet=35%", 35),
    ("newtimepitch:pitch=700ct", 700), ("newtimepitch:pitch=+7st", 700), ("newtimepitch:rate=1/32", 0.03125),
    ("bandpass:bandwidth=1oct", 1200), ("reverb:filterBandwidth=1/4oct", 0.25), ("limiter:truepeak=on", 1),
    ("dynamics:curve=db", 1), ("dynamics:curve=1", 1), ("roundtripaac:format=aac", 0),
    ("roundtripaac:format=he-aac v2", 2), ("roundtripaac:format=3", 3), ("graphiceq:bands=31", 1),
    ("graphiceq:bands=10", 0), ("graphiceq:bands=0", 0), ("nbandeq:type1=resonantlowshelf", 9),
    ("nbandeq:type1=BandStop", 6), ("output:volume=0.5", 0.5), ("newtimepitch:transients=off", 0),
  ]

  @Test(arguments: readings)
  func `a value reads`(text: String, value: Double) throws {
    guard case .number(let number) = try ChainDescription(text).items[0].settings[0].value else {
      Issue.record("no number")
      return
    }
    #expect(abs(number - value) <= 1e-12 * abs(value))  // the scale's rounding
  }

  @Test func `decibels suit a linear gain`() throws {
    // 10^(-6/20)
    guard case .number(let gain) = try ChainDescription("output:volume=-6dB").items[0].settings[0].value else { return }
    #expect(abs(gain - 0.501187) < 1e-6)
  }

  @Test(
    arguments: [
      "graphiceq:bands=32", "graphiceq:bands=2", "roundtripaac:format=mp3", "limiter:truepeak=2", "dynamics:curve=0.5",
      "limiter:attack=12dB", "limiter:attack=12m", "newtimepitch:rate=50%", "nbandeq:type1=shelf",
      "reverb:predelay=1kHz",
    ])
  func `a value is refused`(text: String) throws {
    #expect(try error(text).kind == .badValue)
  }

  @Test func `a file's name stays text`() throws {
    let chain = try ChainDescription("panner:algorithm=hrtf:hrtf='my, head.sofa'")
    #expect(chain.items[0].settings[1].value == .text("my, head.sofa"))
    #expect(try canonical(chain.description) == chain.description)
  }

  // MARK: Presets

  @Test func `a preset comes first whatever the order`() throws {
    for text in ["dynamics:preset=Light:attack=5ms", "dynamics:attack=5ms:preset=2"] {
      let values = try values(text)
      #expect(values[kDynamicsProcessorParam_HeadRoom] == 17)
      #expect(values[kDynamicsProcessorParam_AttackTime] == 0.005)
    }
  }

  @Test func `a preset's name may be quoted, shortened and in any case`() throws {
    for name in ["'Fast and Smooth'", "fast and smooth", "FAST", "0", "fast-and-smooth"] {
      #expect(try ChainDescription("dynamics:preset=\(name)").items[0].preset?.number == 0)
    }
    #expect(try canonical("dynamics:preset=fast") == "dynamics:preset='Fast and Smooth'")
  }

  @Test func `an unknown preset lists the presets`() throws {
    let error = try error("dynamics:preset=Haard")
    #expect(error.kind == .unknownPreset && error.suggestion == "Hard")
    #expect(error.details(sampleRate: 44_100).contains { $0.contains("5  Hard Gate") })
    #expect(try self.error("dynamics:preset=6").kind == .unknownPreset)
    #expect(try self.error("lowpass:preset=1").message == "lowpass has no factory presets")
  }

  // MARK: AUNBandEQ

  @Test func `bands count from 1 and turn on with their first parameter`() throws {
    let values = try values("nbandeq:type1=lowpass:frequency1=5k:gain2=3:bypass2=on:bandwidth31=1")
    #expect(values[2000] == 1 && values[3000] == 5000 && values[4001] == 3 && values[5030] == 1)
    #expect(values[1000] == 0)
    #expect(values[1001] == 1)
    #expect(values[1002] == 1)
    #expect(values[1030] == 0)
  }

  /// Case D17.
  @Test func `the band limit is named`() throws {
    #expect(try error("nbandeq:gain32=1").message == "nbandeq has no gain32: it has 31, gain1 to gain31")
    #expect(try error("nbandeq:gain0=1").message.contains("gain1 to gain31"))
    #expect(try error("nbandeq:gain=1").message == "\"gain\" of nbandeq needs a number, gain1 to gain31")
    #expect(try canonical("nbandeq:freq31=1k") == "nbandeq:frequency31=1000")
  }

  // MARK: AUGraphicEQ

  @Test func `graphic bands are named by their centre`() throws {
    #expect(
      try canonical("graphiceq:20hz=1:31hz=-3:1khz=4:1.25kHz=2:20khz=5")
        == "graphiceq:gain1=1:gain3=-3:gain18=4:gain19=2:gain31=5")
    // Ten octaves from 31.6 Hz, wherever the number of bands stands.
    #expect(try canonical("graphiceq:1khz=4:bands=10:31hz=-3") == "graphiceq:gain6=4:numberOfBands=10:gain1=-3")
    let error = try error("graphiceq:bands=10:2.5khz=1")
    #expect(error.kind == .unknownParameter)
    #expect(
      error.details(sampleRate: 44_100).contains { $0.contains("32hz, 63hz, 130hz") || $0.contains("1khz, 2khz") })
  }

  @Test func `all graphic bands are set at once`() throws {
    #expect(try canonical("graphiceq:gains=0/-1.5/3dB") == "graphiceq:gain1=0:gain2=-1.5:gain3=3")
    #expect(try error("graphiceq:gains=1/2:gain2=3").kind == .duplicate)
    let eleven = Array(repeating: "1", count: 11).joined(separator: "/")
    #expect(try error("graphiceq:bands=10:gains=\(eleven)").kind == .badValue)
    #expect(try error("graphiceq:gains=1//2").kind == .badValue)
  }

  // MARK: AUVarispeed

  /// Decision 25.
  @Test func `of rate and cents the later counts`() throws {
    #expect(try canonical("varispeed:rate=2:cents=100") == "varispeed:playbackCents=100")
    #expect(try canonical("varispeed:cents=100:rate=2") == "varispeed:playbackRate=2")
    #expect(try error("varispeed:rate=2:rate=3").kind == .duplicate)
  }

  // MARK: Ranges

  /// Decision 3.
  @Test(
    arguments: [
      (3.07, 3.07), (0.4, 0.4), (10, 10), (0.0614, 0.0614), (0.008, 0.008), (0.2, 0.2), (0.25, 0.2), (0.29, 0.2),
      (0.35, 0.4), (0.001, 0.008), (11, 10),
    ])
  func `a large size is a decay or a mean delay`(asked: Double, used: Float) throws {
    let chain = try ChainDescription("reverb:largeSize=\(asked)").resolved(sampleRate: 44_100)
    #expect(chain.units[0].values[3] == used)
    #expect(chain.warnings.isEmpty == (Float(asked) == used))
  }

  /// Decision 33.
  @Test func `a frequency with a fixed maximum obeys the sample rate too`() throws {
    let chain = try ChainDescription("distortion:ringModFreq1=8k").resolved(sampleRate: 8000)
    #expect(chain.units[0].values[10] == 3960)
    #expect(chain.warnings.count == 1)
  }

  /// Decision 8.
  @Test func `a high shelf out of reach says so and passes`() throws {
    let chain = try ChainDescription("highshelf:gain=6:cutoff=12k").resolved(sampleRate: 8000)
    #expect(chain.warnings.map(\.code) == ["unreachable"])
    #expect(try ChainDescription("highshelf").resolved(sampleRate: 22_050).warnings.isEmpty)
  }

  /// Decision 31.
  @Test func `a mixer's volume above 1 is clamped`() throws {
    let chain = try ChainDescription("multichannelmixer:volume=2").resolved(sampleRate: 44_100)
    #expect(chain.warnings.map(\.used) == [1])
  }

  @Test func `no value that a chain may hold is out of its unit's range`() throws {
    for unit in allUnits where unit.kind != .mixer {
      for row in unit.spec.settableParameters where row.unit != .file && row.unit != .boolean && row.valueNames.isEmpty
      {
        for asked in ["-1e30", "0", "1e30"] {
          for rate in [8000.0, 44_100, 192_000] {
            let item = try ChainDescription("\(unit.spec.name):\(row.key(index: 0))=\(asked)").items[0]
            let (values, warnings) = try item.resolved(sampleRate: rate)
            guard let range = row.range(sampleRate: rate) else { continue }
            let value = values[row.id, row.scope == .input ? .input : .global]
            #expect(row.legalRanges(sampleRate: rate).contains { $0.contains(value) }, "\(unit.spec.name):\(row.key)")
            let clamped = warnings.count { $0.code == "clamped" }
            #expect(clamped == (range.contains(Float(asked)!) ? 0 : 1), "\(unit.spec.name):\(row.key)=\(asked)")
          }
        }
      }
    }
  }
}
