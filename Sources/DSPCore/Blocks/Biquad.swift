/// Coefficients of a second-order section, normalised to a0 = 1.
public struct BiquadCoefficients: Sendable, Equatable {
  public var b0, b1, b2, a1, a2: Double

  /// Passes its input bit for bit.
  public static let identity = BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)

  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  /// The way from one set to another. Stable in between: the stable pairs (a1, a2) form a triangle.
  @inline(__always)
  func moved(to end: BiquadCoefficients, by share: Double) -> BiquadCoefficients {
    BiquadCoefficients(
      b0: b0 + (end.b0 - b0) * share, b1: b1 + (end.b1 - b1) * share, b2: b2 + (end.b2 - b2) * share,
      a1: a1 + (end.a1 - a1) * share, a2: a2 + (end.a2 - a2) * share)
  }
}

/// One second-order section on every channel: direct form 1 in Double, unfused, rounded to Float32 at the output.
///
/// This is the arithmetic of Apple's filters, operation for operation (reference/apple-vectors.md 3.1). Lanes hold
/// channels, and the order of operations within a lane never changes.
struct Biquad: ~Copyable {
  private let channelCount: Int

  private var target = BiquadCoefficients.identity

  private var current = BiquadCoefficients.identity
  /// Where the quantum in hand moves to; nil while the coefficients stand still.
  private var rampEnd: BiquadCoefficients?
  private var position = 0
  /// x1, x2, y1, y2 of every channel, one run of channels after the other.
  private let state: UnsafeMutablePointer<Double>

  init(channelCount: Int) {
    self.channelCount = channelCount
    state = .allocate(capacity: 4 * channelCount)
    state.initialize(repeating: 0, count: 4 * channelCount)
  }

  deinit { state.deallocate() }

  /// Takes new coefficients: at once before the first frame, later over the next whole quantum.
  mutating func set(_ coefficients: BiquadCoefficients) {
    target = coefficients
    if position == 0 { current = coefficients }
  }

  mutating func reset() {
    state.update(repeating: 0, count: 4 * channelCount)
    current = target
    rampEnd = nil
    position = 0
  }

  mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      if position % quantum == 0 && current != target { rampEnd = target }
      let grid = current == target ? Self.flushInterval : quantum
      let count = min(block.frameCount - first, grid - position % grid)
      for channel in Swift.stride(from: 0, to: channelCount, by: 4) {
        if channelCount - channel <= 2 {
          run(SIMD2<Double>.self, &block, channel, first, count)
        } else {
          run(SIMD4<Double>.self, &block, channel, first, count)
        }
      }
      position += count
      first += count
      if position % quantum == 0, let end = rampEnd {
        current = end
        rampEnd = nil
      }
      if position % Self.flushInterval == 0 { flush() }
    }
  }

  /// Frames between looks at the state for values that are nothing but a way to denormals.
  private static let flushInterval = 1024

  /// Below 1e-30, which is -600 dB, nothing is left (reference/dsp.md 1.6).
  private func flush() {
    for i in 0..<4 * channelCount where abs(state[i]) < 1e-30 { state[i] = 0 }
  }

  /// Runs the section over one group of channels, a channel a lane; spare lanes repeat the last channel.
  @inline(__always)
  private func run<V: SIMD>(
    _: V.Type, _ block: inout AudioBuffer, _ channel: Int, _ first: Int, _ count: Int
  ) where V.Scalar == Double {
    let lanes = V.scalarCount
    let last = channelCount - 1
    var x1 = V.zero
    var x2 = V.zero
    var y1 = V.zero
    var y2 = V.zero
    for lane in 0..<lanes {
      let c = min(channel + lane, last)
      x1[lane] = state[c]
      x2[lane] = state[channelCount + c]
      y1[lane] = state[2 * channelCount + c]
      y2[lane] = state[3 * channelCount + c]
    }
    var b0 = V(repeating: current.b0)
    var b1 = V(repeating: current.b1)
    var b2 = V(repeating: current.b2)
    var a1 = V(repeating: current.a1)
    var a2 = V(repeating: current.a2)
    let p0 = block[channel] + first
    let p1 = block[min(channel + 1, last)] + first
    let p2 = block[min(channel + 2, last)] + first
    let p3 = block[min(channel + 3, last)] + first

    for i in 0..<count {
      if let end = rampEnd {
        let share = Double((position + i) % quantum + 1) / Double(quantum)
        let c = current.moved(to: end, by: share)
        b0 = V(repeating: c.b0)
        b1 = V(repeating: c.b1)
        b2 = V(repeating: c.b2)
        a1 = V(repeating: c.a1)
        a2 = V(repeating: c.a2)
      }
      var x = V.zero
      x[0] = Double(p0[i])
      x[1] = Double(p1[i])
      if lanes == 4 {
        x[2] = Double(p2[i])
        x[3] = Double(p3[i])
      }
      // Left to right, each product rounded: the order that reproduces Apple's bits.
      var y = b0 * x
      y += b1 * x1
      y += b2 * x2
      y -= a1 * y1
      y -= a2 * y2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      p0[i] = Float(y[0])
      p1[i] = Float(y[1])
      if lanes == 4 {
        p2[i] = Float(y[2])
        p3[i] = Float(y[3])
      }
    }

    for lane in 0..<lanes {
      let c = min(channel + lane, last)
      state[c] = x1[lane]
      state[channelCount + c] = x2[lane]
      state[2 * channelCount + c] = y1[lane]
      state[3 * channelCount + c] = y2[lane]
    }
  }
}
