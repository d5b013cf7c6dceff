/// All-passes in series: they smear an impulse in time and leave its spectrum as it is.
///
///     x ─┬─ (-g) ─────────────┬─ y      each:  w = x + g w₋d,  y = w₋d - g w
///        + ── delay d ──┬─ + ─┘
///        └──────  g  ───┘
struct Diffuser: ~Copyable {
  private let delays: UnsafeMutablePointer<Int>

  private var gain = QuantumRamp(0)
  /// How much of the output is the input: 1 where the coefficient is 0.
  private var bypass = QuantumRamp(1)

  private let lines: DelayLines

  /// All-passes of at most `longest` frames each.
  init(stages: Int, longest: Int) {
    lines = DelayLines(count: stages, longest: max(longest, 8))
    delays = .allocate(capacity: stages)
    delays.initialize(repeating: 8, count: stages)
  }

  deinit { delays.deallocate() }

  /// Sets the delays in frames, 8 at least, and forgets what went before.
  func arrange(_ delay: (Int) -> Int) {
    for i in 0..<lines.count { delays[i] = max(delay(i), 8) }
    lines.arrange { delays[$0] }
  }

  /// Takes a new coefficient, 0 to under 1; at 0 the diffuser passes its input without delay.
  mutating func set(gain: Float, atOnce: Bool) {
    self.gain.target = gain
    bypass.target = gain == 0 ? 1 : 0
    guard atOnce else { return }
    self.gain.snap()
    bypass.snap()
  }

  /// Diffuses groups of eight frames of the quantum in hand.
  ///
  /// - Parameters:
  ///   - input: the first of the frames.
  ///   - output: the quantum.
  func process(_ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, _ frames: Range<Int>) {
    guard !gain.isZero else {
      (output + frames.lowerBound).update(from: input, count: frames.count)
      return
    }
    let isMoving = gain.isMoving || bypass.isMoving
    for line in 0..<lines.count {
      let source = line == 0 ? input : UnsafePointer(output + frames.lowerBound)
      var first = frames.lowerBound
      let longestRun = delays[line] / 8 * 8
      while first < frames.upperBound {
        let run = first..<min(first + longestRun, frames.upperBound)
        let x = source + (first - frames.lowerBound)
        let late = lines.reader(line, delay: delays[line], at: first)
        if isMoving {
          move(x, late, lines.writer(line), output, run)
        } else {
          pass(x, late, lines.writer(line), output, run)
        }
        lines.wrote(line, run)
        first = run.upperBound
      }
    }
  }

  /// One all-pass whose coefficient stands still.
  @inline(__always)
  private func pass(
    _ x: UnsafePointer<Float>, _ late: UnsafePointer<Float>, _ write: UnsafeMutablePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    let g = Lanes(repeating: gain.end)
    var i = 0
    while i < frames.count {
      let d = (late + i).lanes
      let w = (x + i).lanes + g * d
      (write + (frames.lowerBound &+ i)).lanes = w
      (output + (frames.lowerBound &+ i)).lanes = d - g * w
      i &+= 8
    }
  }

  /// One all-pass whose coefficient moves, to or from 0 by way of the input.
  private func move(
    _ x: UnsafePointer<Float>, _ late: UnsafePointer<Float>, _ write: UnsafeMutablePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    for i in stride(from: frames.lowerBound, to: frames.upperBound, by: 8) {
      let g = gain.lanes(at: i)
      let d = (late + (i - frames.lowerBound)).lanes
      let x = (x + (i - frames.lowerBound)).lanes
      let w = x + g * d
      (write + i).lanes = w
      let y = d - g * w
      (output + i).lanes = y + bypass.lanes(at: i) * (x - y)
    }
  }

  mutating func begin() {
    gain.advance()
    bypass.advance()
  }

  func end() { lines.advance() }

  func clear() { lines.clear() }

  func isBelow(_ level: Float) -> Bool { lines.isBelow(level) }
}
