import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUMultibandCompressor (reference/dsp.md U12).
@Suite struct MultibandCompressorTests {
  private static let rate = 44_100.0

  private typealias Values = ParameterValues<MultibandCompressor>

  private func unit(
    channels: Int = 1, sampleRate: Double = rate, _ change: (inout Values) -> Void
  ) -> MultibandCompressorUnit {
    var unit = MultibandCompressorUnit(format: RenderFormat(sampleRate: sampleRate, channelCount: channels))
    var values = Values(sampleRate: sampleRate)
    change(&values)
    unit.update(values)
    return unit
  }

  private static let thresholds = [
    MultibandCompressor.threshold1, MultibandCompressor.threshold2, MultibandCompressor.threshold3,
    MultibandCompressor.threshold4,
  ]
  private static let equalizers = [
    MultibandCompressor.eq1, MultibandCompressor.eq2, MultibandCompressor.eq3, MultibandCompressor.eq4,
  ]

  /// No band compresses anything below full scale.
  private func idle(_ values: inout Values) {
    for row in Self.thresholds { values[row] = 0 }
  }

  private func crossovers(_ f1: Float, _ f2: Float, _ f3: Float) -> (inout Values) -> Void {
    {
      $0.crossover1 = f1
      $0.crossover2 = f2
      $0.crossover3 = f3
    }
  }

  /// A quiet impulse through a unit, scaled back up.
  private func impulseResponse(_ unit: inout MultibandCompressorUnit, frames: Int = 65_536) -> [Float] {
    process(&unit, [impulse(frames).map { $0 / 16 }])[0].map { $0 * 16 }
  }

  /// The phase of a second-order all-pass of Q = 1/√2 behind the bilinear transform, in radians, 0…-2π.
  private func allPassPhase(_ frequency: Double, corner: Double, sampleRate: Double) -> Double {
    let x = tan(.pi * frequency / sampleRate) / tan(.pi * corner / sampleRate)
    return -2 * atan2(x * 2.0.squareRoot(), 1 - x * x)
  }

  @Test(arguments: [(Float(120), Float(700), Float(3000)), (300, 300, 300), (20, 5000, 21_000), (120, 121, 21_800)])
  func `the idle bands sum flat, in the phase of three all-passes`(_ f1: Float, f2: Float, f3: Float) {
    var unit = unit {
      idle(&$0)
      crossovers(f1, f2, f3)(&$0)
    }
    let h = impulseResponse(&unit)
    for step in 0..<64 {
      let frequency = 10 * pow(0.98 * Self.rate / 2 / 10, Double(step) / 63)
      let value = response(h, at: frequency, sampleRate: Self.rate)
      #expect(abs(decibels(hypot(value.real, value.imaginary))) < 0.001, "\(frequency) Hz")
      let expected = [f1, f2, f3].reduce(0) {
        $0 + allPassPhase(frequency, corner: Double($1), sampleRate: Self.rate)
      }
      let error = atan2(value.imaginary, value.real) - expected
      #expect(abs(error - 2 * .pi * (error / (2 * .pi)).rounded()) < 0.01, "\(frequency) Hz")
    }
    // Parseval: an all-pass keeps the energy.
    #expect(abs(10 * log10(h.reduce(0) { $0 + Double($1) * Double($1) })) < 0.001)
  }

  /// The response of one band alone: the others' gains taken away by the difference of two settings.
  private func band(_ index: Int, _ set: (inout Values) -> Void) -> [Float] {
    var plain = unit { idle(&$0); set(&$0) }
    var raised = unit { idle(&$0); set(&$0); $0[Self.equalizers[index]] = 20 }
    // 20 dB is 10 times: nine times the band is what it adds.
    return zip(impulseResponse(&raised), impulseResponse(&plain)).map { ($0 - $1) / 9 }
  }

  @Test func `bands meet at -6 dB and fall by 24 dB an octave`() {
    let corners: [Double] = [120, 1000, 6000]
    let set = crossovers(120, 1000, 6000)
    for (i, corner) in corners.enumerated() {
      for side in [i, i + 1] {
        let h = band(side, set)
        // -6.02 dB of this crossover, and what the nearest others still take there.
        let others = corners.enumerated().filter { $0.offset != i && ($0.offset == side || $0.offset == side - 1) }
        let rest = others.reduce(0.0) { sum, other in
          let x = tan(.pi * corner / Self.rate) / tan(.pi * other.element / Self.rate)
          return sum - 20 * log10(1 + pow(other.offset == side ? x : 1 / x, 4))
        }
        #expect(abs(gain(h, at: corner, sampleRate: Self.rate) - rest - -6.0206) < 0.01)
      }
    }
    // Band 1 three to four octaves above its crossover, with the others out of the way.
    let low = band(0, crossovers(120, 20_000, 21_000))
    let slope = gain(low, at: 1920, sampleRate: Self.rate) - gain(low, at: 960, sampleRate: Self.rate)
    #expect(abs(slope + 24) < 0.3)
  }

  @Test func `crossovers may be given in any order`() {
    let signal = [noise(8000, seed: 1), noise(8000, seed: 2)]
    var sorted = unit(channels: 2, crossovers(120, 700, 3000))
    let expected = process(&sorted, signal)
    for (a, b, c) in [(Float(3000), Float(120), Float(700)), (700, 3000, 120), (3000, 700, 120)] {
      var unit = unit(channels: 2, crossovers(a, b, c))
      #expect(process(&unit, signal) == expected)
    }
  }

