import Glibc

/// A feedback delay network: lines of unlike lengths, each with its own loss, mixed by a Hadamard matrix.
///
///     in ─ + ─ delay d_i ─ loss_i ─┬─ matrix ─┬─ out: rows 1 and 2 of the matrix
///          └───────────────────────│──────────┘
///
/// Lanes hold frames: the matrix is additions across the lines' buffers, and the losses need no shuffles either
/// (`Absorption`). Runs are as long as the shortest line allows. The matrix is orthogonal and no loss exceeds 1, so
/// the network is stable whatever its lengths (reference/dsp.md B10).
struct FeedbackDelayNetwork: ~Copyable {
  /// 8 or 16.
  let lineCount: Int
  private let sampleRate: Double

  private let delays: UnsafeMutablePointer<Int>
  private let losses: UnsafeMutablePointer<Absorption>
  private let newLosses: UnsafeMutablePointer<Absorption>
  private var lossesMove = false
  private var lossesAreNew = false
  /// From 0 to 1 over a quantum.
  private let share: QuantumRamp

  private let lines: DelayLines
  private(set) var modulation: ReadModulation
  /// What comes out of the losses: eight frames of history and a quantum, for each line.
  private let rows: UnsafeMutablePointer<Float>

  /// What the modulated reads give, with the same history as the lines'.
  private let moved: UnsafeMutablePointer<Float>
  /// Half-mixed rows.
  private let mixed: UnsafeMutablePointer<Float>

  private static let stride = DelayLines.reach + quantum

  init(lineCount: Int, longest: Int, sampleRate: Double, excursion: Int = 0) {
    self.lineCount = lineCount
    self.sampleRate = sampleRate
    lines = DelayLines(count: lineCount, longest: longest + excursion + 2)
    modulation = ReadModulation(excursion: excursion)
    delays = .allocate(capacity: lineCount)
    delays.initialize(repeating: 8, count: lineCount)
    losses = .allocate(capacity: lineCount)
    newLosses = .allocate(capacity: lineCount)
    var ramp = QuantumRamp(0)
    ramp.target = 1
    ramp.advance()
    share = ramp
    let silent = Absorption(delay: 8, decay: (1, 1), scale: 0)
    losses.initialize(repeating: silent, count: lineCount)
    newLosses.initialize(repeating: silent, count: lineCount)
    let size = lineCount * Self.stride
    rows = .allocate(capacity: size)
    moved = .allocate(capacity: size)
    mixed = .allocate(capacity: size)
    for scratch in [rows, moved, mixed] { scratch.initialize(repeating: 0, count: size) }
  }

  deinit {
    delays.deallocate()
    losses.deallocate()
    newLosses.deallocate()
    rows.deallocate()
    moved.deallocate()
    mixed.deallocate()
  }

  // MARK: Settings

  /// Sets the lines' lengths in frames, each to a prime of its own near the one asked, and falls silent.
  mutating func arrange(_ delay: (Int) -> Double) {
    for i in 0..<lineCount {
      var length = max(Int(delay(i).rounded()), Self.shortest + modulation.excursion + 2)
      while !isPrime(length) || (0..<i).contains(where: { delays[$0] == length }) { length += 1 }
      delays[i] = length
    }
    clear()
    lines.arrange { delays[$0] + modulation.excursion + 2 }
  }

  private static let shortest = 8

  /// Mean of the lines' lengths in frames.
  var meanDelay: Double {
    Double((0..<lineCount).reduce(0) { $0 + delays[$1] }) / Double(lineCount)
  }

  /// Sets the time in seconds in which the sound falls by 60 dB, at 0 Hz and at Nyquist.
  mutating func set(decay: (dc: Double, nyquist: Double), atOnce: Bool) {
    let target = atOnce ? losses : newLosses
    for i in 0..<lineCount {
      target[i] = Absorption(
        delay: Double(delays[i]), decay: (decay.dc * sampleRate, decay.nyquist * sampleRate),
        scale: 1 / Double(lineCount).squareRoot())
    }
    lossesAreNew = !atOnce
  }

