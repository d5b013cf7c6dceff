import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUFilter (reference/dsp.md U9).
@Suite struct MultibandFilterTests {
  private func values(_ rate: Double = 44_100) -> ParameterValues<MultibandFilter> {
    ParameterValues<MultibandFilter>(sampleRate: rate)
  }

  @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
  func `five sections add their gains in dB`(_ rate: Double) {
    var v = values(rate)
    (v.lowFrequency, v.lowGain) = (120, 6)
    (v.centerFreq1, v.centerGain1, v.bandwidth1) = (300, -9, 2)
    (v.centerFreq2, v.centerGain2, v.bandwidth2) = (1000, 18, 0.05)
    (v.centerFreq3, v.centerGain3, v.bandwidth3) = (Float(0.4 * rate), -18, 3)
    (v.highFrequency, v.highGain) = (Float(0.3 * rate), 18)
    func bell(_ center: Float, _ gain: Float, _ octaves: Float) -> Prototype {
      .bell(
        Double(center), q: Prototype.q(octaves: Double(octaves), center: Double(center), sampleRate: rate),
        gain: Double(gain))
    }
    let sections = [
      Prototype.lowShelf(120, gain: 6), bell(300, -9, 2), bell(1000, 18, 0.05), bell(Float(0.4 * rate), -18, 3),
      Prototype.highShelf(Double(Float(0.3 * rate)), gain: 18),
    ]
    let error = responseError(impulseResponse(v), sampleRate: rate) { frequency in
      sections.reduce(0) { $0 + $1.gain(at: frequency, sampleRate: rate) }
    }
    #expect(error < 1)
  }

  // Butterworth: -3.0103 dB at the frequency, at either end and whatever the gain.
  @Test(arguments: [Float(-18), 0, 18]) func `cuts ignore their gain`(_ level: Float) {
    var v = values()
    (v.lowFilterType, v.lowFrequency, v.lowGain) = (1, 100, level)
    (v.highFilterType, v.highFrequency, v.highGain) = (1, 10_000, level)
    let (low, high) = (Prototype.highPass(100, q: 0.5.squareRoot()), Prototype.lowPass(10_000, q: 0.5.squareRoot()))
    let response = impulseResponse(v)
    let error = responseError(response, sampleRate: 44_100) {
      low.gain(at: $0, sampleRate: 44_100) + high.gain(at: $0, sampleRate: 44_100)
    }
    #expect(error < 1)
    let atLow = gain(response, at: 100, sampleRate: 44_100) - high.gain(at: 100, sampleRate: 44_100)
    #expect(abs(atLow - 10 * log10(0.5)) < 0.001)
  }

  @Test func `the defaults pass the input bit for bit`() {
    let signal = noise(1000, seed: 1) + [-0.0, 0, 0, 0]
    #expect(filtered(signal, values()).map(\.bitPattern) == signal.map(\.bitPattern))
  }
}
