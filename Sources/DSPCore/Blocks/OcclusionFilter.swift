import Glibc

/// A low-pass of one pole that takes an asked number of decibels off 5 kHz and nothing off DC.
///
///     y = (1 - p) x + p y₋₁,  p = 1 / (B + √(B² - 1)),  B = (1 - G² cos ω) / (1 - G²)
///
/// G is the asked gain and ω the angle of 5 kHz (reference/dsp.md U23). At 0 dB the signal passes bit for bit.
struct OcclusionFilter {
  private let sampleRate: Double

  private var target = 0.0

  private var start = 0.0
  private var end = 0.0
  private var state: [Double]
  private var position = 0

  init(channelCount: Int, sampleRate: Double) {
    self.sampleRate = sampleRate
    state = Array(repeating: 0, count: channelCount)
  }

  /// Sets the gain at 5 kHz in dB, 0 at most: at once before the first frame, later over the next whole quantum.
  mutating func set(decibels: Double) {
    target = pole(decibels.clamped(to: -200...0))
    if position == 0 { (start, end) = (target, target) }
  }

  private func pole(_ decibels: Double) -> Double {
    guard decibels < -1e-3 else { return 0 }
    let square = pow(10, decibels / 10)
    let angle = min(2 * .pi * 5000 / sampleRate, 0.99 * .pi)
    let b = (1 - square * cos(angle)) / (1 - square)
    return 1 / (b + (b * b - 1).squareRoot())
  }

  mutating func reset() {
    position = 0
    (start, end) = (target, target)
    for channel in state.indices { state[channel] = 0 }
  }

  /// Whether the signal passes as it is.
  var isIdle: Bool { start == 0 && end == 0 && target == 0 }

  mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { advance() }
      let count = min(block.frameCount - first, quantum - offset)
      for channel in state.indices {
        let x = block[channel] + first
        var y = state[channel]
        for i in 0..<count {
          let p = start + (end - start) * Double(offset + i + 1) / Double(quantum)
          y = (1 - p) * Double(x[i]) + p * y
          x[i] = Float(y)
        }
        state[channel] = y
      }
      position += count
      first += count
    }
  }

  /// Begins the next quantum, and ends what nobody hears any more.
  private mutating func advance() {
    (start, end) = (end, target)
    for channel in state.indices where abs(state[channel]) < 1e-30 { state[channel] = 0 }
  }
}
