/// The coefficients of four lanes: a section's channels side by side, then the next section's.
struct BiquadLanes {
  private(set) var b0 = SIMD4<Double>.zero
  private(set) var b1 = SIMD4<Double>.zero
  private(set) var b2 = SIMD4<Double>.zero
  private(set) var a1 = SIMD4<Double>.zero
  private(set) var a2 = SIMD4<Double>.zero

  init() {}

  @inline(__always)
  init(repeating c: BiquadCoefficients) {
    b0 = SIMD4(repeating: c.b0)
    b1 = SIMD4(repeating: c.b1)
    b2 = SIMD4(repeating: c.b2)
    a1 = SIMD4(repeating: c.a1)
    a2 = SIMD4(repeating: c.a2)
  }

  mutating func set(_ lane: Int, _ c: BiquadCoefficients) {
    b0[lane] = c.b0
    b1[lane] = c.b1
    b2[lane] = c.b2
    a1[lane] = c.a1
    a2[lane] = c.a2
  }
}

/// The last two samples into and out of the sections of four lanes: what direct form 1 remembers.
struct BiquadMemory {
  private(set) var x1 = SIMD4<Double>.zero
  private(set) var x2 = SIMD4<Double>.zero
  private(set) var y1 = SIMD4<Double>.zero
  private(set) var y2 = SIMD4<Double>.zero

  /// x1, x2, y1, y2 of a lane.
  subscript(lane: Int) -> SIMD4<Double> {
    get { SIMD4(x1[lane], x2[lane], y1[lane], y2[lane]) }
    set {
      x1[lane] = newValue[0]
      x2[lane] = newValue[1]
      y1[lane] = newValue[2]
      y2[lane] = newValue[3]
    }
  }

  /// One frame. Left to right, each product rounded: the order of Apple's filters, operation for operation
  /// (reference/apple-vectors.md 3.1).
  @inline(__always)
  mutating func advance(_ x: SIMD4<Double>, _ c: BiquadLanes) -> SIMD4<Double> {
    var y = c.b0 * x
    y += c.b1 * x1
    y += c.b2 * x2
    y -= c.a1 * y1
    y -= c.a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }

  @inline(__always)
  mutating func replace(with other: BiquadMemory, where mask: SIMDMask<SIMD4<Int64>>) {
    x1.replace(with: other.x1, where: mask)
    x2.replace(with: other.x2, where: mask)
    y1.replace(with: other.y1, where: mask)
    y2.replace(with: other.y2, where: mask)
  }

  /// Makes 0 of what is smaller than a limit.
  mutating func flush(below limit: Double) {
    func flushed(_ v: SIMD4<Double>) -> SIMD4<Double> {
      v.replacing(with: 0, where: (v .< limit) .& (v .> -limit))
    }
    x1 = flushed(x1)
    x2 = flushed(x2)
    y1 = flushed(y1)
    y2 = flushed(y2)
  }
}

/// The first frames of four channels.
typealias BiquadChannels = (
  UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
)

/// What a wave reads and writes: rows of four doubles, a frame each. The first wave over them takes the samples of the
/// channels into them, the last gives them back.
struct BiquadWaveEnds {
  let channels: BiquadChannels
  let rows: UnsafeMutablePointer<Double>
  let isFirst, isLast: Bool
  /// Where in a row the input stands, and where the output.
  let input, output: Int
}

/// Sections one after the other, run side by side: each works two frames behind the one before, so that all advance
/// at once though each waits for its own past (reference/dsp.md B3).
///
/// Each of up to three vectors of lanes holds `width` channels, 1, 2 or 4, of as many sections as there is room for.
/// As the wave starts and drains within a call nothing is delayed, and the bits are those of the sections run in turn,
/// whatever the call's length.
enum BiquadWave<let width: Int, let vectors: Int> {
  /// Runs `count` frames through sections of which the last is `lag` frames behind the first.
  ///
  /// Samples are converted four frames at a time, in the shade of the recursion.
  static func run(
    _ count: Int, _ lag: Int, _ ends: BiquadWaveEnds, _ coefficients: UnsafePointer<BiquadLanes>,
    _ memory: UnsafeMutablePointer<BiquadMemory>
  ) {
    var m0 = BiquadMemory()
    var m1 = BiquadMemory()
    var m2 = BiquadMemory()
    for step in 0..<count &+ lag {
      if step <= lag {
        m0.replace(with: memory[0], where: lanes(step, 0))
        if vectors > 1 { m1.replace(with: memory[1], where: lanes(step, 1)) }
        if vectors > 2 { m2.replace(with: memory[2], where: lanes(step, 2)) }
      }
      if ends.isFirst && step & 3 == 0 && step < count { ends.takeFour(width, step) }
      // What a section gave two frames ago is the next one's input.
      let x0 = shift(read(ends.rows + (4 &* step &+ ends.input)), m0.y2)
      let x1 = shift(m0.y2, m1.y2)
      let x2 = shift(m1.y2, m2.y2)
      var y = m0.advance(x0, coefficients[0])
      if vectors > 1 { y = m1.advance(x1, coefficients[1]) }
      if vectors > 2 { y = m2.advance(x2, coefficients[2]) }
      let ended = step &- count &+ 1
      if ended >= 0 {
        memory[0].replace(with: m0, where: lanes(ended, 0))
        if vectors > 1 { memory[1].replace(with: m1, where: lanes(ended, 1)) }
        if vectors > 2 { memory[2].replace(with: m2, where: lanes(ended, 2)) }
      }
      let frame = step &- lag
      if frame >= 0 {
        UnsafeMutableRawPointer(ends.rows + 4 &* frame).storeBytes(of: y, as: SIMD4<Double>.self)
        if ends.isLast && frame & 3 == 3 { ends.giveFour(width, frame &- 3) }
      }
    }
    if ends.isLast {
      for frame in count & ~3..<count { ends.give(width, frame) }
    }
  }

