import Glibc

/// The losses of eight delay lines of a feedback delay network: Jot's one-pole, y = b x + p y₋₁, whose decay is exact at
/// 0 Hz and at Nyquist (reference/dsp.md B10). A lane a line.
struct Absorption {
  private(set) var gain = Lanes.zero
  private(set) var pole = Lanes.zero

  /// Sets one line's loss.
  ///
  /// - Parameters:
  ///   - delay: the line's length in frames.
  ///   - decay: frames in which the network is to fall by 60 dB, at 0 Hz and at Nyquist.
  ///   - scale: a gain to go with the loss: that of the feedback matrix.
  mutating func set(_ line: Int, delay: Double, decay: (dc: Double, nyquist: Double), scale: Double) {
    let low = pow(10, -3 * delay / decay.dc)
    // Beyond 1000 the pole would come so near 1 that low frequencies, too, decay at once.
    let ratio = min(low / max(pow(10, -3 * delay / decay.nyquist), 1e-30), 1000)
    pole[line] = Float((ratio - 1) / (ratio + 1))
    gain[line] = Float(low * scale) * (1 - pole[line])
  }

  /// A line's gain, scale and all, at an angular frequency per frame.
  func gain(_ line: Int, at angle: Double) -> Double {
    let p = Double(pole[line])
    return Double(gain[line]) / hypot(1 - p * cos(angle), p * sin(angle))
  }

  /// Takes the losses of eight frames, a frame a vector; `state` is the output before them and becomes the last.
  @inline(__always)
  func process(_ x: Tile, _ state: inout Lanes) -> Tile {
    Tile(
      v0: process(x.v0, &state), v1: process(x.v1, &state), v2: process(x.v2, &state), v3: process(x.v3, &state),
      v4: process(x.v4, &state), v5: process(x.v5, &state), v6: process(x.v6, &state), v7: process(x.v7, &state))
  }

  /// Takes the losses of one frame.
  @inline(__always)
  func process(_ x: Lanes, _ state: inout Lanes) -> Lanes {
    state = gain * x + pole * state
    return state
  }

  /// The losses a share of the way to others.
  @inline(__always)
  func moved(to end: Absorption, by share: Float) -> Absorption {
    var between = self
    between.gain += share * (end.gain - gain)
    between.pole += share * (end.pole - pole)
    return between
  }
}
