import Glibc
import ParamSpec
import Rendering
import Testing

/// The grammar of chain text, as cli.md has it.
@Suite struct ChainTextTests {
  /// The chain in canonical form.
  private func canonical(_ text: String) throws -> String {
    try ChainDescription(text).description
  }

  @Test func `units and parameters are read in order`() throws {
    let chain = try ChainDescription("lowpass:cutoff=6900,highpass")
    #expect(chain.items.map(\.unit.spec.name) == ["lowpass", "highpass"])
    let settings = chain.items[0].settings
    #expect(settings.map(\.key) == ["cutoffFrequency"])
    #expect(settings.map(\.value) == [.number(6900)])
  }

  @Test func `a chain without units is empty`() throws {
    #expect(try ChainDescription("").items.isEmpty)
    #expect(try ChainDescription(" \n # nothing\n").items.isEmpty)
  }

  @Test func `after a comma parameters go on, as a person would read it`() throws {
    #expect(
      try canonical("lowpass:cutoff=6900,resonance=3,highpass")
        == "lowpass:cutoffFrequency=6900:resonance=3,highpass")
  }

  @Test(arguments: [
    "lowpass", "AULowpass", "aulowpass", "lpas", "LPAS", "aufx/lpas", "low-pass", "Low_Pass", "low pass",
  ])
  func `a unit answers to`(name: String) throws {
    #expect(try canonical(name) == "lowpass")
  }

  @Test func `the high-pass answers to Apple's spelling`() throws {
    #expect(try canonical("hipass,AUHipass,hpas") == "highpass,highpass,highpass")
  }

  @Test(
    arguments: [
      "cutoffFrequency", "CUTOFF-frequency", "kLowPassParam_CutoffFrequency", "Cutoff Frequency", "#0", "cut", "c",
    ])
  func `a parameter answers to`(name: String) throws {
    #expect(try canonical("lowpass:\(name)=500") == "lowpass:cutoffFrequency=500")
  }

  @Test(
    arguments: [
      ("6900", 6900), ("6.9k", 6900), ("6.9K", 6900), ("6.9kHz", 6900), ("6900Hz", 6900), ("6900 hz", 6900),
      ("+100", 100), ("1e3", 1000), ("1.5E+3hz", 1500), (".5k", 500), ("500.", 500), ("1/4k", 250), ("1000.5", 1000.5),
    ])
  func `a frequency may be written`(text: String, value: Double) throws {
    #expect(try ChainDescription("lowpass:cutoff=\(text)").items[0].settings[0].value == .number(value))
  }

  @Test(arguments: ["-3", "-3dB", "-3 db", "-3.0DB"])
  func `a level may be written`(text: String) throws {
    #expect(try canonical("lowpass:resonance=\(text)") == "lowpass:resonance=-3")
  }

  @Test(
    arguments: [
      "inf", "-inf", "nan", "NaN", "infinity", "0x10", "10ms", "10dB", "10foo", "ten", "1,5", "1 2", "--1", "1/0",
      "1e999",
      "", "e3", ".", "k", "1_000",
    ])
  func `what is no frequency is an error`(text: String) {
    #expect(throws: ChainError.self) { try ChainDescription("lowpass:cutoff='\(text)'") }
  }

  @Test func `quotes hold separators, a backslash takes the next character as it is`() throws {
    #expect(try canonical("'low pass':\"cutoff\"='500'") == "lowpass:cutoffFrequency=500")
    #expect(try canonical(#"low\pass:cutoff=50\0"#) == "lowpass:cutoffFrequency=500")
    let error = try #require(throws: ChainError.self) { try ChainDescription(#"lowpass,'a, b: \'c\' \\'"#) }
    #expect(error.message == #"there is no unit "a, b: 'c' \""#)
  }

  @Test func `white space around anything does not count`() throws {
    #expect(try canonical("  lowpass : cutoff = 500 , highpass  ") == "lowpass:cutoffFrequency=500,highpass")
  }

  @Test func `lines separate like commas, and comments end with the line`() throws {
    let text = """
      # A telephone.
      highpass: cutoff=300   # Hz
        resonance=-3
      lowpass:#0=3400,
      """
    #expect(try canonical(text) == "highpass:cutoffFrequency=300:resonance=-3,lowpass:cutoffFrequency=3400")
  }

  @Test func `bypass is the unit's own`() throws {
    let chain = try ChainDescription("lowpass:bypass=on:cutoff=500,highpass:bypass=off")
    #expect(chain.items.map(\.isBypassed) == [true, false])
    #expect(chain.description == "lowpass:cutoffFrequency=500:bypass=on,highpass")
  }

  @Test func `JSON says the same as text`() throws {
    let json = """
      [{"unit": "lowpass", "parameters": {"cutoffFrequency": 6900, "resonance": "-3dB"}, "bypass": true},
       {"unit": "highpass"}]
      """
    #expect(try canonical(json) == canonical("lowpass:cutoff=6900:resonance=-3:bypass=on,highpass"))
  }

  @Test func `the canonical form reads back as itself`() throws {
    let text = "lowpass:cutoffFrequency=6900.125:resonance=-3:bypass=on,highpass:resonance=0.1"
    #expect(try canonical(text) == text)
  }
}
