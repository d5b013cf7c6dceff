/// Reads an endless stream at another speed, band-limited (reference/dsp.md B5).
///
///     output n  =  Σ x[k] · h(k - n·step)
///
/// Simple ratios go through the frequency domain, other speeds through a kernel. Output frame 0 is input frame 0: it
/// looks ahead by itself. Positions are 64.64 fixed point and so exact for any length. At step 1 it copies, bit for bit.
struct Resampler: ~Copyable {
  private let channelCount: Int
  private let maximumStep: Double
  private let chunk: Int
  private let quality: Quality

  private var asked = 1.0
  private var current = Speed(step: FixedPoint(1), reader: .copy)
  /// What takes over at the next quantum.
  private var next: Speed?
  /// Held on to, so that `render` never frees memory.
  private var last: Speed?

  private var window: SlidingWindow
  /// Frames behind the position that a kernel may ask for.
  private let history: Int
  private var position = FixedPoint(0)
  private var framesOut = 0
  /// A block's output, how much of it is used, and the input frame at which the next block starts.
  private var ready: AudioBuffer
  private var used = 0
  private var nextBlock = 0

  /// Sums that are still to be added up, eight lanes a frame: a quantum of either channel of a pair.
  private let lanes: UnsafeMutablePointer<Lanes>

  /// A step and who makes it.
  private struct Speed {
    let step: FixedPoint
    let reader: Reader
  }

  private enum Reader {
    case copy
    case spectrum(SpectralResampler)
    case kernel(BandLimitedKernel)
  }

  /// For steps up to `maximumStep` input frames an output frame; input is pulled `chunk` frames at once.
  init(channelCount: Int, maximumStep: Double, chunk: Int, quality: Quality) {
    self.channelCount = channelCount
    self.maximumStep = maximumStep
    self.chunk = chunk
    self.quality = quality
    history = BandLimitedKernel.taps(step: maximumStep, quality: quality) / 2
    window = Self.window(channelCount, maximumStep, chunk, history)
    ready = AudioBuffer(channelCount: channelCount, frameCapacity: 1)
    lanes = .allocate(capacity: 2 * quantum)
  }

  deinit { lanes.deallocate() }

  private static func window(
    _ channelCount: Int, _ maximumStep: Double, _ chunk: Int, _ history: Int
  ) -> SlidingWindow {
    let ahead = (Int(maximumStep.rounded(.up)) + 1) * (quantum + 1)
    return SlidingWindow(channelCount: channelCount, span: 2 * history + ahead, history: history, chunk: chunk)
  }

  /// Reads so many input frames an output frame: at once before the first frame, later from the next quantum on.
  /// The position goes on from where it is, so nothing clicks.
  mutating func set(step: Double) {
    guard step != asked else { return }
    asked = step
    if framesOut > 0 {
      let kernel = BandLimitedKernel(step: step, onGrid: false, quality: quality)
      next = Speed(step: FixedPoint(step), reader: .kernel(kernel))
    } else if step == 1 {
      current = Speed(step: FixedPoint(1), reader: .copy)
    } else if let spectral = SpectralResampler(step: step, quality: quality) {
      current = Speed(step: FixedPoint(step), reader: .spectrum(spectral))
      window = Self.window(channelCount, maximumStep, chunk, max(history, spectral.inputSize))
      ready = AudioBuffer(channelCount: channelCount, frameCapacity: spectral.outputHop)
      used = spectral.outputHop
      nextBlock = -spectral.lead
    } else {
      let kernel = BandLimitedKernel(step: step, onGrid: true, quality: quality)
      current = Speed(step: FixedPoint(step), reader: .kernel(kernel))
    }
  }

  mutating func reset() {
    window.reset()
    position = FixedPoint(0)
    framesOut = 0
    let step = asked
    asked = 0
    next = nil
    set(step: step)
  }

  mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    var first = 0
    while first < block.frameCount {
      if framesOut % quantum == 0, let speed = next {
        last = current
        current = speed
        next = nil
      }
      let room = min(block.frameCount - first, quantum - framesOut % quantum)
      let count: Int
      switch current.reader {
      case .copy:
        count = room
        try window.extend(to: position.whole + count, from: position.whole - history, pull: pull)
        for channel in 0..<channelCount {
          (block[channel] + first).update(from: window[channel, position.whole], count: count)
        }
        position.advance(by: FixedPoint(count))
      case .spectrum(let spectral):
        if used == spectral.outputHop { try transform(spectral, pull: pull) }
        count = min(room, spectral.outputHop - used)
        for channel in 0..<channelCount {
          (block[channel] + first).update(from: ready[channel] + used, count: count)
        }
        used += count
        for _ in 0..<count { position.advance(by: current.step) }
      case .kernel(let kernel):
        count = room
        let reach = position.whole + (count + 1) * (current.step.whole + 1) + history
        try window.extend(to: reach, from: position.whole - history, pull: pull)
        let start = position
        for channel in stride(from: 0, to: channelCount, by: 2) {
          position = start
          read(kernel, channel, min(channel + 1, channelCount - 1), into: &block, first, count)
        }
      }
      first += count
      framesOut += count
    }
  }

  private mutating func transform(
    _ spectral: SpectralResampler, pull: (inout AudioBuffer) throws -> Void
  ) rethrows {
    try window.extend(
      to: nextBlock + spectral.inputSize, from: min(nextBlock, position.whole - history), pull: pull)
    for channel in 0..<channelCount { spectral.resample(window[channel, nextBlock], into: ready[channel]) }
    nextBlock += spectral.inputHop
    used = 0
  }

  /// Reads a pair of channels, which share each row of the kernel; the odd last channel stands in for its partner.
  private mutating func read(
    _ kernel: BandLimitedKernel, _ a: Int, _ b: Int, into block: inout AudioBuffer, _ first: Int, _ count: Int
  ) {
    let outA = block[a] + first
    let outB = block[b] + first
    let step = current.step
    let lead = kernel.taps / 2 - 1
    for i in 0..<count {
      let xa = UnsafeRawPointer(window[a, position.whole - lead])
      let xb = UnsafeRawPointer(window[b, position.whole - lead])
      let (phase, share) = position.phase(of: kernel.phases)
      if kernel.isExact {
        let row = WholeRow(taps: UnsafeRawPointer(kernel.row(share < 0.5 ? phase : phase + 1)))
        sum(row, xa, xb, kernel.taps, at: i)
      } else {
        let low = UnsafeRawPointer(kernel.row(phase))
        let high = UnsafeRawPointer(kernel.row(phase + 1))
        sum(BlendedRow(low: low, high: high, share: SIMD8(repeating: share)), xa, xb, kernel.taps, at: i)
      }
      position.advance(by: step)
    }
    for i in 0..<count { outA[i] = total(lanes[i]) }
    if a != b {
      for i in 0..<count { outB[i] = total(lanes[quantum + i]) }
    }
  }

  @inline(__always)
  private func sum(_ row: some Row, _ xa: UnsafeRawPointer, _ xb: UnsafeRawPointer, _ taps: Int, at i: Int) {
    if xa == xb {
      lanes[i] = dot(row, xa, taps)
    } else {
      (lanes[i], lanes[quantum + i]) = dots(row, xa, xb, taps)
    }
  }
}

/// Where a dot product finds its coefficients, eight at a time.
private protocol Row {
  func lanes(_ byte: Int) -> Lanes
}

/// A row of the kernel.
private struct WholeRow: Row {
  let taps: UnsafeRawPointer

  @inline(__always)
  func lanes(_ byte: Int) -> Lanes { taps.lanes(byte) }
}

/// A row that lies between two of the kernel's.
private struct BlendedRow: Row {
  let low, high: UnsafeRawPointer
  let share: Lanes

