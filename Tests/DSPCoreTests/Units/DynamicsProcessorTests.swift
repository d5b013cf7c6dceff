import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUDynamicsProcessor (reference/dsp.md U11).
@Suite struct DynamicsProcessorTests {
  private static let rate = 44_100.0
  private static let lookAhead = 256

  private typealias Values = ParameterValues<DynamicsProcessor>

  private func values(_ change: (inout Values) -> Void) -> Values {
    var values = Values(sampleRate: Self.rate)
    change(&values)
    return values
  }

  private func unit(channels: Int = 1, _ change: (inout Values) -> Void) -> DynamicsProcessorUnit {
    var unit = DynamicsProcessorUnit(format: RenderFormat(sampleRate: Self.rate, channelCount: channels))
    unit.update(values(change))
    return unit
  }

  /// The output level in dB for an input level in dB, by the formulas of U11 in Double.
  private func curve(_ level: Double, threshold: Double, headRoom: Double, isDecibels: Bool = false) -> Double {
    guard level > threshold else { return level }
    if isDecibels { return threshold + headRoom * (1 - exp(-(level - threshold) / headRoom)) }
    let t = pow(10, threshold / 20)
    let s = pow(10, (threshold + headRoom) / 20) - t
    return 20 * log10(t + s * (1 - exp(-(pow(10, level / 20) - t) / s)))
  }

  /// Steady levels in dB of a 1 kHz tone before and behind a unit, and the level that its detector stands at: with
  /// 1 ms and 1 s the follower falls by 0.06 % between two crests, and so reads 0.004 dB low.
  private func steady(_ level: Double, _ change: (inout Values) -> Void) -> Double {
    var unit = unit {
      $0.attackTime = 0.001
      $0.releaseTime = 1
      change(&$0)
    }
    let output = process(&unit, [sine(22_050, frequency: 1000, amplitude: pow(10, level / 20))])[0]
    return decibels(sineFit(Array(output[11_025...]), frequency: 1000, sampleRate: Self.rate).amplitude)
  }

  // Case E6 among them: a level in dB is never taken for an amplitude.
  @Test(arguments: [
    (Float(-20), Float(5), Float(0)), (-20, 5, 1), (-40, 40, 0), (-40, 40, 1), (-12, 20, 0), (-35, 30, 0), (10, 3, 0),
    (-60, 0.1, 0),
  ])
  func `the static curve is the formula's`(_ threshold: Float, headRoom: Float, shape: Float) {
    for level in stride(from: -60.0, through: 20, by: 2) {
      let measured = steady(level) {
        $0.threshold = threshold
        $0.headRoom = headRoom
        $0.curve = shape
        $0.expansionRatio = 1
      }
      let expected = curve(
        level, threshold: Double(threshold), headRoom: Double(headRoom), isDecibels: shape == 1)
      #expect(abs(measured - expected) < 0.1, "\(level) dB")
    }
  }

  @Test func `published figures of both curves hold`() {
    // Threshold -20, headroom 5 (reference/dsp.md U11); 0.02 dB for the detector's sag between crests.
    let levels = [-18.0, -15, -12, -10, -6, 0, 20]
    let exponential = [-18.271, -16.525, -15.563, -15.240, -15.022, -15.000, -15.000]
    let inDecibels = [-18.352, -16.839, -16.009, -15.677, -15.304, -15.092, -15.002]
    for (i, level) in levels.enumerated() {
      #expect(abs(steady(level) { _ in } - exponential[i]) < 0.02)
      #expect(abs(steady(level) { $0.curve = 1 } - inDecibels[i]) < 0.02)
    }
  }

  /// The gain at a constant level: DC is a tone without crests, so that no ripple hides the curve's own shape.
  private func gain(_ amplitude: Double, _ change: (inout Values) -> Void) -> Double {
    var unit = unit {
      $0.attackTime = 0.0001
      change(&$0)
    }
    let input = [Float](repeating: Float(amplitude), count: 2000)
    return Double(process(&unit, [input])[0][1999]) / Double(input[0])
  }

  @Test(arguments: [Float(0), 1]) func `the curve bends without a corner`(_ shape: Float) {
    // Slopes in dB per dB over 0.02 dB on either side of the threshold. The curve's own bend takes up to
    // half of 0.02 dB over the headroom in amplitude, S/t = 9 at 20 dB of headroom: 0.0013.
    func output(_ level: Double) -> Double {
      level + decibels(gain(pow(10, level / 20)) { $0.headRoom = 20; $0.curve = shape; $0.expansionRatio = 1 })
    }
    let below = (output(-20) - output(-20.02)) / 0.02
    let above = (output(-19.98) - output(-20)) / 0.02
    #expect(abs(below - 1) < 0.002)
    #expect(abs(above - below) < 0.01)
  }

