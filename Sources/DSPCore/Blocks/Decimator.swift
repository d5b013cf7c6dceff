/// Fewer samples and fewer bits: every channel holds a sample for some frames, rounded to a coarse step.
///
/// Aliasing is the effect, so nothing is taken out of it (reference/dsp.md U20).
package struct Decimator: ~Copyable {
  /// Frames for which a sample is held, 1 or more; not whole.
  package var hold = 1.0
  /// The step that samples are rounded to; 0 leaves them as they are.
  package var step = 0.0

  /// Frames until the next sample is taken.
  private var wait = 0.0
  private let held: UnsafeMutablePointer<Float>
  private let channelCount: Int

  package init(channelCount: Int) {
    self.channelCount = channelCount
    held = .allocate(capacity: channelCount)
    held.initialize(repeating: 0, count: channelCount)
  }

  deinit { held.deallocate() }

  mutating func reset() {
    wait = 0
    held.update(repeating: 0, count: channelCount)
  }

  var isIdentity: Bool { hold == 1 && step == 0 }

  package mutating func process(_ input: inout AudioBuffer, to output: inout AudioBuffer) {
    let start = wait
    for channel in 0..<channelCount {
      let x = input[channel]
      let y = output[channel]
      var value = held[channel]
      wait = start
      for i in 0..<input.frameCount {
        if wait <= 0 {
          value = rounded(x[i])
          wait += hold
        }
        wait -= 1
        y[i] = value
      }
      held[channel] = value
    }
  }

  /// To the nearest multiple of the step, ties to even: adding 1.5 · 2^52 drops all that is not whole.
  @inline(__always)
  private func rounded(_ x: Float) -> Float {
    guard step > 0 else { return x }
    let magic = 0x1.8p52
    return Float((Double(x) / step + magic - magic) * step)
  }
}
