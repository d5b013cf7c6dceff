/// Second-order sections one after the other on every channel, in the arithmetic of `Biquad`: direct form 1 in
/// Double, unfused, rounded to Float32 behind the last section only.
///
/// The sections run as a wavefront: lane j holds section j and works `skew` frames behind lane j - 1, so that all
/// sections advance at once though each waits for its own past (reference/dsp.md B3). A step stores the sections'
/// outputs as one row, behind the input sample; a section's inputs are then the row's values one place to the left,
/// and its past is the rows before. Within a block the wave starts and drains, so nothing is delayed and the bits are
/// those of the sections run in turn, whatever the block size.
struct BiquadCascade: ~Copyable {
  private typealias Lanes = SIMD8<Double>

  /// Steps that a section works behind the one before; two, so that no step waits for a neighbour's result.
  private static let skew = 2
  /// Rows that are kept: more than the `skew` + 2 that a step looks back.
  private static let rows = 8
  /// Frames between looks at the past for values that are nothing but a way to denormals.
  private static let flushInterval = 4096

  private let channelCount: Int
  private let sectionCount: Int
  /// Doubles from one row to the next: the input, the sections, and room for a whole last vector.
  private let stride: Int

  private var target: [BiquadCoefficients]

  private var current: [BiquadCoefficients]
  /// Where the quantum in hand moves to; nil while the coefficients stand still.
  private var rampEnd: [BiquadCoefficients]?
  /// The sections that change anything, in order.
  private var active: [Int] = []
  private var position = 0
  /// The last two samples of the input and behind each section: for each channel the latest of all, then the others.
  private let past: UnsafeMutablePointer<Double>

  /// b0, b1, b2, a1, a2 of the active sections, a run of lanes each.
  private let coefficients: UnsafeMutablePointer<Double>
  /// The rows of two channels.
  private let wave: UnsafeMutablePointer<Double>

  init(sectionCount: Int, channelCount: Int) {
    self.channelCount = channelCount
    self.sectionCount = sectionCount
    stride = (sectionCount + 7) / 8 * 8 + 8
    target = Array(repeating: .identity, count: sectionCount)
    current = target
    past = .allocate(capacity: channelCount * 2 * (sectionCount + 1))
    past.initialize(repeating: 0, count: channelCount * 2 * (sectionCount + 1))
    coefficients = .allocate(capacity: 5 * stride)
    coefficients.initialize(repeating: 0, count: 5 * stride)
    wave = .allocate(capacity: 2 * Self.rows * stride)
    wave.initialize(repeating: 0, count: 2 * Self.rows * stride)
  }

  deinit {
    past.deallocate()
    coefficients.deallocate()
    wave.deallocate()
  }

  /// Takes new coefficients, one set a section: at once before the first frame, later over the next whole quantum.
  mutating func set(_ sections: [BiquadCoefficients]) {
    precondition(sections.count == sectionCount, "as many coefficients as sections")
    target = sections
    if position == 0 { settle(target) }
  }

  mutating func reset() {
    past.update(repeating: 0, count: channelCount * 2 * (sectionCount + 1))
    settle(target)
    rampEnd = nil
    position = 0
  }

  /// Frames until what rings in the sections has fallen by 120 dB.
  var tail: Int { target.reduce(0) { sum($0, $1 == .identity ? 0 : $1.tail) } }

  private mutating func settle(_ sections: [BiquadCoefficients]) {
    current = sections
    active = sections.indices.filter { sections[$0] != .identity }
    for (lane, section) in active.enumerated() {
      let c = sections[section]
      coefficients[lane] = c.b0
      coefficients[stride + lane] = c.b1
      coefficients[2 * stride + lane] = c.b2
      coefficients[3 * stride + lane] = c.a1
      coefficients[4 * stride + lane] = c.a2
    }
  }

  mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      if position % quantum == 0 && current != target { rampEnd = target }
      let grid = current == target ? Self.flushInterval : quantum
      let count = min(block.frameCount - first, grid - position % grid)
      if let end = rampEnd {
        for channel in 0..<channelCount { ramp(block[channel] + first, channel, count, to: end) }
      } else if active.isEmpty {
        for channel in 0..<channelCount { remember(block[channel] + first, channel, count) }
      } else {
        for channel in Swift.stride(from: 0, to: channelCount, by: 2) {
          sweep(&block, channel, min(2, channelCount - channel), first, count)
        }
      }
      position += count
      first += count
      if position % quantum == 0, let end = rampEnd {
        settle(end)
        rampEnd = nil
      }
      if position % Self.flushInterval == 0 { flush() }
    }
  }

  /// The samples behind `section` sections, 0 for the input: the latest (`age` 1) or the one before (2).
  private func pastIndex(_ channel: Int, _ section: Int, age: Int) -> Int {
    (channel * 2 + age - 1) * (sectionCount + 1) + section
  }

  /// Runs one or two channels through the active sections.
  private func sweep(_ block: inout AudioBuffer, _ channel: Int, _ channels: Int, _ first: Int, _ count: Int) {
    let depth = active.count
    let groups = (depth + 7) / 8
    for c in 0..<channels { load(channel + c, wave + c * Self.rows * stride) }
    let a = block[channel] + first
    let b = block[channel + channels - 1] + first
    for step in 0..<count + Self.skew * depth {
      let isSounding = step < count
      let done = step - Self.skew * depth
      let isEdge = step < Self.skew * depth || step >= count - 2
      for c in 0..<channels {
        let rows = wave + c * Self.rows * stride
        let samples = c == 0 ? a : b
        row(rows, step)[0] = isSounding ? Double(samples[step]) : 0
        for group in 0..<groups { advance(rows, step, 8 * group) }
        if isEdge { meetPast(channel + c, rows, step, count) }
        if done >= 0 { samples[done] = Float(row(rows, step)[depth]) }
      }
    }
    for c in 0..<channels { storeSkipped(channel + c) }
  }

  @inline(__always)
  private func row(_ rows: UnsafeMutablePointer<Double>, _ step: Int) -> UnsafeMutablePointer<Double> {
    rows + (step & (Self.rows - 1)) * stride
  }

  /// Eight sections, each by one frame.
  @inline(__always)
  private func advance(_ rows: UnsafeMutablePointer<Double>, _ step: Int, _ lane: Int) {
    let bytes = lane * 8
    func coefficient(_ i: Int) -> Lanes {
      UnsafeRawPointer(coefficients + i * stride).loadUnaligned(fromByteOffset: bytes, as: Lanes.self)
    }
    func value(_ back: Int, _ place: Int) -> Lanes {
      UnsafeRawPointer(row(rows, step - back) + place).loadUnaligned(fromByteOffset: bytes, as: Lanes.self)
    }
    // Left to right, each product rounded: the order that reproduces Apple's bits.
    var y = coefficient(0) * value(Self.skew, 0)
    y += coefficient(1) * value(Self.skew + 1, 0)
    y += coefficient(2) * value(Self.skew + 2, 0)
    y -= coefficient(3) * value(1, 1)
    y -= coefficient(4) * value(2, 1)
    UnsafeMutableRawPointer(row(rows, step) + 1).storeBytes(of: y, toByteOffset: bytes, as: Lanes.self)
  }

  /// The frame that a lane works on in a step; the input's place is lane -1.
  @inline(__always)
  private static func frame(_ step: Int, lane: Int) -> Int { step - skew * (lane + 1) }

  /// Puts the input's past before the first step.
  private func load(_ channel: Int, _ rows: UnsafeMutablePointer<Double>) {
    // Lanes that have not begun work on what stands here; it is replaced before it counts.
    rows.update(repeating: 0, count: Self.rows * stride)
    for age in 1...2 { row(rows, -age)[0] = past[pastIndex(channel, 0, age: age)] }
  }

  /// Gives a lane its past just before its first frame, and keeps its last two frames.
  private func meetPast(_ channel: Int, _ rows: UnsafeMutablePointer<Double>, _ step: Int, _ count: Int) {
    let row = row(rows, step)
    for lane in active.indices {
      let frame = Self.frame(step, lane: lane)
      let latest = pastIndex(channel, active[lane] + 1, age: 1)
      let before = pastIndex(channel, active[lane] + 1, age: 2)
      if frame == -2 { row[lane + 1] = past[before] }
      if frame == -1 { row[lane + 1] = past[latest] }
      if frame == count - 2 { past[before] = row[lane + 1] }
      if frame == count - 1 { past[latest] = row[lane + 1] }
    }
    if step == count - 2 { past[pastIndex(channel, 0, age: 2)] = row[0] }
    if step == count - 1 {
      if count == 1 { past[pastIndex(channel, 0, age: 2)] = past[pastIndex(channel, 0, age: 1)] }
      past[pastIndex(channel, 0, age: 1)] = row[0]
    }
  }

  /// A section that passes its input has its input's past.
  private func storeSkipped(_ channel: Int) {
    for section in 0..<sectionCount where current[section] == .identity {
      for age in 1...2 {
        past[pastIndex(channel, section + 1, age: age)] = past[pastIndex(channel, section, age: age)]
      }
    }
  }

  /// Passes the input on, and keeps its last two samples as everybody's past.
  private func remember(_ samples: UnsafePointer<Float>, _ channel: Int, _ count: Int) {
    for section in 0...sectionCount {
      let latest = pastIndex(channel, section, age: 1)
      past[pastIndex(channel, section, age: 2)] = count > 1 ? Double(samples[count - 2]) : past[latest]
      past[latest] = Double(samples[count - 1])
    }
  }

  /// Section after section while coefficients move: the same arithmetic, frame by frame.
  private func ramp(
    _ samples: UnsafeMutablePointer<Float>, _ channel: Int, _ count: Int, to end: [BiquadCoefficients]
  ) {
    for i in 0..<count {
      let share = Double((position + i) % quantum + 1) / Double(quantum)
      var x = Double(samples[i])
      for section in 0..<sectionCount {
        let c = current[section].moved(to: end[section], by: share)
        let (x1, x2) = (pastIndex(channel, section, age: 1), pastIndex(channel, section, age: 2))
        var y = x
        if current[section] != .identity || end[section] != .identity {
          y = c.b0 * x
          y += c.b1 * past[x1]
          y += c.b2 * past[x2]
          y -= c.a1 * past[pastIndex(channel, section + 1, age: 1)]
          y -= c.a2 * past[pastIndex(channel, section + 1, age: 2)]
        }
        past[x2] = past[x1]
        past[x1] = x
        x = y
      }
      let (y1, y2) = (pastIndex(channel, sectionCount, age: 1), pastIndex(channel, sectionCount, age: 2))
      past[y2] = past[y1]
      past[y1] = x
      samples[i] = Float(x)
    }
  }

  /// Below 1e-30, which is -600 dB, nothing is left (reference/dsp.md 1.6).
  private func flush() {
    for i in 0..<channelCount * 2 * (sectionCount + 1) where abs(past[i]) < 1e-30 { past[i] = 0 }
  }
}