  @Test func `gains keep Float32's precision right above the threshold`() {
    // S is 99 times t here: a cancelled 1 - e^-z would show as steps of 6e-6 in the gain.
    for amplitude in stride(from: 0.01001, to: 0.0102, by: 0.00001) {
      let exact = pow(10, curve(20 * log10(amplitude), threshold: -40, headRoom: 40) / 20) / amplitude
      let measured = gain(amplitude) { $0.threshold = -40; $0.headRoom = 40; $0.expansionRatio = 1 }
      #expect(abs(measured / exact - 1) < 6e-7)
    }
  }

  @Test func `the output stays below threshold plus headroom plus gain`() {
    for (threshold, headRoom, gain) in [(Float(-20), Float(5), Float(0)), (-40, 0.1, 12), (0, 10, -6), (20, 40, 0)] {
      let level = steady(20) {
        $0.threshold = threshold
        $0.headRoom = headRoom
        $0.masterGain = gain
      }
      #expect(level <= Double(threshold + headRoom + gain) + 0.05)
    }
  }

  @Test(arguments: [(Float(0.005), Float(0.05)), (0.05, 0.2), (0.2, 0.6)])
  func `the detector makes 63 % of a step in the attack and of a fall in the release`(_ attack: Float, release: Float) {
    // From -40 to -10 dB and back. The gain of DC gives the level away, by the curve turned round; threshold and
    // headroom are such that all of it lies on the bend.
    let (low, high) = (pow(10, -40 / 20.0), pow(10, -10 / 20.0))
    let rise = 40_000
    let fall = rise + 60_000
    let input = [Float](repeating: Float(low), count: rise) + [Float](repeating: Float(high), count: fall - rise)
      + [Float](repeating: Float(low), count: 40_000)
    var unit = unit {
      $0.threshold = -40
      $0.headRoom = 40
      $0.attackTime = attack
      $0.releaseTime = release
      $0.expansionRatio = 1
    }
    let output = process(&unit, [input])[0]
    /// The detector's level at a frame: the audio is 256 frames late, the gain is not.
    func level(_ frame: Int) -> Double {
      let gain = Double(output[frame]) / Double(input[frame - Self.lookAhead])
      var (below, above) = (low / 2, 1.0)
      for _ in 0..<60 {
        let middle = (below + above) / 2
        let db = 20 * log10(middle)
        if curve(db, threshold: -40, headRoom: 40) - db > 20 * log10(gain) { below = middle } else { above = middle }
      }
      return below
    }
    let attackFrames = Double(attack) * Self.rate
    let crossing = (rise..<fall).first { level($0) >= low + (high - low) * (1 - exp(-1)) } ?? 0
    #expect(abs(Double(crossing - rise) - attackFrames) < 0.05 * attackFrames + 1)

    // The follower falls exponentially and the smoother follows: once the smoother's own start has died away, the
    // level falls by 1/e a release. It is the release that counts where it is the longer by far.
    let settled = fall + Int(3 * attackFrames)
    let releaseFrames = Double(release) * Self.rate
    guard release >= 10 * attack else { return }
    let start = level(settled)
    let later = (settled..<output.count).first { level($0) <= start * exp(-1) } ?? 0
    #expect(abs(Double(later - settled) - releaseFrames) < 0.05 * releaseFrames)
  }

  @Test func `below the threshold with ratio 1 the output is the delayed input`() {
    let input = noise(20_000, amplitude: 0.09)
    var unit = unit { $0.expansionRatio = 1 }
    #expect(Array(process(&unit, [input])[0][Self.lookAhead...]) == Array(input.dropLast(Self.lookAhead)))
  }

  @Test(arguments: [Float(2), 4, 50]) func `the expander goes down by its ratio`(_ ratio: Float) {
    func output(_ level: Double) -> Double {
      level + decibels(gain(pow(10, level / 20)) { $0.expansionRatio = ratio; $0.expansionThreshold = -40 })
    }
    // The gain goes down to -100 dB and no further: at ratio 50 that is 2 dB below the threshold.
    let (near, far) = ratio == 50 ? (-40.5, -41.5) : (-45.0, -60.0)
    #expect(abs((output(near) - output(far)) / (near - far) / Double(ratio) - 1) < 0.01)
    #expect(output(-39.9) > -39.91)
    #expect(abs(decibels(gain(1e-4) { $0.expansionRatio = 50; $0.expansionThreshold = -40 }) - -100) < 0.01)
  }