  /// Crossovers that make one band wide, and its middle in Hz, four octaves and more from any: 96 dB away.
  private static let wide: [(Float, Float, Float, middle: Double)] = [
    (3000, 12_000, 18_000, 60), (30, 12_000, 18_000, 600), (20, 40, 15_000, 775), (20, 40, 80, 1500),
  ]

  private func widen(_ index: Int, _ values: inout Values) {
    let (f1, f2, f3, _) = Self.wide[index]
    crossovers(f1, f2, f3)(&values)
  }

  @Test(arguments: 0..<4) func `each band has the dynamics curve`(_ index: Int) {
    let frequency = Self.wide[index].middle
    let (threshold, headroom) = ([-22.0, -32, -33, -36][index], [5.0, 12, 5, 7.5][index])
    for level in [-50.0, -30, -24, -18, -12, 0] {
      var unit = unit {
        widen(index, &$0)
        $0.attackTime = 0.001
        $0.releaseTime = 1
      }
      let output = process(&unit, [sine(66_150, frequency: frequency, amplitude: pow(10, level / 20))])[0]
      let measured = decibels(sineFit(Array(output[44_100...]), frequency: frequency, sampleRate: Self.rate).amplitude)
      let t = pow(10, threshold / 20)
      let s = pow(10, (threshold + headroom) / 20) - t
      let x = pow(10, level / 20)
      let expected = x > t ? 20 * log10(t + s * (1 - exp(-(x - t) / s))) : level
      #expect(abs(measured - expected) < 0.2, "\(level) dB")
    }
  }

  @Test func `a loud tone in one band leaves a pilot in another alone`() {
    func pilot(_ loud: Double) -> Double {
      var unit = unit { _ in }
      let tone = sine(88_200, frequency: 1450, amplitude: loud)
      let input = zip(tone, sine(88_200, frequency: 50, amplitude: 0.01)).map { $0 + $1 }
      let output = Array(process(&unit, [input])[0][44_100...])
      return decibels(sineFit(output, frequency: 50, sampleRate: Self.rate).amplitude)
    }
    #expect(abs(pilot(1) - pilot(0)) < 0.05)
  }

  @Test func `the equaliser's gains are those of the bands' centres`() {
    for (index, band) in Self.wide.enumerated() {
      for change: Float in [-20, -6, 6, 20] {
        var unit = unit { idle(&$0); widen(index, &$0); $0[Self.equalizers[index]] = change }
        let h = impulseResponse(&unit)
        #expect(abs(gain(h, at: band.middle, sampleRate: Self.rate) - Double(change)) < 0.15, "band \(index)")
      }
    }
  }

  @Test func `pre-gain comes before the thresholds and post-gain behind`() {
    func level(_ change: (inout Values) -> Void) -> Double {
      var unit = unit {
        $0.attackTime = 0.001
        $0.releaseTime = 1
        change(&$0)
      }
      let output = process(&unit, [sine(44_100, frequency: 290, amplitude: 0.05)])[0]
      return decibels(sineFit(Array(output[22_050...]), frequency: 290, sampleRate: Self.rate).amplitude)
    }
    let plain = level { _ in }
    #expect(abs(level { $0.postgain = 12 } - plain - 12) < 0.001)
    #expect(level { $0.pregain = 12 } < plain + 8)
  }

  @Test func `meters show each band's levels`() {
    var unit = unit {
      widen(2, &$0)
      $0.attackTime = 0.001
      $0.releaseTime = 1
    }
    _ = process(&unit, [sine(66_150, frequency: 775, amplitude: 0.5)])
    let read = { (row: Parameter) in Double(unit.meter(row, index: 0)) }
    #expect(abs(read(MultibandCompressor.inputAmplitude3) - decibels(0.5)) < 0.1)
    // -33 dB and 5 dB of headroom: 22 dB over, of which the meter shows 20.
    #expect(read(MultibandCompressor.compressionAmount3) == 20)
    #expect(abs(read(MultibandCompressor.outputAmplitude3) - -28) < 0.1)
    #expect(read(MultibandCompressor.compressionAmount1) == 0)
    #expect(read(MultibandCompressor.inputAmplitude1) < -60)
  }

  @Test func `crossovers move without a click`() {
    let tone = sine(12_000, frequency: 300, amplitude: 0.5)
    var unit = unit { idle(&$0) }
    let before = process(&unit, [Array(tone[..<6001])])[0]
    var values = Values(sampleRate: Self.rate)
    idle(&values)
    crossovers(400, 2000, 9000)(&values)
    unit.update(values)
    let output = before + process(&unit, [Array(tone[6001...])])[0]
    // The phase moves on by 3 rad at the most, within about 64 frames: 0.5 · (3 / 64 + 2π · 300 / 44,100).
    let slope: Float = 0.5 * (3.0 / 64 + 2 * .pi * 300 / 44_100)
    #expect(zip(output[3000...], output[3001...]).allSatisfy { abs($1 - $0) < slope })
  }

  @Test(arguments: [3, 5]) func `an odd last channel is treated like the others`(_ channels: Int) {
    let signal = noise(8000, amplitude: 0.9)
    var many = unit(channels: channels) { _ in }
    var one = unit { _ in }
    let expected = process(&one, [signal])[0]
    #expect(process(&many, [[Float]](repeating: signal, count: channels)).allSatisfy { $0 == expected })
  }

  @Test func `values beyond every range are safe`() {
    for extreme: Float in [-1e30, -300, 0, 1e-30, 300, 1e30] {
      for row in MultibandCompressor.spec.parameters where row.access == .readWrite {
        var unit = unit { $0[row] = extreme }
        #expect(process(&unit, [noise(2000)])[0].allSatisfy { $0.isFinite }, "\(row.key) \(extreme)")
      }
    }
  }
}
