import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U15 and U16: what differs from AUNewTimePitch.
@Suite struct PitchTests {
  private let rate = kTimePitchParam_Rate
  private let pitch = kTimePitchParam_Pitch
  private let blend = kTimePitchParam_EffectBlend

  @Test func `AUTimePitch is AUNewTimePitch at its defaults`() throws {
    let signal = [noise(30_000, seed: 1), noise(30_000, seed: 2)]
    let expected = try render("newtimepitch", [0: 0.8, 1: 300], signal)
    #expect(try render("timepitch", [rate: 0.8, pitch: 300], signal) == expected)
    // Effect blend is AUPitch's.
    #expect(try render("timepitch", [rate: 0.8, pitch: 300, blend: 20], signal) == expected)
  }

  @Test func `AUPitch keeps the length and lets the rate be`() throws {
    let signal = [noise(20_000)]
    let output = try render("pitch", [pitch: -700], signal)
    #expect(output[0].count == 20_000)
    #expect(try render("pitch", [pitch: -700, rate: 2], signal) == output)
    #expect(try render("newtimepitch", [1: -700], signal) == output)
  }

  @Test(arguments: [-2400, 500, 2400] as [Float])
  func `no effect is the input, bit for bit`(_ cents: Float) throws {
    let signal = [noise(20_000, seed: 1), noise(20_000, seed: 2)]
    #expect(try render("pitch", [pitch: cents, blend: 0], signal) == signal)
    #expect(try render("pitch", [:], signal) == signal)
  }

  @Test func `half an effect has the power of both`() throws {
    // Noise that is moved by an octave has nothing in common with itself: powers add up.
    let signal = [noise(150_000, amplitude: 0.5)]
    let wet = try render("pitch", [pitch: -1200], signal)[0]
    let half = try render("pitch", [pitch: -1200, blend: 50], signal)[0]
    let expected = (rms(signal[0]) * rms(signal[0]) + rms(wet) * rms(wet)) / 2
    #expect(abs(decibels(rms(half)) - decibels(expected.squareRoot())) < 0.1)
  }

  @Test func `dry and wet are in time`() throws {
    let output = try render("pitch", [pitch: 700, blend: 50], [impulse(30_000, at: 12_000)])[0]
    let loud = output.indices.filter { abs(output[$0]) > 0.2 }
    #expect(loud.allSatisfy { abs($0 - 12_000) <= 2 })
  }
}
