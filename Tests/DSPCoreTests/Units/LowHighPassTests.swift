import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AULowpass and AUHipass (reference/dsp.md U1, U2). Their bits are tested in `AppleVectorsTests`.
@Suite struct LowHighPassTests {
  static let rates = [8000.0, 44_100, 96_000, 192_000]

  private func lowPass(_ cutoff: Float, _ resonance: Float, _ rate: Double = 44_100) -> ParameterValues<LowPass> {
    var values = ParameterValues<LowPass>(sampleRate: rate)
    values.cutoffFrequency = cutoff
    values.resonance = resonance
    return values
  }

  private func highPass(_ cutoff: Float, _ resonance: Float, _ rate: Double = 44_100) -> ParameterValues<HighPass> {
    var values = ParameterValues<HighPass>(sampleRate: rate)
    values.cutoffFrequency = cutoff
    values.resonance = resonance
    return values
  }

  /// The ends of the ranges and points between; only 96 kHz and above ring too long for the lowest at full resonance.
  private func settings(_ rate: Double) -> [(Float, Float)] {
    let highest = Float(highestFrequency * rate)
    return [10, 100, 1000, 6900, highest].filter { $0 <= highest }.flatMap { cutoff in
      [-20, 0, 40].map { (cutoff, $0) }
    }.filter { rate < 96_000 || $0.0 > 10 || $0.1 < 40 }
  }

  @Test(arguments: rates) func `the low-pass is the bilinear transform of its prototype`(_ rate: Double) {
    for (cutoff, resonance) in settings(rate) {
      let prototype = Prototype.lowPass(Double(cutoff), q: pow(10, Double(resonance) / 20))
      let response = impulseResponse(lowPass(cutoff, resonance, rate))
      let error = responseError(response, sampleRate: rate) { prototype.gain(at: $0, sampleRate: rate) }
      #expect(error < 1, "\(cutoff) Hz, \(resonance) dB at \(rate) Hz")
      #expect(abs(gain(response, at: Double(cutoff), sampleRate: rate) - Double(resonance)) < 0.001)
      // 32-bit rounding of the response, which is summed.
      #expect(abs(gain(response, at: 0, sampleRate: rate)) < 1e-4)
    }
  }

  @Test(arguments: rates) func `the high-pass is the bilinear transform of its prototype`(_ rate: Double) {
    for (cutoff, resonance) in settings(rate) {
      let prototype = Prototype.highPass(Double(cutoff), q: pow(10, Double(resonance) / 20))
      let response = impulseResponse(highPass(cutoff, resonance, rate))
      let error = responseError(response, sampleRate: rate) { prototype.gain(at: $0, sampleRate: rate) }
      // 40 dB ring at full scale for long, and the rounding of that shows 60 dB below the rest.
      #expect(error < (resonance > 20 ? 2 : 1), "\(cutoff) Hz, \(resonance) dB at \(rate) Hz")
      #expect(abs(gain(response, at: Double(cutoff), sampleRate: rate) - Double(resonance)) < 0.001)
    }
  }

  // b0 + b1 + b2 is 0 bit for bit, so that a constant leaves nothing at all behind.
  @Test(arguments: rates) func `the high-pass has an exact zero at 0 Hz`(_ rate: Double) {
    for (cutoff, resonance) in settings(rate) {
      let c = HighPass.sections(highPass(cutoff, resonance, rate))[0]
      #expect(c.b0 + c.b1 + c.b2 == 0)
    }
  }

  // 12.04 dB, and what the bilinear transform adds towards half the sample rate (reference/dsp.md U1).
  @Test func `the slope is 12 dB per octave`() {
    let response = impulseResponse(lowPass(100, 0))
    let slope = gain(response, at: 1600, sampleRate: 44_100) - gain(response, at: 3200, sampleRate: 44_100)
    #expect((12...12.4).contains(slope))
  }

  // reference/dsp.md B1, golden values; printed with as many digits.
  @Test func `coefficients are those of the reference`() {
    let low = LowPass.sections(lowPass(6900, 0))[0]
    #expect(abs(low.b0 - 0.157312033987) < 1e-12)
    #expect(abs(low.a1 - -0.78307604053) < 1e-11)
    #expect(abs(low.a2 - 0.412324176477) < 1e-12)
    for (frequency, level) in [(1000.0, 0.0765), (10_000, -7.1354), (20_000, -44.1243)] {
      #expect(abs(low.gain(at: frequency, sampleRate: 44_100) - level) < 1e-4)
    }
    let high = HighPass.sections(highPass(6900, 0))[0]
    #expect(abs(high.b0 - 0.548850054252) < 1e-12)
    for (frequency, level) in [(100.0, -75.0367), (1000, -34.9318), (10_000, 1.1725)] {
      #expect(abs(high.gain(at: frequency, sampleRate: 44_100) - level) < 1e-4)
    }
    let resonant = LowPass.sections(lowPass(1000, 20))[0]
    #expect(abs(resonant.b0 - 0.00503054814737) < 1e-14)
    #expect(abs(resonant.a1 - -1.96577847686) < 1e-11)
    #expect(abs(resonant.a2 - 0.985900669446) < 1e-12)
    let dull = LowPass.sections(lowPass(10, -20))[0]
    #expect(abs(dull.b0 - 5.03894523033e-07) < 1e-18)
    #expect(abs(dull.a1 - -1.98585118237) < 1e-11)
    #expect(abs(dull.a2 - 0.985853197943) < 1e-12)
  }

