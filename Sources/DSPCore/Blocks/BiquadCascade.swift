/// Second-order sections one after the other on every channel alike: direct form 1 in Double, unfused, rounded to
/// Float32 behind the last section only.
///
///     in ── section ── section ── … ── section ── out
///
/// One section is the arithmetic of Apple's filters, operation for operation (reference/apple-vectors.md 3.1). Sections
/// that pass their input are left out, so that an idle cascade passes its input bit for bit; the others run as waves.
/// Channels go in groups of up to four.
struct BiquadCascade: ~Copyable {
  private let channelCount: Int
  private let sectionCount: Int

  private var target: [BiquadCoefficients]

  private var current: [BiquadCoefficients]
  /// Where the quantum in hand moves to; nil while the coefficients stand still.
  private var rampEnd: [BiquadCoefficients]?
  /// The sections that change anything, in order.
  private var active: [Int] = []
  private var position = 0

  /// Of each group the active sections in the lanes of `BiquadWave`.
  private let coefficients: UnsafeMutablePointer<BiquadLanes>
  private let memory: UnsafeMutablePointer<BiquadMemory>
  /// Of each group every section, a channel a lane: what a ramp works on. While no section is active the first one
  /// remembers the input.
  private let rampMemory: UnsafeMutablePointer<BiquadMemory>
  private let vectorCount: Int
  private let rows: UnsafeMutablePointer<Double>

  /// Frames that a wave runs over before the next follows it; their rows stay in the first cache.
  private static let waveFrames = 512
  /// Vectors of lanes in a wave: as many as fit in the registers.
  private static let waveVectors = 3
  /// Frames between looks at the past for values that are nothing but a way to denormals.
  private static let flushInterval = 4096

  init(sectionCount: Int = 1, channelCount: Int) {
    self.channelCount = channelCount
    self.sectionCount = sectionCount
    target = Array(repeating: .identity, count: sectionCount)
    current = target
    active.reserveCapacity(sectionCount)
    vectorCount = (channelCount + 3) / 4 * sectionCount
    coefficients = .allocate(capacity: vectorCount)
    coefficients.initialize(repeating: BiquadLanes(), count: vectorCount)
    memory = .allocate(capacity: vectorCount)
    memory.initialize(repeating: BiquadMemory(), count: vectorCount)
    rampMemory = .allocate(capacity: vectorCount)
    rampMemory.initialize(repeating: BiquadMemory(), count: vectorCount)
    // While a wave drains it reads behind its input, two rows a section of at most four a vector.
    let rowCount = Self.waveFrames + 8 * Self.waveVectors
    rows = .allocate(capacity: 4 * rowCount)
    rows.initialize(repeating: 0, count: 4 * rowCount)
  }

  deinit {
    coefficients.deallocate()
    memory.deallocate()
    rampMemory.deallocate()
    rows.deallocate()
  }

  /// Takes new coefficients, one set a section: at once before the first frame, later over the next whole quantum.
  mutating func set(_ sections: [BiquadCoefficients]) {
    precondition(sections.count == sectionCount, "as many coefficients as sections")
    target = sections
    if position == 0 { settle(target) }
  }

  /// Takes new coefficients for the only section.
  mutating func set(_ section: BiquadCoefficients) { set([section]) }

  mutating func reset() {
    memory.update(repeating: BiquadMemory(), count: vectorCount)
    rampMemory.update(repeating: BiquadMemory(), count: vectorCount)
    rampEnd = nil
    position = 0
    settle(target)
  }

  /// Frames until what rings in the sections has fallen by 120 dB.
  var tail: Int { target.reduce(0) { sum($0, $1.tail) } }

  mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      if position % quantum == 0 && current != target {
        rampEnd = target
        unpack()
      }
      let grid = current == target ? Self.flushInterval : quantum
      let count = min(block.frameCount - first, grid - position % grid)
      for channel in stride(from: 0, to: channelCount, by: 4) {
        if let end = rampEnd {
          ramp(&block, channel, first..<first + count, to: end)
        } else if active.isEmpty {
          remember(&block, channel, first..<first + count)
        } else {
          for start in stride(from: first, to: first + count, by: Self.waveFrames) {
            run(&block, channel, start..<min(start + Self.waveFrames, first + count))
          }
        }
      }
      position += count
      first += count
      if position % quantum == 0, let end = rampEnd {
        rampEnd = nil
        settle(end)
      }
      if position % Self.flushInterval == 0 { flush() }
    }
  }

  // MARK: Lanes

  /// The channels that stand side by side in the vectors of a group.
  private func width(_ channel: Int) -> Int {
    let rest = channelCount - channel
    return rest > 2 ? 4 : rest
  }

  /// The vector and the first lane of an active section of a group.
  private func place(_ channel: Int, _ index: Int) -> (vector: Int, lane: Int) {
    let lane = index * width(channel)
    return (channel / 4 * sectionCount + lane / 4, lane % 4)
  }

  /// Takes coefficients that stand still, and puts the active sections into lanes.
  private mutating func settle(_ sections: [BiquadCoefficients]) {
    current = sections
    active.removeAll(keepingCapacity: true)
    for section in sections.indices where sections[section] != .identity { active.append(section) }
    for channel in stride(from: 0, to: channelCount, by: 4) {
      for (index, section) in active.enumerated() {
        let (vector, lane) = place(channel, index)
        for i in 0..<width(channel) {
          coefficients[vector].set(lane + i, sections[section])
          memory[vector][lane + i] = rampMemory[channel / 4 * sectionCount + section][i]
        }
      }
    }
  }

  /// Gives every section its past, a channel a lane; one that passes its input has its input's.
  private func unpack() {
    for channel in stride(from: 0, to: channelCount, by: 4) {
      let first = channel / 4 * sectionCount
      for i in 0..<width(channel) {
        var past = rampMemory[first][i]
        var index = 0
        for section in 0..<sectionCount {
          let next = index < active.count ? place(channel, index) : nil
          if let next, active[index] == section {
            past = memory[next.vector][next.lane + i]
            rampMemory[first + section][i] = past
            past.lowHalf = past.highHalf
            index += 1
          } else {
            if index == 0, let next { past = memory[next.vector][next.lane + i] }
            past.highHalf = past.lowHalf
            rampMemory[first + section][i] = past
          }
        }
      }
    }
  }

  /// Below 1e-30, which is -600 dB, nothing is left (reference/dsp.md 1.6).
  private func flush() {
    for vector in 0..<vectorCount {
      memory[vector].flush(below: 1e-30)
      rampMemory[vector].flush(below: 1e-30)
    }
  }

  // MARK: Groups

  private func samples(_ block: borrowing AudioBuffer, _ channel: Int, _ frame: Int) -> BiquadChannels {
    let last = channelCount - 1
    return (
      block[channel] + frame, block[min(channel + 1, last)] + frame, block[min(channel + 2, last)] + frame,
      block[min(channel + 3, last)] + frame
    )
  }

  /// Runs a group through the active sections, wave after wave.
  private func run(_ block: inout AudioBuffer, _ channel: Int, _ frames: Range<Int>) {
    let width = width(channel)
    let perVector = 4 / width
    let vectors = (active.count + perVector - 1) / perVector
    let waves = (vectors + Self.waveVectors - 1) / Self.waveVectors
    var input = 0
    for wave in 0..<waves {
      // As even as can be: a wave of one vector takes as long as one of two.
      let first = vectors * wave / waves
      let end = vectors * (wave + 1) / waves
      let sections = min(end * perVector, active.count) - first * perVector
      let ends = BiquadWaveEnds(
        channels: samples(block, channel, frames.lowerBound), rows: rows, isFirst: wave == 0, isLast: wave == waves - 1,
        input: input, output: (sections - 1) * width % 4)
      let vector = channel / 4 * sectionCount + first
      let lag = 2 * (sections - 1)
      switch (width, end - first) {
      case (1, 1): BiquadWave<1, 1>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (1, 2): BiquadWave<1, 2>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (1, _): BiquadWave<1, 3>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (2, 1): BiquadWave<2, 1>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (2, 2): BiquadWave<2, 2>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (2, _): BiquadWave<2, 3>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (_, 1): BiquadWave<4, 1>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      case (_, 2): BiquadWave<4, 2>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      default: BiquadWave<4, 3>.run(frames.count, lag, ends, coefficients + vector, memory + vector)
      }
      input = ends.output
    }
  }

  /// Passes the input on and remembers it, as the past of sections that may begin to work.
  private func remember(_ block: inout AudioBuffer, _ channel: Int, _ frames: Range<Int>) {
    for i in 0..<width(channel) {
      let samples = block[min(channel + i, channelCount - 1)]
      var past = rampMemory[channel / 4 * sectionCount][i]
      past[1] = frames.count > 1 ? Double(samples[frames.upperBound - 2]) : past[0]
      past[0] = Double(samples[frames.upperBound - 1])
      rampMemory[channel / 4 * sectionCount][i] = past
    }
  }

  /// Section after section, frame by frame, while coefficients move.
  private func ramp(
    _ block: inout AudioBuffer, _ channel: Int, _ frames: Range<Int>, to end: [BiquadCoefficients]
  ) {
    let channels = samples(block, channel, frames.lowerBound)
    let sections = rampMemory + channel / 4 * sectionCount
    for frame in 0..<frames.count {
      let share = Double((position + frame) % quantum + 1) / Double(quantum)
      var x = SIMD4<Double>(
        SIMD4(channels.0[frame], channels.1[frame], channels.2[frame], channels.3[frame]))
      for section in 0..<sectionCount {
        let moved = current[section].moved(to: end[section], by: share)
        x = sections[section].advance(x, BiquadLanes(repeating: moved))
      }
      channels.0[frame] = Float(x[0])
      channels.1[frame] = Float(x[min(1, channelCount - channel - 1)])
      channels.2[frame] = Float(x[min(2, channelCount - channel - 1)])
      channels.3[frame] = Float(x[min(3, channelCount - channel - 1)])
    }
  }
}