  /// The lanes of a vector whose section is the one that begins, or ends, `step` frames after the first.
  @inline(__always)
  private static func lanes(_ step: Int, _ vector: Int) -> SIMDMask<SIMD4<Int64>> {
    let first = Int64(8 / width * vector)
    let section =
      switch width {
      case 1: SIMD4<Int64>(first, first + 2, first + 4, first + 6)
      case 2: SIMD4<Int64>(first, first, first + 2, first + 2)
      default: SIMD4<Int64>(repeating: first)
      }
    return section .== SIMD4(repeating: Int64(step))
  }

  /// The lanes moved on by one section: `before` enters with its last.
  @inline(__always)
  private static func shift(_ before: SIMD4<Double>, _ own: SIMD4<Double>) -> SIMD4<Double> {
    switch width {
    case 1: SIMD4<Double>(before[3], own[0], own[1], own[2])
    case 2: SIMD4<Double>(lowHalf: before.highHalf, highHalf: own.lowHalf)
    default: before
    }
  }

  /// A row's samples, where the last section of a vector would hand them on.
  @inline(__always)
  private static func read(_ row: UnsafePointer<Double>) -> SIMD4<Double> {
    let row = UnsafeRawPointer(row)
    switch width {
    case 1: return SIMD4(0, 0, 0, row.loadUnaligned(as: Double.self))
    case 2: return SIMD4(lowHalf: .zero, highHalf: row.loadUnaligned(as: SIMD2<Double>.self))
    default: return row.loadUnaligned(as: SIMD4<Double>.self)
    }
  }
}

extension BiquadWaveEnds {
  /// Four frames of samples into their rows. What lies behind a channel's last frame may be read; nobody uses it.
  @inline(__always)
  func takeFour(_ width: Int, _ frame: Int) {
    let row = UnsafeMutableRawPointer(rows + 4 &* frame)
    func samples(_ channel: UnsafeMutablePointer<Float>) -> SIMD4<Double> {
      SIMD4(UnsafeRawPointer(channel + frame).loadUnaligned(as: SIMD4<Float>.self))
    }
    let a = samples(channels.0)
    guard width > 1 else {
      for i in 0..<4 { row.storeBytes(of: a[i], toByteOffset: 32 * i, as: Double.self) }
      return
    }
    let b = samples(channels.1)
    guard width > 2 else {
      for i in 0..<4 { row.storeBytes(of: SIMD2(a[i], b[i]), toByteOffset: 32 * i, as: SIMD2<Double>.self) }
      return
    }
    let c = samples(channels.2)
    let d = samples(channels.3)
    for i in 0..<4 { row.storeBytes(of: SIMD4(a[i], b[i], c[i], d[i]), toByteOffset: 32 * i, as: SIMD4<Double>.self) }
  }

  /// Four rows to the channels.
  @inline(__always)
  func giveFour(_ width: Int, _ frame: Int) {
    let row = rows + (4 &* frame &+ output)
    func put(_ place: Int, _ channel: UnsafeMutablePointer<Float>) {
      let samples = SIMD4(row[place], row[place + 4], row[place + 8], row[place + 12])
      UnsafeMutableRawPointer(channel + frame).storeBytes(of: SIMD4<Float>(samples), as: SIMD4<Float>.self)
    }
    put(0, channels.0)
    if width > 1 { put(1, channels.1) }
    if width > 2 {
      put(2, channels.2)
      put(3, channels.3)
    }
  }

  /// One row to the channels.
  func give(_ width: Int, _ frame: Int) {
    let row = rows + (4 * frame + output)
    channels.0[frame] = Float(row[0])
    if width > 1 { channels.1[frame] = Float(row[1]) }
    if width > 2 {
      channels.2[frame] = Float(row[2])
      channels.3[frame] = Float(row[3])
    }
  }
}
