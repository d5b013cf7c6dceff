/// Two sines, balanced against each other, that a signal is multiplied by; all channels share them.
struct RingModulator: ~Copyable {
  private var first = Oscillator()
  private var second = Oscillator()
  /// The second sine's share.
  private var balance = QuantumRamp(0)

  private let carrier: UnsafeMutablePointer<Float>

  init() {
    carrier = .aligned(quantum + 8)
  }

  deinit { carrier.deallocate() }

  /// Sets frequencies in cycles a frame, and the second sine's share, 0…1.
  mutating func set(_ frequency1: Double, _ frequency2: Double, balance share: Double) {
    first.step = frequency1
    second.step = frequency2
    balance.target = Float(share)
  }

  /// Takes the balance at once.
  mutating func snap() {
    balance.snap()
  }

  /// Begins the next quantum.
  mutating func advance() {
    balance.advance()
  }

  mutating func reset() {
    first.phase = 0
    second.phase = 0
    balance.snap()
  }

  /// The modulated signal of frames of the quantum in hand.
  mutating func process(_ input: inout AudioBuffer, to output: inout AudioBuffer, at offset: Int) {
    for i in 0..<input.frameCount {
      let a = first.next()
      let b = second.next()
      let share = balance[offset + i]
      carrier[i] = (1 - share) * a + share * b
    }
    for channel in 0..<input.channelCount {
      for i in 0..<input.frameCount { output[channel][i] = input[channel][i] * carrier[i] }
    }
  }
}

/// A sine that starts at 0, its phase counted in cycles.
private struct Oscillator {
  var phase = 0.0
  var step = 0.0

  @inline(__always)
  mutating func next() -> Float {
    let value = Self.sine(phase)
    phase += step
    if phase >= 1 { phase -= 1 }
    return Float(value)
  }

  /// sin(2π · cycles) for 0…1 cycles: folded to a quarter on either side of 0, then the series to the 13th power,
  /// which is within 7e-10 there. The same bits on every machine, which a library's sine does not promise.
  @inline(__always)
  private static func sine(_ cycles: Double) -> Double {
    let half = 0.5 - cycles
    let folded = abs(half) > 0.25 ? (half < 0 ? -0.5 : 0.5) - half : half
    let x = 2 * .pi * folded
    let t = x * x
    var sum = t / 156 * -1 + 1
    sum = sum * (t / 110) * -1 + 1
    sum = sum * (t / 72) * -1 + 1
    sum = sum * (t / 42) * -1 + 1
    sum = sum * (t / 20) * -1 + 1
    sum = sum * (t / 6) * -1 + 1
    return x * sum
  }
}