  /// Root of the energy of the impulse response for a gain of ḡ per mean line, ḡ²/(1 - ḡ²), at a frequency in Hz.
  func level(at frequency: Double) -> Float {
    let angle = 2 * Double.pi * frequency / sampleRate
    let mean = (0..<lineCount).reduce(0) { $0 + log(losses[$1].gain(at: angle)) } / Double(lineCount)
    let power = exp(2 * mean) * Double(lineCount)
    return Float((power / max(1 - power, 1e-9)).squareRoot())
  }

  /// Sets the movement of the reads: a rate in Hz, a depth of 0…1.
  mutating func setModulation(rate: Double, depth: Double, atOnce: Bool) {
    modulation.set(rate: 2 * .pi * rate / sampleRate, depth: depth, atOnce: atOnce)
  }

  // MARK: Frames

  /// Begins a quantum.
  mutating func begin() {
    if lossesMove {
      losses.update(from: newLosses, count: lineCount)
    }
    lossesMove = lossesAreNew
    lossesAreNew = false
    let wasStill = modulation.isStill
    modulation.advance()
    guard wasStill && !modulation.isStill else { return }
    for line in 0..<lineCount {
      let history = lines.reader(line, delay: delays[line], at: 0) - DelayLines.reach
      (moved + line * Self.stride).update(from: history, count: DelayLines.reach)
    }
  }

  /// Works out groups of eight frames of the quantum in hand.
  ///
  /// - Parameters:
  ///   - input: signals `stride` frames apart; line i takes the one of number i modulo `inputCount`.
  ///   - output: what rows 1 and 2 of the matrix give. Uncorrelated, as rows are orthogonal.
  func process(
    _ input: UnsafePointer<Float>, stride: Int, inputCount: Int,
    to output: Stereo<UnsafeMutablePointer<Float>>, _ frames: Range<Int>
  ) {
    let run = ((0..<lineCount).reduce(quantum) { min($0, delays[$1]) } - modulation.excursion - 2) / 8 * 8
    var first = frames.lowerBound
    while first < frames.upperBound {
      let end = min(first + max(run, 8), frames.upperBound)
      for line in 0..<lineCount { absorb(line, first..<end) }
      halfMix(first..<end)
      for quad in Swift.stride(from: 0, to: lineCount, by: 4) {
        mix(quad, input, stride, inputCount, output, first..<end)
      }
      first = end
    }
  }

  /// Reads a line and takes its loss.
  @inline(__always)
  private func absorb(_ line: Int, _ frames: Range<Int>) {
    let place = line * Self.stride + DelayLines.reach + frames.lowerBound
    let delay = delays[line]
    var input = lines.reader(line, delay: delay, at: frames.lowerBound)
    if !modulation.isStill {
      let late = lines.reader(line, delay: delay + modulation.wholeDelay(line), at: frames.lowerBound)
      modulation.read(line, late, to: moved + place, frames)
      input = UnsafePointer(moved + place)
    }
    losses[line].process(input, to: rows + place, count: frames.count, scratch: mixed)
    if lossesMove { moveLoss(line, input, rows + place, frames) }
  }

  /// Goes over from a line's old loss to its new one.
  private func moveLoss(
    _ line: Int, _ input: UnsafePointer<Float>, _ row: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    let new = mixed + (2 * Self.stride)
    (new - 8).lanes = (row - 8).lanes
    newLosses[line].process(input, to: new, count: frames.count, scratch: mixed)
    for i in Swift.stride(from: 0, to: frames.count, by: 8) {
      let old = (row + i).lanes
      (row + i).lanes = old + share.lanes(at: frames.lowerBound + i) * ((new + i).lanes - old)
    }
  }

