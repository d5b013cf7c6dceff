import Glibc

/// The loss of one delay line of a feedback delay network: Jot's one-pole, y = b x + p y₋₁, whose decay is exact at
/// 0 Hz and at Nyquist (reference/dsp.md B10).
///
/// Worked out for eight frames at once, without shuffles: the recursion written out over four frames is an FIR of
/// four taps on the line's own memory, that over eight adds it to itself four frames late, and what is left is a
/// recursion from each group of eight to the next.
struct Absorption {
  private let b0, b1, b2, b3, p4, p8: Float
  private let pole: Double

  /// - Parameters:
  ///   - delay: the line's length in frames.
  ///   - decay: frames in which the network is to fall by 60 dB, at 0 Hz and at Nyquist.
  ///   - scale: a gain to go with the loss: that of the feedback matrix.
  init(delay: Double, decay: (dc: Double, nyquist: Double), scale: Double) {
    let gain = pow(10, -3 * delay / decay.dc)
    // Beyond 1000 the pole would come so near 1 that low frequencies, too, decay at once.
    let ratio = min(gain / max(pow(10, -3 * delay / decay.nyquist), 1e-30), 1000)
    pole = (ratio - 1) / (ratio + 1)
    let b = gain * (1 - pole) * scale
    b0 = Float(b)
    b1 = Float(b * pole)
    b2 = Float(b * pole * pole)
    b3 = Float(b * pole * pole * pole)
    p4 = Float(pow(pole, 4))
    p8 = Float(pow(pole, 8))
  }

  /// The gain, matrix and all, at an angular frequency per frame.
  func gain(at angle: Double) -> Double {
    Double(b0) / hypot(1 - pole * cos(angle), pole * sin(angle))
  }

  /// Filters groups of eight frames; 11 frames before `input` and 8 before `output` are the history. The scratch holds
  /// as many frames as there are, and eight more.
  @inline(__always)
  func process(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, count: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    for i in stride(from: 0, to: count + 8, by: 8) { (scratch + i).lanes = taps(input + (i - 8)) }
    var y = (output - 8).lanes
    for i in stride(from: 0, to: count, by: 8) {
      var w = (scratch + i + 8).lanes
      w += p4 * (scratch + i + 4).lanes
      y = w + p8 * y
      (output + i).lanes = y
    }
  }

  @inline(__always)
  private func taps(_ input: UnsafePointer<Float>) -> Lanes {
    var v = b0 * input.lanes
    v += b1 * (input - 1).lanes
    v += b2 * (input - 2).lanes
    v += b3 * (input - 3).lanes
    return v
  }
}