  @inline(__always)
  func lanes(_ byte: Int) -> Lanes {
    let c = low.lanes(byte)
    return c + (high.lanes(byte) - c) * share
  }
}

/// Σ row · x, in eight lanes.
@inline(__always)
private func dot(_ row: some Row, _ x: UnsafeRawPointer, _ taps: Int) -> Lanes {
  var s0 = Lanes.zero
  var s1 = Lanes.zero
  var s2 = Lanes.zero
  var s3 = Lanes.zero
  var byte = 0
  while byte < 4 &* taps {
    s0 += row.lanes(byte) * x.lanes(byte)
    s1 += row.lanes(byte &+ 32) * x.lanes(byte &+ 32)
    s2 += row.lanes(byte &+ 64) * x.lanes(byte &+ 64)
    s3 += row.lanes(byte &+ 96) * x.lanes(byte &+ 96)
    byte &+= 128
  }
  return (s0 + s1) + (s2 + s3)
}

/// Σ row · x of two signals that share each coefficient; the sums are those of `dot`.
@inline(__always)
private func dots(
  _ row: some Row, _ xa: UnsafeRawPointer, _ xb: UnsafeRawPointer, _ taps: Int
) -> (Lanes, Lanes) {
  var a0 = Lanes.zero
  var a1 = Lanes.zero
  var a2 = Lanes.zero
  var a3 = Lanes.zero
  var b0 = Lanes.zero
  var b1 = Lanes.zero
  var b2 = Lanes.zero
  var b3 = Lanes.zero
  var byte = 0
  while byte < 4 &* taps {
    let c0 = row.lanes(byte)
    a0 += c0 * xa.lanes(byte)
    b0 += c0 * xb.lanes(byte)
    let c1 = row.lanes(byte &+ 32)
    a1 += c1 * xa.lanes(byte &+ 32)
    b1 += c1 * xb.lanes(byte &+ 32)
    let c2 = row.lanes(byte &+ 64)
    a2 += c2 * xa.lanes(byte &+ 64)
    b2 += c2 * xb.lanes(byte &+ 64)
    let c3 = row.lanes(byte &+ 96)
    a3 += c3 * xa.lanes(byte &+ 96)
    b3 += c3 * xb.lanes(byte &+ 96)
    byte &+= 128
  }
  return ((a0 + a1) + (a2 + a3), (b0 + b1) + (b2 + b3))
}

/// The sum of the lanes, halves first: `sum()` goes lane by lane.
@inline(__always)
private func total(_ v: Lanes) -> Float {
  let four = v.lowHalf + v.highHalf
  let two = four.lowHalf + four.highHalf
  return two.x + two.y
}

extension UnsafeRawPointer {
  /// Eight samples from anywhere.
  @inline(__always)
  fileprivate func lanes(_ byte: Int) -> Lanes {
    loadUnaligned(fromByteOffset: byte, as: Lanes.self)
  }
}

/// A position in frames, 64 bits before the point and 64 behind it: sums of it never drift.
private struct FixedPoint: Equatable {
  private(set) var whole: Int
  private var fraction: UInt64 = 0

  init(_ whole: Int) {
    self.whole = whole
  }

  init(_ value: Double) {
    whole = Int(value.rounded(.down))
    fraction = UInt64((value - value.rounded(.down)) * 0x1p64)
  }

  @inline(__always)
  mutating func advance(by step: FixedPoint) {
    let (sum, carry) = fraction.addingReportingOverflow(step.fraction)
    fraction = sum
    whole &+= step.whole &+ (carry ? 1 : 0)
  }

  /// The row of so many phases at or before the position, and the way to the next row, 0..<1.
  @inline(__always)
  func phase(of phases: Int) -> (Int, Float) {
    let product = fraction.multipliedFullWidth(by: UInt64(phases))
    return (Int(product.high), Float(product.low >> 40) * 0x1p-24)
  }
}
