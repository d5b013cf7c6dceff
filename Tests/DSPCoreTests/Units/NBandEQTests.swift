import DSPCore
import Foundation
import ParamSpec
import TestSupport
import Testing

/// AUNBandEQ (reference/dsp.md U7).
@Suite struct NBandEQTests {
  private struct Band {
    var type: Float
    var frequency = 1000.0
    var gain = 0.0
    var octaves = 0.5

    /// The band on paper.
    func prototype(_ rate: Double) -> Prototype {
      let exact = Prototype.q(octaves: octaves, center: frequency, sampleRate: rate)
      let analogue = exp2(octaves / 2) / (exp2(octaves) - 1)
      let flat = 0.5.squareRoot()
      switch type {
      case 1: return .lowPass(frequency, q: flat)
      case 2: return .highPass(frequency, q: flat)
      case 3: return .lowPass(frequency, q: analogue)
      case 4: return .highPass(frequency, q: analogue)
      case 5: return .bandPass(frequency, q: exact)
      case 6: return .bandStop(frequency, q: exact)
      case 7: return .lowShelf(frequency, gain: gain)
      case 8: return .highShelf(frequency, gain: gain)
      case 9: return .lowShelf(frequency, q: analogue, gain: gain)
      case 10: return .highShelf(frequency, q: analogue, gain: gain)
      default: return .bell(frequency, q: exact, gain: gain)
      }
    }
  }

  private func values(_ bands: [Band], globalGain: Float = 0, rate: Double = 44_100) -> ParameterValues<NBandEQ> {
    var values = ParameterValues<NBandEQ>(sampleRate: rate)
    values.globalGain = globalGain
    for (index, band) in bands.enumerated() {
      values.store[NBandEQ.bypassBand.id + UInt32(index)] = 0
      values.store[NBandEQ.filterType.id + UInt32(index)] = band.type
      values.store[NBandEQ.frequency.id + UInt32(index)] = Float(band.frequency)
      values.store[NBandEQ.gain.id + UInt32(index)] = Float(band.gain)
      values.store[NBandEQ.bandwidth.id + UInt32(index)] = Float(band.octaves)
    }
    return values
  }

  // U7(1) asks for 0.005 dB; the tolerance is that of all single sections.
  @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
  func `every type is the bilinear transform of its prototype`(_ rate: Double) {
    for type in 0...10 {
      for (frequency, gain, octaves) in [(1000.0, 12.0, 0.5), (200, -24, 5), (0.4 * rate, 6, 0.05)] {
        let octaves = Double(Float(octaves))
        let band = Band(type: Float(type), frequency: frequency, gain: gain, octaves: octaves)
        let prototype = band.prototype(rate)
        let error = responseError(impulseResponse(values([band], rate: rate)), sampleRate: rate) {
          prototype.gain(at: $0, sampleRate: rate)
        }
        #expect(error < 1, "type \(type) at \(frequency) Hz, rate \(rate) Hz")
      }
    }
  }

  @Test func `the ends of the gain are reached`() {
    for level in [-96.0, 24] {
      for (type, frequency) in [(Float(0), 1000.0), (7, 0), (8, 22_050)] {
        let response = impulseResponse(values([Band(type: type, gain: level)]))
        // 0.05 dB: 32-bit samples, 96 dB below their largest (decision 29).
        #expect(abs(gain(response, at: frequency, sampleRate: 44_100) - level) < 0.05)
      }
    }
  }

  @Test func `bands in series add their gains in dB`() {
    let bands = [
      Band(type: 2, frequency: 80), Band(type: 0, frequency: 2500, gain: -4, octaves: 0.75),
      Band(type: 7, frequency: 200, gain: 3), Band(type: 10, frequency: 9000, gain: -6, octaves: 1.5),
      Band(type: 6, frequency: 50, octaves: 0.25),
    ]
    let error = responseError(impulseResponse(values(bands, globalGain: -3)), sampleRate: 44_100) { frequency in
      bands.reduce(-3) { $0 + $1.prototype(44_100).gain(at: frequency, sampleRate: 44_100) }
    }
    #expect(error < 1)
  }

