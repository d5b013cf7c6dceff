import Glibc

/// A feedback delay network: sixteen lines of unlike lengths, each with its own loss, mixed by a Hadamard matrix.
///
///     in ─ + ─ delay d_i ─ loss_i ─┬─ matrix ─┬─ out: rows 1 and 2 of the matrix
///          └───────────────────────│──────────┘
///
/// Frames come in groups of eight. Delays and the matrix have a frame a lane, the losses, which have a memory of one
/// frame, a line a lane. Runs are as long as the shortest line allows. The matrix is orthogonal and no loss exceeds 1,
/// so the network is stable whatever its lengths (reference/dsp.md B10).
struct FeedbackDelayNetwork: ~Copyable {
  private let sampleRate: Double

  private let delays: UnsafeMutablePointer<Int>
  /// Frames that can be worked out at once: no more than the shortest line holds.
  private var run = 8
  /// For each eight lines: the losses in force, and those that the quantum in hand moves to.
  private let losses: UnsafeMutablePointer<Absorption>
  private let newLosses: UnsafeMutablePointer<Absorption>
  private var lossesAreNew = false
  private var lossesMove = false

  private let lines: DelayLines
  private var modulation: ReadModulation
  /// The losses' memory.
  private let state: UnsafeMutablePointer<Lanes>

  /// Where each line's frames of a run are read and written.
  private let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  /// One quantum a line: what the moving reads give; what is mixed within eight lines.
  private let moved: UnsafeMutablePointer<Float>
  private let mixed: UnsafeMutablePointer<Float>

  /// Frames from row to row of the scratch: a cache line more than a quantum keeps rows out of one another's sets.
  private static let stride = quantum + 16

  /// - Parameters:
  ///   - longest: the most frames of a line.
  ///   - excursion: the most frames by which modulation moves a read.
  init(longest: Int, sampleRate: Double, excursion: Int = 0) {
    self.sampleRate = sampleRate
    lines = DelayLines(count: 16, longest: longest + excursion + 2)
    modulation = ReadModulation(excursion: excursion)
    delays = .allocate(capacity: 16)
    delays.initialize(repeating: Self.shortest, count: 16)
    losses = .allocate(capacity: 2)
    losses.initialize(repeating: Absorption(), count: 2)
    newLosses = .allocate(capacity: 2)
    newLosses.initialize(repeating: Absorption(), count: 2)
    state = .allocate(capacity: 2)
    state.initialize(repeating: .zero, count: 2)
    moved = .allocate(capacity: 16 * Self.stride)
    moved.initialize(repeating: 0, count: 16 * Self.stride)
    mixed = .allocate(capacity: 16 * Self.stride)
    mixed.initialize(repeating: 0, count: 16 * Self.stride)
    sources = .allocate(capacity: 16)
    sources.initialize(repeating: UnsafePointer(moved), count: 16)
  }

  deinit {
    delays.deallocate()
    losses.deallocate()
    newLosses.deallocate()
    state.deallocate()
    sources.deallocate()
    moved.deallocate()
    mixed.deallocate()
  }

  // MARK: Settings

  /// Sets the lines' lengths in frames, each to a prime of its own near the one asked, and falls silent.
  mutating func arrange(_ delay: (Int) -> Double) {
    for i in 0..<16 {
      var length = max(Int(delay(i).rounded()), Self.shortest + modulation.excursion + 2)
      while !isPrime(length) || (0..<i).contains(where: { delays[$0] == length }) { length += 1 }
      delays[i] = length
    }
    let shortest = (0..<16).reduce(quantum) { min($0, delays[$1] - modulation.excursion - 2) }
    run = max(shortest / 8 * 8, 8)
    clear()
    lines.arrange { delays[$0] + modulation.excursion + 2 }
  }

  private static let shortest = 8

  /// Sets the time in seconds in which the sound falls by 60 dB, at 0 Hz and at Nyquist.
  mutating func set(decay: (dc: Double, nyquist: Double), atOnce: Bool) {
    let target = atOnce ? losses : newLosses
    for i in 0..<16 {
      target[i / 8].set(
        i % 8, delay: Double(delays[i]), decay: (decay.dc * sampleRate, decay.nyquist * sampleRate),
        scale: 0.25)
    }
    lossesAreNew = !atOnce
  }

  /// Root of the energy of the impulse response for a gain of ḡ per mean line, ḡ²/(1 - ḡ²), at a frequency in Hz.
  func level(at frequency: Double) -> Float {
    let angle = 2 * Double.pi * frequency / sampleRate
    let mean = (0..<16).reduce(0) { $0 + log(losses[$1 / 8].gain($1 % 8, at: angle)) } / 16
    let power = exp(2 * mean) * 16
    return Float((power / max(1 - power, 1e-9)).squareRoot())
  }

  /// Sets the movement of the reads: a rate in Hz, a depth of 0…1.
  mutating func setModulation(rate: Double, depth: Double, atOnce: Bool) {
    modulation.set(rate: 2 * .pi * rate / sampleRate, depth: depth, atOnce: atOnce)
  }

  // MARK: Frames

  /// Begins a quantum.
  mutating func begin() {
    if lossesMove { losses.update(from: newLosses, count: 2) }
    lossesMove = lossesAreNew
    lossesAreNew = false
    modulation.advance()
  }

