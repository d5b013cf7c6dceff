/// The largest of the last so many values, at about two comparisons a value whatever the window's length.
///
/// The stream is cut into runs of the window's length. A window is the end of one run and the beginning of the next:
/// the largest of the first is kept from the run's end backward, that of the second as it comes.
/// M. van Herk, Pattern Recognition Letters 13, 1992; J. Gil and M. Werman, IEEE PAMI 15, 1993.
struct SlidingMaximum: ~Copyable {
  private var length = 1

  /// The run in hand, and of the run before it the largest from each place to its end; 0 behind the end.
  private let run: UnsafeMutablePointer<Float>
  private let suffix: UnsafeMutablePointer<Float>
  private var position = 0
  private var prefix: Float = 0

  /// Windows of at most `longest` values, none of them negative.
  init(longest: Int) {
    run = .allocate(capacity: longest)
    run.initialize(repeating: 0, count: longest)
    suffix = .allocate(capacity: longest + 1)
    suffix.initialize(repeating: 0, count: longest + 1)
  }

  deinit {
    run.deallocate()
    suffix.deallocate()
  }

  /// Starts afresh, with zeros before the first value, and a window of `length` values.
  mutating func reset(length: Int) {
    self.length = length
    suffix.update(repeating: 0, count: length + 1)
    position = 0
    prefix = 0
  }

  /// Replaces each value by the largest of those in the window that it ends.
  mutating func process(_ values: UnsafeMutablePointer<Float>, count: Int) {
    var first = 0
    while first < count {
      let n = min(count - first, length - position)
      let x = values + first
      let kept = run + position
      let before = suffix + position + 1
      var largest = prefix
      for i in 0..<n {
        let value = x[i]
        kept[i] = value
        largest = max(largest, value)
        x[i] = max(largest, before[i])
      }
      prefix = largest
      position += n
      first += n
      if position == length { turn() }
    }
  }

  private mutating func turn() {
    var largest: Float = 0
    for i in stride(from: length - 1, through: 0, by: -1) {
      largest = max(largest, run[i])
      suffix[i] = largest
    }
    position = 0
    prefix = 0
  }
}
