/// A place behind a delay line at which it is read. A delay that moves is cross-faded over one quantum.
struct DelayTap {
  /// Frames.
  var target = 0
  private var start = 0
  private var end = 0
  private let share: QuantumRamp = {
    var ramp = QuantumRamp(0)
    ramp.target = 1
    ramp.advance()
    return ramp
  }()

  /// Stands at the target at once.
  mutating func snap() {
    start = target
    end = target
  }

  /// Begins the next quantum.
  mutating func advance() {
    start = end
    end = target
  }

  /// Reads groups of eight frames of the quantum in hand, which have been written.
  @inline(__always)
  func read(
    _ lines: borrowing DelayLines, _ line: Int, to output: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    let old = lines.reader(line, delay: start, at: frames.lowerBound)
    (output + frames.lowerBound).update(from: old, count: frames.count)
    guard start != end else { return }
    let new = lines.reader(line, delay: end, at: frames.lowerBound)
    for i in frames {
      let x = output[i]
      output[i] = x + share[i] * (new[i - frames.lowerBound] - x)
    }
  }
}