  /// Works out frames of the quantum in hand, and those that fill up their groups of eight.
  ///
  /// - Parameters:
  ///   - input: signals `stride` frames apart, 2 or 16; line i takes the one of number i modulo `inputCount`.
  ///   - output: what rows 1 and 2 of the matrix give. Uncorrelated, as rows are orthogonal.
  func process(
    _ input: UnsafePointer<Float>, stride: Int, inputCount: Int, to output: Stereo<UnsafeMutablePointer<Float>>,
    _ frames: Range<Int>
  ) {
    var first = frames.lowerBound / 8 * 8
    while first < frames.upperBound {
      let end = min(first + run, (frames.upperBound + 7) / 8 * 8)
      for line in 0..<16 { read(line, first..<end) }
      var frame = first
      while frame < end {
        let isWhole = frame + 8 <= frames.upperBound
        for eight in 0..<2 { mixEight(eight, frame - first, frame, isWhole: isWhole) }
        frame &+= 8
      }
      for line in 0..<8 { write(line, input, stride, inputCount, output, first..<end) }
      first = end
    }
  }

  /// Finds, or works out, what comes out of a line.
  @inline(__always)
  private func read(_ line: Int, _ frames: Range<Int>) {
    if modulation.isStill {
      sources[line] = lines.reader(line, delay: delays[line], at: frames.lowerBound)
    } else {
      let delay = delays[line] + modulation.wholeDelay(line)
      let row = moved + line &* Self.stride
      modulation.read(line, lines.reader(line, delay: delay, at: frames.lowerBound), to: row, frames)
      sources[line] = UnsafePointer(row)
    }
  }

  /// Takes eight lines' losses, and mixes the eight.
  ///
  /// - Parameter isWhole: false where the group will be worked out again, when the rest of its frames has arrived.
  @inline(__always)
  private func mixEight(_ eight: Int, _ place: Int, _ frame: Int, isWhole: Bool) {
    let source = sources + 8 &* eight
    let rows = Tile(
      v0: (source[0] + place).lanes, v1: (source[1] + place).lanes, v2: (source[2] + place).lanes,
      v3: (source[3] + place).lanes, v4: (source[4] + place).lanes, v5: (source[5] + place).lanes,
      v6: (source[6] + place).lanes, v7: (source[7] + place).lanes)
    var last = state[eight]
    let lost =
      lossesMove ? moveLosses(eight, rows.transposed, &last, frame) : losses[eight].process(rows.transposed, &last)
    if isWhole { state[eight] = last }
    let row = mixed + (8 &* eight &* Self.stride &+ frame)
    lost.transposed.hadamard.store(row, stride: Self.stride)
  }

  /// The losses of eight frames while they move: a straight line over the quantum.
  private func moveLosses(_ eight: Int, _ x: Tile, _ state: inout Lanes, _ frame: Int) -> Tile {
    func loss(_ i: Int) -> Absorption {
      losses[eight].moved(to: newLosses[eight], by: Float(frame + i + 1) / Float(quantum))
    }
    var y = x
    y.v0 = loss(0).process(x.v0, &state)
    y.v1 = loss(1).process(x.v1, &state)
    y.v2 = loss(2).process(x.v2, &state)
    y.v3 = loss(3).process(x.v3, &state)
    y.v4 = loss(4).process(x.v4, &state)
    y.v5 = loss(5).process(x.v5, &state)
    y.v6 = loss(6).process(x.v6, &state)
    y.v7 = loss(7).process(x.v7, &state)
    return y
  }

  /// The matrix's last layer for a line and the eighth from it, and the way back into both.
  @inline(__always)
  private func write(
    _ line: Int, _ input: UnsafePointer<Float>, _ stride: Int, _ inputCount: Int,
    _ output: Stereo<UnsafeMutablePointer<Float>>, _ frames: Range<Int>
  ) {
    let x = mixed + line &* Self.stride
    let y = x + 8 &* Self.stride
    let inputA = input + line & (inputCount &- 1) &* stride
    let inputB = input + (line &+ 8) & (inputCount &- 1) &* stride
    let (signA, signB) = (Lanes(repeating: signs[line]), Lanes(repeating: signs[line &+ 8]))
    let (a, b) = (lines.writer(line), lines.writer(line &+ 8))
    let heard = line == 1 ? output.left : line == 2 ? output.right : x
    var i = frames.lowerBound
    while i < frames.upperBound {
      let sum = (x + i).lanes + (y + i).lanes
      let difference = (x + i).lanes - (y + i).lanes
      // A sum with 0, so that silence is never -0.
      (heard + i).lanes = sum + Lanes.zero
      (a + i).lanes = sum + signA * (inputA + i).lanes
      (b + i).lanes = difference + signB * (inputB + i).lanes
      i &+= 8
    }
    lines.wrote(line, frames)
    lines.wrote(line &+ 8, frames)
  }

  /// The signs with which the lines take their input. No row of the matrix is like them (a bent sequence), so that
  /// first reflections come with both signs.
  private let signs = SIMD16<Float>(1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1)

  /// Ends a quantum.
  func end() { lines.advance() }

  func clear() {
    lines.clear()
    state.update(repeating: .zero, count: 2)
  }

  mutating func reset() {
    clear()
    modulation.reset()
  }

  /// True where nothing in the network is louder than `level`.
  func isBelow(_ level: Float) -> Bool {
    (0..<16).allSatisfy { abs(state[$0 / 8][$0 % 8]) < level } && lines.isBelow(level)
  }
}

private func isPrime(_ n: Int) -> Bool {
  guard n > 3 else { return n > 1 }
  guard n % 2 != 0 else { return false }
  var factor = 3
  while factor * factor <= n {
    if n % factor == 0 { return false }
    factor += 2
  }
  return true
}
