import Glibc

/// The gain of a look-ahead limiter: it has come down by the time that a peak leaves the delay line.
///
///     peak → largest of A + 1 → ceiling / peak, at most 1 → release → average → average → gain
///
/// The two averages are A + 1 frames long between them, so at the frame A behind a peak each of their inputs is at
/// most what the peak needs, and so is the average of averages. Two lengths that differ bend the gain nearly like a
/// bell (the split is that of G. Luff, "Designing a straightforward limiter", Signalsmith Audio 2022). Averages are
/// sums of integers: once no peak asks for less, the gain is 1 exactly.
struct LimiterGain: ~Copyable {
  /// The longest look-ahead that the sums have room for: 0.03 s at 930 kHz. An average is shorter than 2^14 frames.
  static let longestLookAhead = 28_000

  /// Both averages together reach 2^62 for a gain of 1.
  private static let one = 0x1p34
  /// What is dropped of the sum before it becomes a Double, which holds 52 bits exactly.
  private static let shift = 13

  /// The share by which the gain rises each frame towards where it may be.
  private var rise = 1.0
  private var ceiling: Float = 1

  private var scale = 1.0
  private var largest: SlidingMaximum
  private var gain = 1.0
  private var first, second: BoxFilter
  private let sums: UnsafeMutablePointer<Int64>

  /// Look-ahead of at most `lookAhead` frames; blocks of at most `block` frames, a multiple of eight.
  init(lookAhead: Int, block: Int) {
    largest = SlidingMaximum(longest: lookAhead + 2)
    first = BoxFilter(longest: lookAhead + 1, block: block)
    second = BoxFilter(longest: lookAhead + 1, block: block)
    sums = .allocate(capacity: block)
    sums.initialize(repeating: 0, count: block)
  }

  deinit { sums.deallocate() }

  /// Starts afresh. `hold` is for how many frames beyond the look-ahead the gain stays down.
  mutating func reset(lookAhead: Int, hold: Int, ceiling: Float) {
    let one = Int64(Self.one)
    let length = Int((0.5822419 * Double(lookAhead)).rounded()) + 1
    largest.reset(length: lookAhead + hold + 1)
    first.reset(length: length, value: one)
    second.reset(length: lookAhead + 2 - length, value: one * Int64(length))
    scale = Double(1 << Self.shift) / (Self.one * Double(first.length * second.length))
    gain = 1
    self.ceiling = ceiling
  }

  /// The time in frames in which the gain makes up 63.2 % of its way back.
  mutating func setRelease(_ frames: Double) {
    rise = 1 - exp(-1 / max(frames, 1e-3))
  }

  /// Replaces peaks, which are not negative, by gains. Works on whole lanes: what stands behind `count` is overwritten.
  mutating func process(_ values: UnsafeMutablePointer<Float>, count: Int) {
    largest.process(values, count: count)
    for i in stride(from: 0, to: count, by: 8) {
      let need = ceiling / (values + i).lanes
      (values + i).lanes = need.replacing(with: 1, where: need .> 1)
    }

    let keep = 1 - rise
    var gain = gain
    for i in 0..<count {
      let need = Double(values[i])
      gain = min(gain * keep + need * rise, need)
      sums[i] = Self.integer(gain * Self.one)
    }
    self.gain = gain

    first.process(sums, count: count)
    second.process(sums, count: count)
    for i in 0..<count {
      values[i] = Float(Self.double(sums[i] >> Int64(Self.shift)) * scale)
    }
  }

  // Between Double and integer by the bits of 2^52 + n: there is no vector instruction for it before AVX-512.

  @inline(__always)
  private static func integer(_ value: Double) -> Int64 {
    Int64(bitPattern: (value + 0x1p52).bitPattern &- 0x1p52.bitPattern)
  }

  @inline(__always)
  private static func double(_ value: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: value) &+ 0x1p52.bitPattern) - 0x1p52
  }
}