  /// The first layers of the matrix, down to quads of lines.
  @inline(__always)
  private func halfMix(_ frames: Range<Int>) {
    let first = DelayLines.reach + frames.lowerBound
    if lineCount == 16 {
      for line in 0..<4 {
        let x = rows + (line * Self.stride + first)
        let y = mixed + (line * Self.stride + first)
        for i in Swift.stride(from: 0, to: frames.count, by: 8) {
          let v = butterfly(
            (x + i).lanes, (x + 4 * Self.stride + i).lanes, (x + 8 * Self.stride + i).lanes,
            (x + 12 * Self.stride + i).lanes)
          (y + i).lanes = v.0
          (y + 4 * Self.stride + i).lanes = v.1
          (y + 8 * Self.stride + i).lanes = v.2
          (y + 12 * Self.stride + i).lanes = v.3
        }
      }
    } else {
      for line in 0..<4 {
        let x = rows + (line * Self.stride + first)
        let y = mixed + (line * Self.stride + first)
        for i in Swift.stride(from: 0, to: frames.count, by: 8) {
          let a = (x + i).lanes
          let b = (x + 4 * Self.stride + i).lanes
          (y + i).lanes = a + b
          (y + 4 * Self.stride + i).lanes = a - b
        }
      }
    }
  }

  /// The last layers of the matrix, and the way into the lines.
  @inline(__always)
  private func mix(
    _ quad: Int, _ input: UnsafePointer<Float>, _ stride: Int, _ inputCount: Int,
    _ output: Stereo<UnsafeMutablePointer<Float>>, _ frames: Range<Int>
  ) {
    let row = mixed + (quad * Self.stride + DelayLines.reach)
    let signs = Self.signs[quad / 4]
    let in0 = input + quad % inputCount * stride
    let in1 = input + (quad + 1) % inputCount * stride
    let in2 = input + (quad + 2) % inputCount * stride
    let in3 = input + (quad + 3) % inputCount * stride
    let out0 = lines.writer(quad)
    let out1 = lines.writer(quad + 1)
    let out2 = lines.writer(quad + 2)
    let out3 = lines.writer(quad + 3)
    for i in Swift.stride(from: frames.lowerBound, to: frames.upperBound, by: 8) {
      let x = row + i
      let v = butterfly(
        x.lanes, (x + Self.stride).lanes, (x + 2 * Self.stride).lanes, (x + 3 * Self.stride).lanes)
      if quad == 0 {
        // A sum with 0, so that silence is never -0.
        (output.left + i).lanes = v.1 + 0
        (output.right + i).lanes = v.2 + 0
      }
      (out0 + i).lanes = v.0 + signs[0] * (in0 + i).lanes
      (out1 + i).lanes = v.1 + signs[1] * (in1 + i).lanes
      (out2 + i).lanes = v.2 + signs[2] * (in2 + i).lanes
      (out3 + i).lanes = v.3 + signs[3] * (in3 + i).lanes
    }
    for line in quad..<quad + 4 { lines.wrote(line, frames) }
  }

  /// The signs with which the lines take their input. No row of the matrix is like them (a bent sequence), so that
  /// first reflections come with both signs.
  private static let signs: [SIMD4<Float>] = [
    SIMD4(1, 1, 1, 1), SIMD4(1, -1, 1, -1), SIMD4(1, 1, -1, -1), SIMD4(1, -1, -1, 1),
  ]

  /// Ends a quantum.
  func end() {
    lines.advance()
    for line in 0..<lineCount {
      keepHistory(rows + line * Self.stride)
      if !modulation.isStill { keepHistory(moved + line * Self.stride) }
    }
  }

  /// Moves a row's last frames to where the next quantum looks for them.
  @inline(__always)
  private func keepHistory(_ row: UnsafeMutablePointer<Float>) {
    row.lanes = (row + quantum).lanes
    (row + 8).lanes = (row + quantum + 8).lanes
  }

  func clear() {
    lines.clear()
    rows.update(repeating: 0, count: lineCount * Self.stride)
    moved.update(repeating: 0, count: lineCount * Self.stride)
  }

  mutating func reset() {
    clear()
    modulation.reset()
  }

  /// True where nothing in the network is louder than `level`.
  func isBelow(_ level: Float) -> Bool {
    (0..<lineCount * Self.stride).allSatisfy { abs(rows[$0]) < level } && lines.isBelow(level)
  }
}

/// Four rows of a Hadamard matrix: sums and differences of sums and differences.
@inline(__always)
private func butterfly(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> (Lanes, Lanes, Lanes, Lanes) {
  let (s, t) = (a + b, a - b)
  let (u, v) = (c + d, c - d)
  return (s + u, t + v, s - u, t - v)
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
