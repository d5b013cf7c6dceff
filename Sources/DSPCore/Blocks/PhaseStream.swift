/// A stream at `count` times the sample rate, kept as that many phases: its frame m = count · n + φ is frame n of
/// phase φ. A filter's taps then meet eight consecutive frames of a phase in one load, at any rate.
struct PhaseStream {
  /// Phases, a power of two.
  let count: Int
  private let shift: Int

  /// Frames of a phase that are kept from before the block in hand.
  private let past: Int
  private let capacity: Int
  private let memory: UnsafeMutablePointer<Float>

  /// Where the block in hand begins, and its frames.
  private var first: Int
  private var frames = 0

  /// Silence. Keeps `past` frames of the stream from before the block in hand, which has at most a quantum of frames
  /// a phase. Whoever makes it frees it.
  init(count: Int, past: Int) {
    self.count = count
    shift = count.trailingZeroBitCount
    self.past = past / count + 1
    first = self.past
    // Room for several quanta, so that moving the past to the front is rare; and whole lanes behind.
    capacity = self.past + 8 * quantum + 16
    memory = .aligned(count * capacity)
  }

  func deallocate() {
    memory.deallocate()
  }

  mutating func reset() {
    memory.update(repeating: 0, count: count * capacity)
    first = past
    frames = 0
  }

  /// Makes the block in hand part of the past, and room for a block of so many frames a phase.
  mutating func advance(_ count: Int) {
    first += frames
    frames = count
    guard first + count + 16 > capacity else { return }
    for phase in 0..<self.count {
      let row = memory + phase * capacity
      row.update(from: row + (first - past), count: past)
    }
    first = past
  }

  /// Frames m, m + count, m + 2 · count … of the stream, from the block in hand's first on; m may lie before it.
  @inline(__always)
  subscript(frame: Int) -> UnsafeMutablePointer<Float> {
    memory + (frame & (count - 1)) * capacity + first + (frame >> shift)
  }
}

/// A filter of finite length over a phase stream, in Float32: each output adds its taps up in one order.
struct PhaseFilter: ~Copyable {
  private let taps: UnsafeMutablePointer<Float>
  private let count: Int
  /// Frames of the stream from one tap to the next.
  private let step: Int

  init(_ values: [Double], step: Int) {
    count = values.count
    self.step = step
    taps = .allocate(capacity: count)
    for (i, value) in values.enumerated() { (taps + i).initialize(to: Float(value)) }
  }

  deinit { taps.deallocate() }

  /// Σ taps[j] · input[frame - step · j] for so many frames of a phase, rounded up to whole lanes.
  @inline(__always)
  func run(_ input: PhaseStream, _ frame: Int, to output: UnsafeMutablePointer<Float>, _ frames: Int) {
    var first = 0
    while frames - first > 24 {
      var a = Lanes.zero
      var b = Lanes.zero
      var c = Lanes.zero
      var d = Lanes.zero
      for j in 0..<count {
        let x = input[frame - step * j] + first
        let tap = taps[j]
        a += x.lanes * tap
        b += (x + 8).lanes * tap
        c += (x + 16).lanes * tap
        d += (x + 24).lanes * tap
      }
      (output + first).lanes = a
      (output + first + 8).lanes = b
      (output + first + 16).lanes = c
      (output + first + 24).lanes = d
      first += 32
    }
    while first < frames {
      var sum = Lanes.zero
      for j in 0..<count { sum += (input[frame - step * j] + first).lanes * taps[j] }
      (output + first).lanes = sum
      first += 8
    }
  }
}
