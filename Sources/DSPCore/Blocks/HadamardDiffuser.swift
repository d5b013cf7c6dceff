/// One stage of a diffuser of sixteen signals: each is delayed by a time of its own, given a sign of its own, and all
/// are mixed by a Hadamard matrix. Energy stays what it was; an echo becomes sixteen, unlike in every signal.
struct HadamardDiffuser: ~Copyable {
  /// How many signals come in, 2 or 16: signal i of the sixteen is the one of number i modulo that.
  private let inputCount: Int
  private let delays: UnsafeMutablePointer<Int>
  private var signs = SIMD16<Float>(repeating: 1)

  private let lines: DelayLines

  /// Eight rows mixed and eight to go, one quantum each.
  private let mixed: UnsafeMutablePointer<Float>

  /// Frames from row to row of signals; a cache line more than a quantum keeps rows out of one another's sets.
  static let stride = quantum + 16

  /// - Parameter longest: the most frames by which a signal is delayed.
  init(inputCount: Int, longest: Int) {
    self.inputCount = inputCount
    lines = DelayLines(count: inputCount, longest: longest)
    delays = .allocate(capacity: 16)
    delays.initialize(repeating: 0, count: 16)
    mixed = .allocate(capacity: 16 * Self.stride)
    mixed.initialize(repeating: 0, count: 16 * Self.stride)
  }

  deinit {
    delays.deallocate()
    mixed.deallocate()
  }

  /// Spreads the delays over a number of frames, one at random in each sixteenth, and draws the signs.
  mutating func arrange(span: Double, _ random: inout SplitMix64) {
    var order = Array(0..<16)
    order.shuffle(using: &random)
    for i in 0..<16 {
      delays[i] = Int((Double(order[i]) + 0.5 + 0.5 * random.sample()) / 16 * span)
      signs[i] = random.next() & 1 == 0 ? 1 : -1
    }
    lines.arrange { _ in Int(span) }
  }

  /// Where a signal's frames of the quantum in hand are to be written before `process`.
  func writer(_ signal: Int) -> UnsafeMutablePointer<Float> { lines.writer(signal) }

  /// Works out groups of eight frames of the quantum in hand; hands sixteen rows of them on, four times as loud as
  /// what came in.
  @inline(__always)
  func process(_ frames: Range<Int>, to output: (Int) -> UnsafeMutablePointer<Float>) {
    for signal in 0..<inputCount { lines.wrote(signal, frames) }
    for eight in Swift.stride(from: 0, to: 16, by: 8) { mixEight(eight, frames) }
    for row in 0..<8 {
      let x = mixed + row &* Self.stride
      let y = x + 8 &* Self.stride
      let (sum, difference) = (output(row), output(row + 8))
      var i = frames.lowerBound
      while i < frames.upperBound {
        let (a, b) = ((x + i).lanes, (y + i).lanes)
        (sum + i).lanes = a + b
        (difference + i).lanes = a - b
        i &+= 8
      }
    }
  }

  @inline(__always)
  private func mixEight(_ first: Int, _ frames: Range<Int>) {
    func source(_ i: Int) -> UnsafePointer<Float> {
      lines.reader((first &+ i) & (inputCount &- 1), delay: delays[first &+ i], at: frames.lowerBound)
    }
    func sign(_ i: Int) -> Lanes { Lanes(repeating: signs[first &+ i]) }
    let (x0, x1, x2, x3) = (source(0), source(1), source(2), source(3))
    let (x4, x5, x6, x7) = (source(4), source(5), source(6), source(7))
    let (s0, s1, s2, s3) = (sign(0), sign(1), sign(2), sign(3))
    let (s4, s5, s6, s7) = (sign(4), sign(5), sign(6), sign(7))
    let row = mixed + (first &* Self.stride &+ frames.lowerBound)
    var i = 0
    while i < frames.count {
      let rows = Tile(
        v0: s0 * (x0 + i).lanes, v1: s1 * (x1 + i).lanes, v2: s2 * (x2 + i).lanes, v3: s3 * (x3 + i).lanes,
        v4: s4 * (x4 + i).lanes, v5: s5 * (x5 + i).lanes, v6: s6 * (x6 + i).lanes, v7: s7 * (x7 + i).lanes)
      rows.hadamard.store(row + i, stride: Self.stride)
      i &+= 8
    }
  }

  func end() { lines.advance() }

  func clear() { lines.clear() }

  func isBelow(_ level: Float) -> Bool { lines.isBelow(level) }
}