  @Test func `both channels share one gain`() {
    let left = noise(20_000, amplitude: 0.9, seed: 1)
    let right = noise(20_000, amplitude: 0.01, seed: 2)
    var unit = unit(channels: 2) { $0.threshold = -30 }
    let output = process(&unit, [left, right])
    for i in 1000..<19_000 where abs(left[i]) > 0.1 && abs(right[i]) > 0.001 {
      let gains = (output[0][i + Self.lookAhead] / left[i], output[1][i + Self.lookAhead] / right[i])
      #expect(abs(gains.0 / gains.1 - 1) < 5e-7)
    }
  }

  @Test func `meters show what was measured`() {
    var unit = unit {
      $0.threshold = -20
      $0.headRoom = 5
      $0.releaseTime = 1
    }
    let input = sine(44_100, frequency: 997, amplitude: 0.5)
    let output = process(&unit, [input])[0]
    let outLevel = decibels(output[30_000...].map(abs).max()!)
    #expect(abs(Double(unit.meter(DynamicsProcessor.inputAmplitude, index: 0)) - decibels(0.5)) < 0.1)
    #expect(abs(Double(unit.meter(DynamicsProcessor.outputAmplitude, index: 0)) - outLevel) < 0.1)
    let taken = decibels(0.5) - outLevel
    #expect(abs(Double(unit.meter(DynamicsProcessor.compressionAmount, index: 0)) - taken) < 0.1)
  }

  @Test func `meters of silence stand at their floor`() {
    var unit = unit { _ in }
    _ = process(&unit, [[Float](repeating: 0, count: 4000)])
    #expect(unit.meter(DynamicsProcessor.inputAmplitude, index: 0) == -120)
    #expect(unit.meter(DynamicsProcessor.outputAmplitude, index: 0) == -120)
    #expect(unit.meter(DynamicsProcessor.compressionAmount, index: 0) == 0)
  }

  // Case E8.
  @Test func `the defaults act on a tone of -10 dBFS`() {
    #expect(abs(steady(-10) { _ in } - -15.24) < 0.02)
  }

  // Case E2: the gain is down before the first transient leaves the delay.
  @Test func `a burst does not overshoot by more than the attack leaves`() {
    let burst = [Float](repeating: 0, count: 5000) + sine(30_000, frequency: 997, amplitude: 1)
    var unit = unit { _ in }
    let output = process(&unit, [burst])[0]
    let settled = decibels(sineFit(Array(output[25_000...]), frequency: 997, sampleRate: Self.rate).amplitude)
    let first = decibels(output[(5000 + Self.lookAhead)..<6000].map(abs).max()!)
    // 256 frames are 5.8 attack times of 1 ms: 0.3 % of the step is left, on a curve that is flat by then.
    #expect(first < settled + 0.1)
  }

  @Test func `a changed curve fades in without a click`() {
    let tone = sine(8000, frequency: 200, amplitude: 0.5)
    var unit = unit { $0.releaseTime = 3 }
    let before = process(&unit, [Array(tone[..<4001])])[0]
    unit.update(values { $0.releaseTime = 3; $0.threshold = -40; $0.masterGain = 6 })
    let output = before + process(&unit, [Array(tone[4001...])])[0]
    let steps = zip(output[2000...], output[2001...]).map { abs($1 - $0) }
    let loudest = output[2000...].map(abs).max()!
    let slope: Float = loudest * 2 * .pi * 200 / 44_100
    // The gain moves by at most the difference of the two over 64 frames.
    #expect(steps.allSatisfy { $0 < slope + loudest / 64 })
    #expect(zip(output[4200...], output[4201...]).map { abs($1 - $0) }.allSatisfy { $0 < slope * 1.01 })
  }

  @Test func `Fast and Smooth has its published values, the other presets say that theirs are ours`() {
    let presets = DynamicsProcessor.spec.presets
    #expect(presets.map(\.name) == ["Fast and Smooth", "Hard", "Light", "Light Gate", "Medium Gate", "Hard Gate"])
    #expect(presets[0].values == [0: -35, 1: 30, 2: 1, 3: -100, 4: 0.03, 5: 0.03, 6: 0])
    for (i, preset) in presets.enumerated() {
      if case .ours = preset.source { #expect(i > 0) } else { #expect(i == 0) }
    }
  }

  @Test func `values beyond every range are safe`() {
    for extreme: Float in [-1e30, -300, -1, 0, 1e-30, 300, 1e30] {
      for row in DynamicsProcessor.spec.parameters where row.access == .readWrite {
        var unit = unit { $0[row] = extreme }
        let output = process(&unit, [noise(2000)])[0]
        #expect(output.allSatisfy { $0.isFinite }, "\(row.key) \(extreme)")
      }
    }
  }
}
