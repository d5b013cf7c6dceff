import Glibc

/// What both ears hear of a source: a filter and a delay each.
struct EarPair {
  struct Filter {
    /// Frames before the first tap.
    var delay = 0
    var taps: [Float] = []
  }

  /// Frames by which all sound comes late, so that a delay between frames can be made.
  static let latency = 12

  let left, right: Filter

  /// - Parameters:
  ///   - magnitudes: the bins 0…n/2 of each ear's magnitude.
  ///   - delays: seconds, at most a thousandth.
  ///   - length: taps.
  init(
    magnitudes: (left: [Double], right: [Double]), delays: (left: Double, right: Double), gain: Double, length: Int,
    sampleRate: Double
  ) {
    left = Self.filter(magnitudes.left, delays.left * sampleRate, gain, length)
    right = Self.filter(magnitudes.right, delays.right * sampleRate, gain, length)
  }

  /// Taps at a sample rate: 128 at 48 kHz.
  static func length(_ sampleRate: Double) -> Int {
    max(4, Int((sampleRate / 48_000 * 16).rounded(.up))) * 8
  }

  /// The most taps that a set of measured ears can have.
  static func longest(_ sampleRate: Double) -> Int { 8 * length(sampleRate) }

  /// The bins of a magnitude at a sample rate in Hz, 0 to half the sample rate, for so many taps: at least 24 times as
  /// many. A deep notch has a long cepstrum; with six times as many it folds over by 0.2 dB at one of KEMAR's.
  static func frequencies(_ sampleRate: Double, taps: Int) -> [Double] {
    var size = 256
    while size < 24 * taps { size *= 2 }
    return (0...size / 2).map { Double($0) * sampleRate / Double(size) }
  }

  private static func filter(_ magnitude: [Double], _ delay: Double, _ gain: Double, _ length: Int) -> Filter {
    let response = minimumPhase(magnitude)
    let whole = Int(delay.rounded(.down))
    let fraction = delay - Double(whole)
    guard fraction > 1e-9 else {
      return Filter(delay: latency + whole, taps: (0..<length).map { Float(gain * response[$0]) })
    }
    // The response at a place between frames: a windowed sinc, Kaiser β = 6.
    let kernel = (0..<2 * latency).map { windowedSinc(Double($0 - latency + 1) - fraction) }
    let taps = (0..<length).map { n in
      let sum = kernel.indices.reduce(0.0) { $1 > n ? $0 : $0 + kernel[$1] * response[n - $1] }
      return Float(gain * sum)
    }
    return Filter(delay: whole + 1, taps: taps)
  }

  private static func windowedSinc(_ x: Double) -> Double {
    let edge = Double(latency)
    guard abs(x) < edge else { return 0 }
    let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
    return sinc * bessel(6 * (1 - x * x / (edge * edge)).squareRoot()) / bessel(6)
  }

  /// The modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1..<40 {
      term *= x * x / Double(4 * k * k)
      sum += term
    }
    return sum
  }
}

/// Filters one channel for both ears; a new pair of filters is faded in over one quantum.
struct EarFilters {
  private var target: EarPair?
  private var start: EarPair?
  private var end: EarPair?
  private var isWaiting = false
  private var isMoving = false
  private var position = 0

  /// Takes a pair, or none for silence: at once before the first frame, later over the next whole quantum.
  mutating func set(_ pair: EarPair?) {
    target = pair
    isWaiting = true
    if position == 0 { snap() }
  }

  mutating func reset() {
    position = 0
    snap()
  }

  private mutating func snap() {
    (start, end) = (target, target)
    (isWaiting, isMoving) = (false, false)
  }

  var isHeard: Bool { end != nil || start != nil || target != nil }

  /// Adds what the ears hear. `x` is the block in hand, with the filters' past before it and 16 frames behind it.
  mutating func add(
    _ x: UnsafePointer<Float>, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    var first = 0
    while first < count {
      let offset = position % quantum
      if offset == 0 && (isWaiting || isMoving) { advance() }
      let rest = count - first
      let frames = isWaiting || isMoving ? min(rest, quantum - offset) : rest
      let (x, left, right) = (x + first, left + first, right + first)
      if isMoving {
        // From 63/64 down to nothing, and from 1/64 up.
        let step = 1 / Float(quantum)
        Self.add(start, x, left, right, frames, gain: 1 - Float(offset + 1) * step, step: -step)
        Self.add(end, x, left, right, frames, gain: Float(offset + 1) * step, step: step)
      } else {
        Self.add(end, x, left, right, frames, gain: 1, step: 0)
      }
      position += frames
      first += frames
    }
  }

  private mutating func advance() {
    isMoving = isWaiting
    isWaiting = false
    (start, end) = (end, target)
    if !isMoving { start = end }
  }

  private static func add(
    _ pair: EarPair?, _ x: UnsafePointer<Float>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ count: Int, gain: Float, step: Float
  ) {
    guard let pair else { return }
    for (filter, y) in [(pair.left, left), (pair.right, right)] {
      filter.taps.withUnsafeBufferPointer { taps in
        var i = 0
        while i < count {
          var (a, b) = convolve(taps, x + (i - filter.delay))
          if step != 0 {
            let weights = gain + step * (Self.ascending + Float(i))
            a *= weights
            b *= weights + 8 * step
          }
          add(a, b, to: y + i, min(16, count - i))
          i += 16
        }
      }
    }
  }

  private static let ascending = Lanes(0, 1, 2, 3, 4, 5, 6, 7)

  /// Sixteen frames of a convolution.
  @inline(__always)
  private static func convolve(
    _ taps: UnsafeBufferPointer<Float>, _ x: UnsafePointer<Float>
  ) -> (Lanes, Lanes) {
    var (a, b) = (Lanes.zero, Lanes.zero)
    var (c, d) = (Lanes.zero, Lanes.zero)
    var k = 0
    // Even and odd taps apart, so that additions need not wait for one another. The number of taps is even.
    while k < taps.count {
      let even = x - k
      let odd = even - 1
      a += taps[k] * even.lanes
      b += taps[k] * (even + 8).lanes
      c += taps[k + 1] * odd.lanes
      d += taps[k + 1] * (odd + 8).lanes
      k += 2
    }
    return (a + c, b + d)
  }

  @inline(__always)
  private static func add(_ a: Lanes, _ b: Lanes, to y: UnsafeMutablePointer<Float>, _ count: Int) {
    if count == 16 {
      y.lanes += a
      (y + 8).lanes += b
    } else {
      for i in 0..<count { y[i] += i < 8 ? a[i] : b[i - 8] }
    }
  }
}