  // Fixtures/sosfilt.py, whose sections are written out there: another design and another recursion, in Double, so that
  // only the rounding to 32 bits is between us, of samples up to 2.
  @Test func `sections give what SciPy's sosfilt gives`() throws {
    let path = try #require(Bundle.module.path(forResource: "sosfilt", ofType: "csv", inDirectory: "Fixtures"))
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",").compactMap { Double($0) } }
    let output = filtered(
      rows.map { Float($0[0]) },
      values([
        Band(type: 2, frequency: 80), Band(type: 7, frequency: 200, gain: 3), Band(type: 8, frequency: 9000, gain: -6),
        Band(type: 1, frequency: 15_000),
      ]))
    #expect(output.count == 256)
    for (x, row) in zip(output, rows) { #expect(abs(Double(x) - row[1]) < 1.2e-7) }
  }

  // -3.0103 dB of a Butterworth filter.
  @Test(arguments: [Float(1), 2]) func `Butterworth types are 3 dB down at their frequency`(_ type: Float) {
    for frequency in [20.0, 1000, 20_000] {
      let c = NBandEQ.sections(values([Band(type: type, frequency: frequency)]))[0]
      #expect(abs(c.gain(at: frequency, sampleRate: 44_100) - 10 * log10(0.5)) < 1e-9)
    }
  }

  // U7(2): within 1 cent. At the edges a bell has half its gain in dB, the others are 3.01 dB down.
  @Test(arguments: [Float(0), 5, 6]) func `edges are as far apart as asked`(_ type: Float) {
    for frequency in [100.0, 1000, 16_000] {
      for octaves in [0.05, 0.5, 2, 5] {
        let gain = 12.0
        let c = NBandEQ.sections(
          values([Band(type: type, frequency: frequency, gain: gain, octaves: Double(Float(octaves)))]))[0]
        let level = type == 0 ? gain / 2 : 10 * log10(0.5)
        func crossing(_ inside: Double, _ outside: Double) -> Double {
          var (inside, outside) = (inside, outside)
          let isBelow = c.gain(at: inside, sampleRate: 44_100) < level
          for _ in 0..<100 {
            let middle = (inside * outside).squareRoot()
            if (c.gain(at: middle, sampleRate: 44_100) < level) == isBelow { inside = middle } else { outside = middle }
          }
          return inside
        }
        // The zero of a band-stop itself has no level in dB; a hair beside it has.
        let low = crossing(frequency * 0.9999, 1e-3)
        let high = crossing(frequency * 1.0001, 22_049.999)
        #expect(abs(1200 * log2(high / low) - 1200 * octaves) < 1, "\(octaves) octaves at \(frequency) Hz")
      }
    }
  }

  // U7(4); the Double cascade itself lies far below the rounding to 32 bits.
  @Test func `31 bands of noise settings stay clean`() {
    var random = SplitMix64(seed: 5)
    let bands = (0..<31).map { i in
      Band(
        type: 0, frequency: 20 * exp2(Double(i) / 3.2), gain: Double(Float(24 * random.sample())),
        octaves: Double(Float(1.5 + random.sample())))
    }
    let signal = noise(44_100, amplitude: 0.1, seed: 6)
    let setting = values(bands)
    #expect(noiseLevel(filtered(signal, setting), under: exactly(NBandEQ.sections(setting), signal)) < -140)
  }

  @Test func `bypassed bands pass the input bit for bit`() {
    let signal = noise(1000, seed: 1) + [-0.0, 0, 0, 0]
    var unit = NBandEQUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    unit.update(ParameterValues<NBandEQ>(sampleRate: 44_100))
    #expect(process(&unit, [signal])[0].map(\.bitPattern) == signal.map(\.bitPattern))
    #expect(unit.tail == 0)
  }

  @Test(arguments: [Float(-96), -6, 24]) func `the global gain is a product`(_ decibels: Float) {
    let signal = noise(1000, seed: 1)
    let factor = pow(10, Double(decibels) / 20)
    #expect(filtered(signal, values([], globalGain: decibels)) == signal.map { Float(Double($0) * factor) })
  }

  // cases.md D17: Apple's limit of 31 bands.
  @Test func `a band beyond the 31st does not exist`() {
    #expect(NBandEQ.spec.parameter(id: 5030) != nil)
    #expect(NBandEQ.spec.parameter(id: 5031) == nil)
  }
}
