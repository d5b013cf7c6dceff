/// Reads an endless stream at another speed through a band-limited kernel (reference/dsp.md B5).
///
///     output n  =  Σ x[k] · h(k - n·step)
///
/// Output frame 0 is input frame 0: the kernel is centred and looks ahead by itself. Positions are 64.64 fixed point
/// and so exact for any length. At step 1 on whole frames it copies, bit for bit.
struct Resampler: ~Copyable {
  private let channelCount: Int
  private let quality: Quality
  private let history: Int

  private var asked = 1.0
  private var current: Speed
  /// What takes over at the next quantum.
  private var next: Speed?
  /// Held on to, so that `render` never frees memory.
  private var last: Speed?

  private var window: SlidingWindow
  private var position = FixedPoint(0)
  private var framesOut = 0

  /// Sums that are still to be added up, eight lanes a frame: a quantum of either channel of a pair.
  private let lanes: UnsafeMutablePointer<SIMD8<Float>>

  /// A step and the kernel for it; none where frames are copied.
  private struct Speed {
    let step: FixedPoint
    let kernel: BandLimitedKernel?
  }

  /// For steps up to `maximumStep` input frames an output frame; input is pulled `chunk` frames at once.
  init(channelCount: Int, maximumStep: Double, chunk: Int, quality: Quality) {
    self.channelCount = channelCount
    self.quality = quality
    current = Speed(step: FixedPoint(1), kernel: nil)
    lanes = .allocate(capacity: 2 * quantum)
    let longest = BandLimitedKernel.taps(step: maximumStep, quality: quality)
    history = longest / 2
    window = SlidingWindow(
      channelCount: channelCount, span: longest + (Int(maximumStep.rounded(.up)) + 1) * (quantum + 1),
      history: history, chunk: chunk)
  }

  deinit { lanes.deallocate() }

  /// Reads so many input frames an output frame: at once before the first frame, later from the next quantum on.
  /// The position goes on from where it is, so nothing clicks.
  mutating func set(step: Double) {
    guard step != asked else { return }
    asked = step
    let copies = step == 1 && framesOut == 0
    let speed = Speed(
      step: FixedPoint(step),
      kernel: copies ? nil : BandLimitedKernel(step: step, onGrid: framesOut == 0, quality: quality))
    if framesOut == 0 {
      current = speed
    } else {
      next = speed
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
      let count = min(block.frameCount - first, quantum - framesOut % quantum)
      let reach = position.whole + (count + 1) * (current.step.whole + 1) + history
      try window.extend(to: reach, from: position.whole - history, pull: pull)
      let start = position
      for channel in stride(from: 0, to: channelCount, by: 2) {
        position = start
        read(channel, min(channel + 1, channelCount - 1), into: &block, first, count)
      }
      first += count
      framesOut += count
    }
  }

  /// Reads a pair of channels, which share each row of the kernel; the odd last channel stands in for its partner.
  private mutating func read(_ a: Int, _ b: Int, into block: inout AudioBuffer, _ first: Int, _ count: Int) {
    let outA = block[a] + first
    let outB = block[b] + first
    let step = current.step
    guard let kernel = current.kernel else {
      outA.update(from: window[a, position.whole], count: count)
      outB.update(from: window[b, position.whole], count: count)
      position.advance(by: FixedPoint(count))
      return
    }
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
  func lanes(_ byte: Int) -> SIMD8<Float>
}

/// A row of the kernel.
private struct WholeRow: Row {
  let taps: UnsafeRawPointer

  @inline(__always)
  func lanes(_ byte: Int) -> SIMD8<Float> { taps.lanes(byte) }
}

/// A row that lies between two of the kernel's.
private struct BlendedRow: Row {
  let low, high: UnsafeRawPointer
  let share: SIMD8<Float>

  @inline(__always)
  func lanes(_ byte: Int) -> SIMD8<Float> {
    let c = low.lanes(byte)
    return c + (high.lanes(byte) - c) * share
  }
}

/// Σ row · x, in eight lanes.
@inline(__always)
private func dot(_ row: some Row, _ x: UnsafeRawPointer, _ taps: Int) -> SIMD8<Float> {
  var s0 = SIMD8<Float>.zero
  var s1 = SIMD8<Float>.zero
  var s2 = SIMD8<Float>.zero
  var s3 = SIMD8<Float>.zero
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
) -> (SIMD8<Float>, SIMD8<Float>) {
  var a0 = SIMD8<Float>.zero
  var a1 = SIMD8<Float>.zero
  var a2 = SIMD8<Float>.zero
  var a3 = SIMD8<Float>.zero
  var b0 = SIMD8<Float>.zero
  var b1 = SIMD8<Float>.zero
  var b2 = SIMD8<Float>.zero
  var b3 = SIMD8<Float>.zero
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
private func total(_ v: SIMD8<Float>) -> Float {
  let four = v.lowHalf + v.highHalf
  let two = four.lowHalf + four.highHalf
  return two.x + two.y
}

extension UnsafeRawPointer {
  /// Eight samples from anywhere.
  @inline(__always)
  fileprivate func lanes(_ byte: Int) -> SIMD8<Float> {
    loadUnaligned(fromByteOffset: byte, as: SIMD8<Float>.self)
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
