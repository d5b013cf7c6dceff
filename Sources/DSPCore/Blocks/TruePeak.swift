import Glibc

/// The peak of the wave that a signal's samples stand for, between the samples as well as at them.
///
/// Two stages of interpolation, frames in lanes:
///
///     x ─ 128 taps ─→ midpoints ─ 8 taps ─→ the quarters between x and midpoint, and between midpoint and x
///
/// The wave is so seen at eight places a frame, which reads a peak low by at most 0.17 dB, -20 log10 cos(π/2/8). The
/// kernels are flat within 0.013 dB up to 0.48 of the rate. One kernel of eight phases as reference/dsp.md B13 has it
/// loses 0.1 dB at 20 kHz with 48 taps; the second stage here has half its band to itself and is short, so that the
/// first can be long.
struct TruePeakDetector: ~Copyable {
  /// Frames by which the peaks come late: value n is the peak from frame n - latency - 1 to frame n - latency.
  static let latency = midTaps + 1
  /// Frames before the block in hand that are looked at.
  static let past = 2 * midTaps
  /// What the eighths may read low, in dB.
  static let margin = 0.17

  private static let midTaps = 64
  private static let midBeta = 7.0
  private static let quarterTaps = 4

  private let mid: [Float]
  /// Of the quarter points: what both share of the sum of two frames, their difference, and the middle's share.
  private let even, odd, center: [Float]

  private var midpoints: History<Float>

  init(channelCount: Int, block: Int) {
    mid = Self.kernel((0..<Self.midTaps).map { Double($0) + 0.5 }, taps: Self.midTaps, beta: Self.midBeta)
    let near = Self.kernel((0..<Self.quarterTaps).map { Double($0) + 0.25 }, taps: Self.quarterTaps, beta: 6)
    let far = Self.kernel((0..<Self.quarterTaps).map { Double($0) + 0.75 }, taps: Self.quarterTaps, beta: 6)
    let sum = near.reduce(0, +) + far.reduce(0, +)
    even = zip(near, far).map { ($0 + $1) / 2 / sum }
    odd = zip(near, far).map { ($0 - $1) / 2 / sum }
    let middle = Self.kernel((0..<Self.quarterTaps).map { Double($0) + 0.5 }, taps: Self.quarterTaps, beta: 6)
    center = middle.map { $0 / middle.reduce(0, +) / 2 }
    midpoints = History(channelCount: channelCount, past: 8, block: block, silence: 0)
  }

  /// A sinc under a Kaiser window, at distances in frames from its middle.
  private static func kernel(_ distances: [Double], taps: Int, beta: Double) -> [Float] {
    distances.map { t in
      let u = t / Double(taps)
      return Float(sin(.pi * t) / (.pi * t) * besselI0(beta * (1 - u * u).squareRoot()) / besselI0(beta))
    }
  }

  mutating func reset() {
    midpoints.reset(0)
  }

  /// Makes room for the midpoints of a block; before the block's channels.
  mutating func advance(_ count: Int) {
    midpoints.advance(count)
  }

  /// Raises `peaks` to a channel's peaks. Works on whole lanes, and reads `past` frames before `x`.
  mutating func process(
    _ x: UnsafeMutablePointer<Float>, channel: Int, peaks: UnsafeMutablePointer<Float>, count: Int
  ) {
    let m = midpoints[channel]
    for i in stride(from: 0, to: count, by: 8) { (m + i).lanes = midpoint(x + i - Self.midTaps) }
    for i in stride(from: 0, to: count, by: 8) {
      let frame = x + i - Self.latency
      let between = m + i - 2
      var peak = (peaks + i).lanes
      peak.raise(to: (frame - 1).lanes)
      peak.raise(to: frame.lanes)
      peak.raise(to: between.lanes)
      raise(&peak, from: frame - 1, to: between, previous: between - 1, next: frame)
      raise(&peak, from: between, to: frame, previous: frame - 1, next: between + 1)
      (peaks + i).lanes = peak
    }
  }

  /// Half-way between frame 0 of `x` and frame 1.
  @inline(__always)
  private func midpoint(_ x: UnsafeMutablePointer<Float>) -> Lanes {
    var sum = Lanes.zero
    for k in 0..<Self.midTaps {
      let pair = (x - k).lanes + (x + 1 + k).lanes
      sum += pair * mid[k]
    }
    return sum
  }

  /// The three places that quarter the way between two neighbours of the doubled rate. `previous` and `next` are what
  /// stands before `left` and behind `right`; further out, the two streams take turns.
  @inline(__always)
  private func raise(
    _ peak: inout Lanes, from left: UnsafeMutablePointer<Float>, to right: UnsafeMutablePointer<Float>,
    previous: UnsafeMutablePointer<Float>, next: UnsafeMutablePointer<Float>
  ) {
    var shared = Lanes.zero
    var turned = Lanes.zero
    var middle = Lanes.zero
    for k in 0..<Self.quarterTaps {
      let before = (k % 2 == 0 ? left : previous) - k / 2
      let behind = (k % 2 == 0 ? right : next) + k / 2
      let sum = before.lanes + behind.lanes
      let difference = before.lanes - behind.lanes
      shared += sum * even[k]
      turned += difference * odd[k]
      middle += sum * center[k]
    }
    peak.raise(to: shared + turned)
    peak.raise(to: shared - turned)
    peak.raise(to: middle)
  }
}

extension Lanes {
  /// Raises each lane to the magnitude of another's, where that is larger.
  @inline(__always)
  mutating func raise(to other: Lanes) {
    let magnitude = other.magnitude
    replace(with: magnitude, where: magnitude .> self)
  }

  @inline(__always)
  var magnitude: Lanes {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Lanes.self)
  }
}