  // Decision 29: 145 dB up to 20 dB of resonance, 125 dB at 40 dB. Here it is the rounding to 32 bits that is heard.
  @Test(arguments: [(-20, -145.0), (0, -145), (20, -145), (40, -125)])
  func `noise at 10 Hz and 192 kHz`(_ resonance: Float, _ limit: Double) {
    let signal = noise(192_000, seed: 9)
    let low = lowPass(10, resonance, 192_000)
    #expect(noiseLevel(filtered(signal, low), under: exactly(LowPass.sections(low), signal)) < limit)
    let high = highPass(10, resonance, 192_000)
    #expect(noiseLevel(filtered(signal, high), under: exactly(HighPass.sections(high), signal)) < limit)
  }

  // cases.md D4: single-precision sections were 4 dB off here.
  @Test(arguments: [Float(-3.0103), 20]) func `20 Hz at 192 kHz is right from 2 Hz up`(_ resonance: Float) {
    let q = pow(10, Double(resonance) / 20)
    let low = impulseResponse(lowPass(20, resonance, 192_000))
    let high = impulseResponse(highPass(20, resonance, 192_000))
    for frequency in logarithmicFrequencies(24, from: 2, to: 1000) {
      let wanted = Prototype.lowPass(20, q: q).gain(at: frequency, sampleRate: 192_000)
      #expect(abs(gain(low, at: frequency, sampleRate: 192_000) - wanted) < 0.05)
      let wantedHigh = Prototype.highPass(20, q: q).gain(at: frequency, sampleRate: 192_000)
      #expect(abs(gain(high, at: frequency, sampleRate: 192_000) - wantedHigh) < 0.05)
    }
  }

  // cases.md D1: any finite cutoff is held to 0.495 of the sample rate, and the same value gives the same bits.
  @Test(arguments: [Float(0.4999), 0.5, 0.5001, 1, 10, 1e30])
  func `a cutoff beyond half the sample rate is the highest there is`(_ share: Float) {
    let signal = noise(4000, seed: 2)
    let asked = filtered(signal, lowPass(share * 8000, 0, 8000))
    let highest = filtered(signal, lowPass(Float(highestFrequency * 8000), 0, 8000))
    #expect(differenceLevel(highest, asked) < -140)
    #expect(asked.allSatisfy { abs($0) < 4 })
  }

  // cases.md D14.
  @Test func `setting the same cutoff again changes nothing`() {
    let signal = sine(20_000, frequency: 200)
    var busy = LowPassUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var output: [Float] = []
    for first in stride(from: 0, to: signal.count, by: 500) {
      busy.update(lowPass(1000, 6))
      output += process(&busy, [Array(signal[first..<first + 500])])[0]
    }
    #expect(output == filtered(signal, lowPass(1000, 6)))
  }

  // cases.md D14: no step above the clean slope and 0.1 %, but for what the filter must do: it gains 90 degrees of phase
  // in the 10 periods of the sweep, which makes the sine 2.5 % faster.
  @Test func `a moving cutoff does not click`() {
    let signal = sine(8820, frequency: 200)
    var unit = LowPassUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var output: [Float] = []
    for (i, first) in stride(from: 0, to: signal.count, by: 64).enumerated() {
      let share = Float(min(max(i - 34, 0), 34)) / 34
      unit.update(lowPass(200 * pow(25, share), -3.0103))
      output += process(&unit, [Array(signal[first..<min(first + 64, signal.count)])])[0]
    }
    let slope = 2 * Float.pi * 200 / 44_100
    let steps = zip(output, output.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < slope * 1.026)
  }

  // reference/dsp.md U1(7): 200 to 8000 Hz in 10 ms, which is 7 quanta.
  @Test func `a fast sweep stays bounded`() {
    let signal = noise(44_100, amplitude: 0.5, seed: 4)
    var unit = LowPassUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var peak: Float = 0
    for (i, first) in stride(from: 0, to: signal.count, by: 64).enumerated() {
      let share = Float(min(max(i - 100, 0), 7)) / 7
      unit.update(lowPass(200 * pow(40, share), 0))
      let output = process(&unit, [Array(signal[first..<min(first + 64, signal.count)])])[0]
      peak = max(peak, output.reduce(0) { max($0, abs($1)) })
    }
    let steady = filtered(signal, lowPass(8000, 0)).reduce(0) { max($0, abs($1)) }
    #expect(peak < 1.5 * steady)
  }

  // reference/dsp.md U1(6) and 1.6.
  @Test func `silence ends in exact zeros`() {
    var unit = HighPassUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 2))
    unit.update(highPass(1000, 0))
    _ = process(&unit, [noise(5000, seed: 1), noise(5000, seed: 2)])
    let silence = [Float](repeating: 0, count: 44_100)
    let output = process(&unit, [silence, silence])
    #expect(output.allSatisfy { $0.suffix(22_050).allSatisfy { $0 == 0 } })
  }

  // cases.md C5.
  @Test func `every channel is filtered alike`() {
    let signal = noise(3000, seed: 8)
    for channels in [2, 3, 6, 8] {
      var unit = HighPassUnit(format: RenderFormat(sampleRate: 44_100, channelCount: channels))
      unit.update(highPass(1000, 3))
      let output = process(&unit, [[Float]](repeating: signal, count: channels))
      #expect(output.allSatisfy { $0 == output[0] })
      #expect(output[0] != signal)
    }
  }
}
