import Glibc

/// Slow movement of the reads of sixteen delay lines: sines of one rate, sixteen phases apart, four-point Lagrange.
///
/// Delays are exact at the ends of each quantum; within it the interpolator's taps move in straight lines, so nothing
/// is worked out per sample but the sum itself.
struct ReadModulation {
  /// The most that a read moves, in frames either way.
  let excursion: Int

  /// Frames that a read moves either way.
  private var depth = QuantumRamp(0)
  /// The turn of the oscillator in one quantum.
  private var turn = (cos: 1.0, sin: 0.0)

  /// The oscillator at the end of the quantum in hand.
  private var phase = (cos: 1.0, sin: 0.0)
  /// The delays at the end of the quantum in hand, in frames beyond each line's own.
  private var delay = SIMD16<Float>.zero

  /// Whole frames of delay during the quantum.
  private var whole = SIMD16<Float>.zero
  /// The interpolator's four taps at the start of the quantum, and what each frame adds to them.
  private var taps = (SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero)
  private var steps = (SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero, SIMD16<Float>.zero)

  init(excursion: Int) {
    self.excursion = excursion
  }

  /// Takes a rate in radians per frame and a depth of 0…1.
  mutating func set(rate: Double, depth: Double, atOnce: Bool) {
    turn = (cos(rate * Double(quantum)), sin(rate * Double(quantum)))
    self.depth.target = Float(depth * Double(excursion))
    guard atOnce else { return }
    self.depth.snap()
    delay = offsets()
  }

  mutating func reset() {
    phase = (1, 0)
    depth.snap()
    delay = offsets()
  }

  /// True where all lines are read at their own delays.
  var isStill: Bool { depth.isZero }

  /// Begins the next quantum.
  mutating func advance() {
    let c = phase.cos * turn.cos - phase.sin * turn.sin
    phase.sin = phase.sin * turn.cos + phase.cos * turn.sin
    phase.cos = c
    depth.advance()
    guard !isStill else { return }

    let start = delay
    delay = offsets()
    whole = ((start + delay) * 0.5).rounded(.down)
    taps = Self.lagrange(start - whole)
    let end = Self.lagrange(delay - whole)
    steps.0 = (end.0 - taps.0) / Float(quantum)
    steps.1 = (end.1 - taps.1) / Float(quantum)
    steps.2 = (end.2 - taps.2) / Float(quantum)
    steps.3 = (end.3 - taps.3) / Float(quantum)
  }

  private func offsets() -> SIMD16<Float> {
    let quadrature = Self.sines * Float(phase.cos)
    return depth.end * (quadrature + Self.cosines * Float(phase.sin))
  }

  private static let cosines = SIMD16<Float>((0..<16).map { Float(cos(2 * .pi * Double($0) / 16)) })
  private static let sines = SIMD16<Float>((0..<16).map { Float(sin(2 * .pi * Double($0) / 16)) })

  /// The taps at one frame before, at, and one and two frames behind a place; the share lies between the middle two.
  private static func lagrange(
    _ x: SIMD16<Float>
  ) -> (SIMD16<Float>, SIMD16<Float>, SIMD16<Float>, SIMD16<Float>) {
    let a = x + 1
    let b = x - 1
    let c = x - 2
    let outer = x * b
    let inner = a * c
    return (outer * c * (-1 / 6), inner * b * 0.5, inner * x * -0.5, outer * a * (1 / 6))
  }

  /// Whole frames by which a line is read later than at its own delay.
  @inline(__always)
  func wholeDelay(_ line: Int) -> Int { Int(whole[line]) }

  /// Reads groups of eight frames of the quantum in hand.
  ///
  /// - Parameter input: the line at its own delay and `wholeDelay`, at the first of the frames.
  @inline(__always)
  func read(_ line: Int, _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, _ frames: Range<Int>) {
    let (s0, s1, s2, s3) = (steps.0[line], steps.1[line], steps.2[line], steps.3[line])
    let (t0, t1, t2, t3) = (taps.0[line], taps.1[line], taps.2[line], taps.3[line])
    for i in stride(from: 0, to: frames.count, by: 8) {
      let n = Self.numbers + Float(frames.lowerBound + i)
      let x = input + i
      var y = (t0 + s0 * n) * (x + 1).lanes
      y += (t1 + s1 * n) * x.lanes
      y += (t2 + s2 * n) * (x - 1).lanes
      y += (t3 + s3 * n) * (x - 2).lanes
      (output + i).lanes = y
    }
  }

  private static let numbers = Lanes(1, 2, 3, 4, 5, 6, 7, 8)
}
