import Rendering
import Testing

/// What is said of chain text that is wrong, and where.
@Suite struct ChainTextErrorTests {
  private func error(_ text: String) throws -> ChainError {
    try #require(throws: ChainError.self) { try ChainDescription(text) }
  }

  @Test func `an unknown unit is named with its place and the nearest name`() throws {
    let error = try error("highpass,\n  lowpas:cutoff=3")
    #expect(error.kind == .unknownUnit)
    #expect(error.description == #"chain:2:3: there is no unit "lowpas"; did you mean "lowpass"?"#)
    #expect(error.details(sampleRate: 44_100)[0...1] == ["    lowpas:cutoff=3", "    ^"])
    #expect(error.details(sampleRate: 44_100).contains { $0.contains("highpass, lowpass") })
  }

  @Test func `nothing is suggested where nothing is near`() throws {
    #expect(try error("foo:1").suggestion == nil)
  }

  @Test func `words of other tools are told what their like is here`() throws {
    #expect(try error("compand").message.hasSuffix("its like here is dynamics"))
    #expect(try error("gain:-3").message.contains("nbandeq:globalGain=VALUE"))
    #expect(try error("lowpass 1000").message.contains("lowpass:PARAMETER=VALUE"))
    #expect(try error("lowpass:resonance=3,5").message.contains("numbers take a dot"))
    // Every unit that they are sent to is there.
    for word in ["gain", "norm", "bass", "treble", "eq", "echo", "overdrive", "speed", "tempo", "mcompand", "pan"] {
      let unit = try #require(try error(word).message.split(separator: " ").last).prefix { $0 != ":" }
      #expect(try !ChainDescription(String(unit)).items.isEmpty, "\(word)")
    }
  }

  @Test func `a part of a key that only one has is suggested`() throws {
    #expect(try error("reverb:wet=50").suggestion == "dryWetMix")
  }

  @Test func `an unknown parameter lists the valid ones with range and default at the sample rate`() throws {
    let error = try error("lowpass:cuttof=6900")
    #expect(error.kind == .unknownParameter)
    #expect(error.description == #"chain:1:9: lowpass has no parameter "cuttof"; did you mean "cutoffFrequency"?"#)
    #expect(error.details(sampleRate: 8000).contains { $0.contains("10 … 3960 Hz  default 3960 Hz") })
    #expect(error.details(sampleRate: 44_100).contains { $0.contains("10 … 21829.5 Hz  default 6900 Hz") })
  }

  @Test func `the same key twice is an error, under any of its names`() throws {
    for text in ["lowpass:cutoff=1k:#0=2k", "lowpass:resonance=1,Resonance=1", "lowpass:bypass=on:bypass=on"] {
      #expect(try error(text).kind == .duplicate, "\(text)")
    }
  }

  @Test func `the place of a wrong value is the value's`() throws {
    let error = try error("lowpass:cutoff= 6900dB")
    #expect(error.kind == .badValue)
    #expect(error.position.column == 17)
    #expect(error.message.contains("6900dB"))
  }

  @Test func `JSON errors name the path`() throws {
    #expect(try error(#"[{"unit": "lowpass", "parameters": {"cuttof": 3}}]"#).position.path == "[0].parameters.cuttof")
    #expect(try error(#"[{"unit": "lowpas"}]"#).position.path == "[0].unit")
    #expect(try error(#"[{"units": "lowpass"}]"#).position.path == "[0]")
    #expect(try error("[\n{\"unit\"]").description.hasPrefix("chain:2:8: "))
    #expect(try error(#"[{"unit": "lowpass", "unit": "highpass"}]"#).message.contains("twice"))
  }

  @Test(
    arguments: [
      ("cutoff=3", ChainError.Kind.syntax), (":cutoff=3", .syntax), ("lowpass:cutoff", .syntax),
      ("lowpass:6900", .syntax),
      ("lowpass:cutoff='3", .syntax), ("lowpass:cutoff='3'4", .syntax), ("lowpass\\", .syntax), ("state", .syntax),
      ("nosuch=3", .syntax), ("lowpass,highpass=3", .syntax), ("lowpass:preset=3", .unknownPreset),
      ("lowpass:bypass=maybe", .badValue), ("lowpass:#7=1", .unknownParameter), ("lowpass:=1", .unknownParameter),
      ("@no/such.fx", .file), ("@nosuchpreset", .file), ("lowpass,5", .unknownUnit),
    ])
  func `is an error`(text: String, kind: ChainError.Kind) throws {
    #expect(try error(text).kind == kind)
  }
}
