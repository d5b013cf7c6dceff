import Glibc

/// Equal-power panning and balance (reference/dsp.md B14), as gains from input channels to a left and a right output.
///
/// Both are exact mirror images for ±p, and exactly 0 and 1 at the ends.
enum PanLaw {
  /// The gains of one channel at -1 (left) … 1 (right): the sum of their squares is 1.
  static func mono(_ p: Double) -> (left: Double, right: Double) {
    let p = clamped(p)
    return (sin(.pi / 4 * (1 - p)), sin(.pi / 4 * (1 + p)))
  }

  /// The gains of a pair: unity at the centre; off it, the far channel is laid over the near one by equal power.
  ///
  /// As the Web Audio API's panner treats stereo sources.
  static func stereo(_ p: Double) -> (leftToLeft: Double, leftToRight: Double, rightToLeft: Double, rightToRight: Double) {
    let p = clamped(p)
    let moved = sin(.pi / 2 * abs(p))
    let kept = sin(.pi / 2 * (1 - abs(p)))
    return p <= 0 ? (1, 0, moved, kept) : (kept, moved, 0, 1)
  }

  private static func clamped(_ p: Double) -> Double { min(max(p, -1), 1) }
}

extension GainMatrix {
  /// Sets what a pan at -1…1 and a gain make of an input of any width: a channel is panned, a pair balanced, wider
  /// inputs go straight through. A single output takes the mean of its input's channels.
  mutating func set(pan: Double, gain: Double, inputCount: Int, outputCount: Int) {
    switch (inputCount, outputCount) {
    case (_, 1):
      for i in 0..<inputCount { set(gain / Double(inputCount), from: i, to: 0) }
    case (1, _):
      let (left, right) = PanLaw.mono(pan)
      set(gain * left, from: 0, to: 0)
      set(gain * right, from: 0, to: 1)
    case (2, _):
      let gains = PanLaw.stereo(pan)
      set(gain * gains.leftToLeft, from: 0, to: 0)
      set(gain * gains.leftToRight, from: 0, to: 1)
      set(gain * gains.rightToLeft, from: 1, to: 0)
      set(gain * gains.rightToRight, from: 1, to: 1)
    default:
      for i in 0..<min(inputCount, outputCount) { set(gain, from: i, to: i) }
    }
  }
}
