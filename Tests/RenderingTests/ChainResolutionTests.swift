import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Values at a sample rate: clamping, warnings, bypass.
@Suite struct ChainResolutionTests {
  private func resolve(_ text: String, at rate: Double, strict: Bool = false) throws -> ResolvedChain {
    try ChainDescription(text).resolved(sampleRate: rate, strict: strict)
  }

  /// Case D1: 0.495 of 8 kHz.
  @Test func `a cutoff above the file's highest frequency is clamped with one warning`() throws {
    let chain = try resolve("lowpass:cutoff=6900", at: 8000)
    #expect(chain.units[0].values[0] == 3960)
    #expect(chain.warnings.count == 1)
    let warning = chain.warnings[0]
    #expect(warning.code == "clamped" && warning.unit == "lowpass" && warning.parameter == "cutoffFrequency")
    #expect(warning.asked == 6900 && warning.used == 3960)
    #expect(
      warning.message == "lowpass: cutoffFrequency=6900 is outside 10 … 3960 Hz at 8000 Hz; 3960 Hz is used")
  }

  @Test func `a default that does not fit is fitted silently`() throws {
    let chain = try resolve("lowpass", at: 8000)
    #expect(chain.units[0].values[0] == 3960)
    #expect(chain.warnings.isEmpty)
  }

  /// Cases D2 and D3.
  @Test(arguments: ["0", "1e-5", "0.1", "-5", "9.999"])
  func `a frequency near or below zero is clamped to the lowest`(text: String) throws {
    let chain = try resolve("lowpass:cutoff=\(text)", at: 44_100)
    #expect(chain.units[0].values[0] == 10)
    #expect(chain.warnings.count == 1)
  }

  @Test func `the ends of a range are within it`() throws {
    #expect(try resolve("lowpass:cutoff=10:resonance=40,highpass:resonance=-20", at: 44_100).warnings.isEmpty)
    #expect(try resolve("lowpass:cutoff=21829.5", at: 44_100).warnings.isEmpty)
  }

  @Test func `strict makes an error of what would be clamped`() throws {
    let error = try #require(throws: ChainError.self) { try resolve("lowpass:cutoff=1", at: 44_100, strict: true) }
    #expect(error.kind == .outOfRange)
    #expect(error.position.column == 9)
  }

  /// Case D16.
  @Test func `a bypassed unit passes its input bit for bit`() throws {
    let signal = [noise(1000)]
    let chain = try resolve("lowpass:bypass=on,highpass:bypass=on", at: 44_100)
    #expect(try render(chain.node(SignalNode(signal)), frames: 1000) == signal)
  }

  @Test func `the units run in the order of the chain`() throws {
    let signal = [noise(1000)]
    let chain = try resolve("lowpass:cutoff=500,highpass:cutoff=2k", at: 44_100)
    let low = try #require(unit("lowpass"))
    let high = try #require(unit("highpass"))
    let byHand = try high.node(
      try low.node(SignalNode(signal), chain.units[0].values), chain.units[1].values)
    #expect(try render(chain.node(SignalNode(signal)), frames: 1000) == render(byHand, frames: 1000))
  }
}
