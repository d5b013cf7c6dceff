/// The sum of the last so many integers: a moving average without its division, free of drift and of rounding.
struct BoxFilter: ~Copyable {
  private(set) var length = 1

  private var history: History<Int64>
  private var sum: Int64 = 0

  /// Averages over at most `longest` values, which come in blocks of at most `block`.
  init(longest: Int, block: Int) {
    history = History(channelCount: 1, past: longest, block: block, silence: 0)
  }

  /// Starts afresh, with `value` before the first value, and an average over `length` values.
  mutating func reset(length: Int, value: Int64) {
    self.length = length
    history.reset(value)
    sum = value * Int64(length)
  }

  /// Replaces each value by the sum of the `length` values that it ends.
  mutating func process(_ values: UnsafeMutablePointer<Int64>, count: Int) {
    history.advance(count)
    let newest = history[0]
    newest.update(from: values, count: count)
    let oldest = newest - length
    var sum = sum
    for i in 0..<count {
      sum &+= newest[i] &- oldest[i]
      values[i] = sum
    }
    self.sum = sum
  }
}
