import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUParametricEQ (reference/dsp.md U6).
@Suite struct ParametricEQTests {
  private func values(_ center: Float, q: Float, _ gain: Float, _ rate: Double = 44_100)
    -> ParameterValues<ParametricEQ>
  {
    var values = ParameterValues<ParametricEQ>(sampleRate: rate)
    values.centerFreq = center
    values.q = q
    values.gain = gain
    return values
  }

  @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
  func `it is the bilinear transform of its prototype`(_ rate: Double) {
    let highest = Float(highestFrequency * rate)
    for center in [20, 2000, 10_000].filter({ $0 < highest }) + [highest] {
      for q: Float in [0.1, 1, 20] {
        for level: Float in [-20, 6, 20] {
          let prototype = Prototype.bell(Double(center), q: Double(q), gain: Double(level))
          let response = impulseResponse(values(center, q: q, level, rate))
          let error = responseError(response, sampleRate: rate) { prototype.gain(at: $0, sampleRate: rate) }
          #expect(error < 1, "\(center) Hz, Q \(q), \(level) dB at \(rate) Hz")
          #expect(abs(gain(response, at: Double(center), sampleRate: rate) - Double(level)) < 0.001)
          // As every bell of the bilinear transform it ends at 0 dB: documented, not a defect.
          #expect(abs(gain(response, at: rate / 2, sampleRate: rate)) < 0.001)
        }
      }
    }
  }

  // t/t0 - t0/t = ±1/Q solved for t (reference/dsp.md B1).
  @Test(arguments: [(500.0, 0.5), (2000, 1), (15_000, 3), (20_000, 10)])
  func `the edges of Q have half the gain`(_ center: Double, _ q: Double) {
    let t0 = tan(.pi * center / 44_100)
    let root = (1 + 4 * q * q).squareRoot()
    for level in [-12.0, 20] {
      let c = ParametricEQ.sections(values(Float(center), q: Float(q), Float(level)))[0]
      for t in [t0 * (root - 1) / (2 * q), t0 * (root + 1) / (2 * q)] {
        let edge = atan(t) * 44_100 / .pi
        #expect(abs(c.gain(at: edge, sampleRate: 44_100) - level / 2) < 0.001)
      }
    }
  }

  // Decision 29: -130 dB through 32-bit samples.
  @Test func `a cut undoes a boost`() {
    let signal = noise(44_100, seed: 3)
    for (center, q) in [(Float(100), Float(0.5)), (2000, 1), (15_000, 5)] {
      let pair = filtered(filtered(signal, values(center, q: q, 20)), values(center, q: q, -20))
      #expect(differenceLevel(signal, pair) < -130)
    }
  }

  @Test func `a gain of 0 dB passes the input bit for bit`() {
    let signal = noise(1000, seed: 1) + [-0.0, 0, 0, 0]
    #expect(filtered(signal, values(2000, q: 1, 0)).map(\.bitPattern) == signal.map(\.bitPattern))
  }

  // reference/dsp.md B1, golden values; printed with as many digits.
  @Test func `coefficients are those of the reference`() {
    let c = ParametricEQ.sections(values(2000, q: 1, 6))[0]
    #expect(abs(c.b0 - 1.09007164387) < 1e-11)
    #expect(abs(c.a1 - -1.74564845872) < 1e-11)
    #expect(abs(c.a2 - 0.818999187429) < 1e-12)
    #expect(abs(c.gain(at: 1000, sampleRate: 44_100) - 1.8627) < 1e-4)
    #expect(abs(c.gain(at: 4000, sampleRate: 44_100) - 1.7992) < 1e-4)
  }
}
