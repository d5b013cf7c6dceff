import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUBandpass (reference/dsp.md U3).
@Suite struct BandPassTests {
  private func values(_ center: Double, cents: Double, _ rate: Double = 44_100) -> ParameterValues<BandPass> {
    var values = ParameterValues<BandPass>(sampleRate: rate)
    values.centerFrequency = Float(center)
    values.bandwidth = Float(cents)
    return values
  }

  private func settings(_ rate: Double) -> [(center: Double, cents: Double)] {
    let highest = Double(Float(highestFrequency * rate))
    let centers = [20, 1000, 5000, 16_000, 20_000].filter { $0 < highest } + [highest]
    return centers.flatMap { center in [100, 600, 2400, 12_000].map { (center, $0) } }
  }

  @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
  func `it is the bilinear transform of its prototype`(_ rate: Double) {
    for (center, cents) in settings(rate) {
      let q = Prototype.q(octaves: cents / 1200, center: center, sampleRate: rate)
      let prototype = Prototype.bandPass(center, q: q)
      let response = impulseResponse(values(center, cents: cents, rate))
      let error = responseError(response, sampleRate: rate) { prototype.gain(at: $0, sampleRate: rate) }
      #expect(error < 1, "\(center) Hz, \(cents) ct at \(rate) Hz")
      #expect(abs(gain(response, at: center, sampleRate: rate)) < 0.0005)
      // The zeros at both ends, as far as 32-bit samples show them (decision 29).
      #expect(gain(response, at: 0, sampleRate: rate) < -140)
      #expect(gain(response, at: rate / 2, sampleRate: rate) < -140)
    }
  }

  /// The frequency between two where the gain passes a level, by bisection of the response measured.
  private func crossing(_ c: BiquadCoefficients, _ level: Double, _ low: Double, _ high: Double) -> Double {
    let rises = c.gain(at: low, sampleRate: 44_100) < level
    var (low, high) = (low, high)
    for _ in 0..<100 {
      let middle = (low * high).squareRoot()
      if (c.gain(at: middle, sampleRate: 44_100) < level) == rises { low = middle } else { high = middle }
    }
    return low
  }

  // At 16 kHz and 600 cents the analogue Q leaves a third of the width (reference/dsp.md B1).
  @Test(arguments: [100.0, 600, 2400, 12_000])
  func `the edges are as far apart as asked, at any frequency`(_ cents: Double) {
    for center in [20.0, 1000, 5000, 16_000, 20_000] {
      let c = BandPass.sections(values(center, cents: cents))[0]
      let half = 10 * log10(0.5)
      let low = crossing(c, half, 1e-3, center)
      let high = crossing(c, half, center, 22_049.99)
      #expect(abs(1200 * log2(high / low) - cents) < 0.5, "at \(center) Hz")
    }
  }

  @Test func `the analogue Q would miss by far`() {
    let analogue = Prototype.bandPass(16_000, q: exp2(0.25) / (exp2(0.5) - 1))
    // The lower edge of half an octave about 16 kHz lies near 13 kHz; there the analogue design is well below -3 dB.
    let c = BandPass.sections(values(16_000, cents: 600))[0]
    let low = crossing(c, 10 * log10(0.5), 1000, 16_000)
    #expect(analogue.gain(at: low, sampleRate: 44_100) < -6)
  }

  // reference/dsp.md B1, golden values; printed with as many digits.
  @Test func `coefficients are those of the reference`() {
    let narrow = BandPass.sections(values(5000, cents: 600))[0]
    #expect(abs(narrow.b0 - 0.110614228531) < 1e-11)
    #expect(abs(narrow.a1 - -1.34619001309) < 1e-10)
    #expect(abs(narrow.a2 - 0.778771542938) < 1e-11)
    let wide = BandPass.sections(values(5000, cents: 12_000))[0]
    #expect(abs(wide.b0 - 0.987627710566) < 1e-11)
    #expect(abs(wide.a2 - -0.975255421) < 1e-8)
    for (c, edges) in [(narrow, [4193.347, 5930.289]), (wide, [21.382, 21_895.54])] {
      // The printed edges are rounded to 1 mHz and 10 mHz.
      for edge in edges { #expect(abs(c.gain(at: edge, sampleRate: 44_100) - -3.0103) < 5e-4) }
    }
  }
}
