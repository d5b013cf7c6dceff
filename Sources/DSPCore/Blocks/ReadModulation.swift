import Glibc

/// Slow movement of the reads of sixteen delay lines: sines of one rate, sixteen phases apart, four-point Lagrange.
///
/// Delays are exact at the ends of each quantum; within it the interpolator's taps move in straight lines, so nothing
/// is worked out per sample but the sum itself.
struct ReadModulation: ~Copyable {
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

  /// For each line: the interpolator's four taps at the start of the quantum, what each frame adds to them, and the
  /// whole frames of delay.
  private let taps: UnsafeMutablePointer<SIMD16<Float>>

  /// The phases of the lines.
  private let cosines = SIMD16<Float>((0..<16).map { Float(cos(2 * .pi * Double($0) / 16)) })
  private let sines = SIMD16<Float>((0..<16).map { Float(sin(2 * .pi * Double($0) / 16)) })

  init(excursion: Int) {
    self.excursion = excursion
    taps = .allocate(capacity: 9)
    taps.initialize(repeating: .zero, count: 9)
  }

  deinit { taps.deallocate() }

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
    let whole = ((start + delay) * 0.5).rounded(.down)
    let first = Self.lagrange(start - whole)
    let last = Self.lagrange(delay - whole)
    (taps[0], taps[1], taps[2], taps[3]) = first
    taps[4] = (last.0 - first.0) / Float(quantum)
    taps[5] = (last.1 - first.1) / Float(quantum)
    taps[6] = (last.2 - first.2) / Float(quantum)
    taps[7] = (last.3 - first.3) / Float(quantum)
    taps[8] = whole
  }

  private func offsets() -> SIMD16<Float> {
    let quadrature = sines * Float(phase.cos)
    return depth.end * (quadrature + cosines * Float(phase.sin))
  }

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
  func wholeDelay(_ line: Int) -> Int { Int(tap(8, line)) }

  @inline(__always)
  private func tap(_ number: Int, _ line: Int) -> Float {
    UnsafeRawPointer(taps).load(fromByteOffset: (16 &* number &+ line) &* 4, as: Float.self)
  }

  /// Reads groups of eight frames of the quantum in hand.
  ///
  /// - Parameter input: the line at its own delay and `wholeDelay`, at the first of the frames.
  @inline(__always)
  func read(_ line: Int, _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, _ frames: Range<Int>) {
    let (s0, s1) = (Lanes(repeating: tap(4, line)), Lanes(repeating: tap(5, line)))
    let (s2, s3) = (Lanes(repeating: tap(6, line)), Lanes(repeating: tap(7, line)))
    let numbers = Lanes(1, 2, 3, 4, 5, 6, 7, 8)
    var t0 = Lanes(repeating: tap(0, line)) + numbers * s0
    var t1 = Lanes(repeating: tap(1, line)) + numbers * s1
    var t2 = Lanes(repeating: tap(2, line)) + numbers * s2
    var t3 = Lanes(repeating: tap(3, line)) + numbers * s3
    let (e0, e1, e2, e3) = (8 * s0, 8 * s1, 8 * s2, 8 * s3)
    // From the quantum's start, so that the same roundings add up wherever a block begins.
    var i = 0
    while i < frames.lowerBound {
      t0 += e0
      t1 += e1
      t2 += e2
      t3 += e3
      i &+= 8
    }
    i = 0
    while i < frames.count {
      let x = input + i
      let early = t0 * (x + 1).lanes + t1 * x.lanes
      let late = t2 * (x - 1).lanes + t3 * (x - 2).lanes
      (output + i).lanes = early + late
      t0 += e0
      t1 += e1
      t2 += e2
      t3 += e3
      i &+= 8
    }
  }
}
