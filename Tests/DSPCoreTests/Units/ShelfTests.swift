import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AULowShelfFilter and AUHighShelfFilter (reference/dsp.md U4, U5). Their bits at +1 dB are tested in
/// `AppleVectorsTests`.
@Suite struct ShelfTests {
  private static let gains: [Float] = [-40, -12, -1, 1, 12, 40]

  private func low(_ cutoff: Float, _ gain: Float, _ rate: Double = 44_100) -> ParameterValues<LowShelf> {
    var values = ParameterValues<LowShelf>(sampleRate: rate)
    values.cutoffFrequency = cutoff
    values.gain = gain
    return values
  }

  private func high(_ cutoff: Float, _ gain: Float, _ rate: Double = 44_100) -> ParameterValues<HighShelf> {
    var values = ParameterValues<HighShelf>(sampleRate: rate)
    values.cutOffFrequency = cutoff
    values.gain = gain
    return values
  }

  @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
  func `the low shelf is the bilinear transform of its prototype`(_ rate: Double) {
    for cutoff: Float in [10, 80, 200] {
      for level in Self.gains {
        let prototype = Prototype.lowShelf(Double(cutoff), gain: Double(level))
        let response = impulseResponse(low(cutoff, level, rate))
        let error = responseError(response, sampleRate: rate) { prototype.gain(at: $0, sampleRate: rate) }
        #expect(error < 1, "\(cutoff) Hz, \(level) dB at \(rate) Hz")
        #expect(abs(gain(response, at: Double(cutoff), sampleRate: rate) - Double(level) / 2) < 0.001)
        #expect(abs(gain(response, at: 0, sampleRate: rate) - Double(level)) < 0.001)
        #expect(abs(gain(response, at: rate / 2, sampleRate: rate)) < 0.001)
      }
    }
  }

  @Test(arguments: [44_100.0, 96_000, 192_000])
  func `the high shelf is the bilinear transform of its prototype`(_ rate: Double) {
    for cutoff in [10_000, 15_000, Float(highestFrequency * rate)] {
      for level in Self.gains {
        let prototype = Prototype.highShelf(Double(cutoff), gain: Double(level))
        let response = impulseResponse(high(cutoff, level, rate))
        let error = responseError(response, sampleRate: rate) { prototype.gain(at: $0, sampleRate: rate) }
        #expect(error < 1, "\(cutoff) Hz, \(level) dB at \(rate) Hz")
        #expect(abs(gain(response, at: Double(cutoff), sampleRate: rate) - Double(level) / 2) < 0.001)
        #expect(abs(gain(response, at: 0, sampleRate: rate)) < 0.001)
        #expect(abs(gain(response, at: rate / 2, sampleRate: rate) - Double(level)) < 0.001)
      }
    }
  }

  // Decision 8: 0.495 of 8 kHz leaves no room for 10 kHz.
  @Test func `a high shelf out of band passes its input`() {
    let signal = noise(1000, seed: 1)
    #expect(filtered(signal, high(10_000, 40, 8000)) == signal)
  }

  @Test func `a gain of 0 dB passes the input bit for bit`() {
    let signal = noise(1000, seed: 1) + [-0.0, 0, 0, 0]
    #expect(filtered(signal, low(80, 0)).map(\.bitPattern) == signal.map(\.bitPattern))
    #expect(filtered(signal, high(10_000, 0)).map(\.bitPattern) == signal.map(\.bitPattern))
  }

  // Decision 29: -130 dB through 32-bit samples. Between the two the boosted part is up to 40 dB larger, and so is its
  // rounding, which the cut leaves where it fell on the rest.
  @Test(arguments: [(6, -130.0), (20, -130), (40, -120)])
  func `a cut undoes a boost`(_ level: Float, _ limit: Double) {
    let signal = noise(44_100, seed: 3)
    let lowPair = filtered(filtered(signal, low(200, level)), low(200, -level))
    #expect(differenceLevel(signal, lowPair) < limit)
    let highPair = filtered(filtered(signal, high(10_000, level)), high(10_000, -level))
    #expect(differenceLevel(signal, highPair) < limit)
  }

  // reference/dsp.md B1, golden values; printed with as many digits.
  @Test func `coefficients are those of the reference`() {
    let lowShelf = LowShelf.sections(low(80, 12))[0]
    #expect(abs(lowShelf.b0 - 1.00569476645) < 1e-11)
    #expect(abs(lowShelf.a1 - -1.98858846843) < 1e-11)
    #expect(abs(lowShelf.a2 - 0.988653211594) < 1e-12)
    #expect(abs(lowShelf.gain(at: 40, sampleRate: 44_100) - 11.1027) < 1e-4)
    #expect(abs(lowShelf.gain(at: 160, sampleRate: 44_100) - 0.8972) < 1e-4)
    let highShelf = HighShelf.sections(high(10_000, -12))[0]
    #expect(abs(highShelf.b0 - 0.472813369079) < 1e-12)
    #expect(abs(highShelf.a1 - -0.559422378922) < 1e-12)
    #expect(abs(highShelf.a2 - 0.227447637652) < 1e-12)
    #expect(abs(highShelf.gain(at: 5000, sampleRate: 44_100) - -0.5206) < 1e-4)
    #expect(abs(highShelf.gain(at: 20_000, sampleRate: 44_100) - -11.9958) < 1e-4)
  }
}
