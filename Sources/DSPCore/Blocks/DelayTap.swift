/// A place behind a delay line at which it is read. A delay that moves is cross-faded, never glided (decision 19).
struct DelayTap {
  /// Frames.
  var target = 0
  private var start = 0
  private var end = 0
  /// Quanta of a cross-fade, and those that are over.
  private let length: Int
  private var elapsed = 0
  private var share = QuantumRamp(0)

  /// For cross-fades of so many quanta.
  init(quanta: Int = 1) {
    length = quanta
  }

  /// For cross-fades of 20 ms, rounded up to whole quanta.
  init(sampleRate: Double) {
    self.init(quanta: Int((0.02 * sampleRate / Double(quantum)).rounded(.up)))
  }

  /// Stands at the target at once.
  mutating func snap() {
    start = target
    end = target
  }

  /// Begins the next quantum. A target that moves during a cross-fade has to wait for its end.
  mutating func advance() {
    elapsed += 1
    if elapsed >= length { start = end }
    if start == end && end != target {
      end = target
      elapsed = 0
      share.target = 0
      share.snap()
    }
    share.target = Float(elapsed + 1) / Float(length)
    share.advance()
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

  /// The shorter of the delays that sound in the quantum in hand.
  var shortest: Int { min(start, end) }

  /// Copies frames of the quantum in hand, any number of them.
  @inline(__always)
  func copy(
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
