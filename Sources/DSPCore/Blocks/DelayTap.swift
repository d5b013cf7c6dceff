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

  /// Where groups of eight frames of the quantum in hand, which have been written, stand; `scratch`, a quantum, where
  /// they have to be worked out.
  @inline(__always)
  func read(
    _ lines: borrowing DelayLines, _ line: Int, scratch: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) -> UnsafePointer<Float> {
    let old = lines.reader(line, delay: start, at: frames.lowerBound)
    guard start != end else { return old }
    let new = lines.reader(line, delay: end, at: frames.lowerBound)
    for i in stride(from: frames.lowerBound, to: frames.upperBound, by: 8) {
      let x = (old + (i - frames.lowerBound)).lanes
      let y = (new + (i - frames.lowerBound)).lanes
      (scratch + i).lanes = x + share.lanes(at: i) * (y - x)
    }
    return UnsafePointer(scratch + frames.lowerBound)
  }
}
