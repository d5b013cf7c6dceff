/// Adds channels to other channels, each with a gain of its own.
///
/// A gain of 0 adds nothing at all, not even NaN, and a gain of 1 adds the samples as they are. Gains that change move
/// over one quantum. Sums are Float32 in the order of the input channels (decision 30).
struct GainMatrix {
  private let inputCount: Int
  let outputCount: Int

  /// Output by output, a gain for each input.
  private var gains: [QuantumRamp]
  private var isMoving = false
  private var position = 0

  /// No input is heard anywhere.
  init(inputCount: Int, outputCount: Int) {
    self.inputCount = inputCount
    self.outputCount = outputCount
    gains = Array(repeating: QuantumRamp(0), count: inputCount * outputCount)
  }

  /// Sets the gain from an input channel to an output channel: at once before the first frame, later over the next
  /// whole quantum.
  mutating func set(_ gain: Double, from input: Int, to output: Int) {
    let i = output * inputCount + input
    gains[i].target = Float(gain)
    if position == 0 { gains[i].snap() } else { isMoving = true }
  }

  mutating func reset() {
    position = 0
    isMoving = false
    for i in gains.indices { gains[i].snap() }
  }

  /// Adds a block of the inputs to a block of the outputs, frame by frame.
  mutating func add(_ input: borrowing AudioBuffer, to output: inout AudioBuffer) {
    add(to: &output) { UnsafePointer(input[$0]) }
  }

  /// Adds frames of the inputs, given by their first, to a block of the outputs.
  @inline(__always)
  mutating func add(to output: inout AudioBuffer, _ input: (Int) -> UnsafePointer<Float>) {
    var first = 0
    while first < output.frameCount {
      let offset = position % quantum
      if isMoving && offset == 0 { advance() }
      let rest = output.frameCount - first
      let count = isMoving ? min(rest, quantum - offset) : rest
      for o in 0..<outputCount {
        let y = output[o] + first
        for i in 0..<inputCount {
          accumulate(gains[o * inputCount + i], input(i) + first, into: y, offset: offset, count: count)
        }
      }
      position += count
      first += count
    }
  }

  /// Begins the next quantum; nothing moves any longer once all gains have arrived.
  private mutating func advance() {
    isMoving = false
    for i in gains.indices {
      gains[i].advance()
      if gains[i].start != gains[i].end { isMoving = true }
    }
  }

  @inline(__always)
  private func accumulate(
    _ gain: QuantumRamp, _ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, offset: Int, count: Int
  ) {
    if gain.start == gain.end {
      guard gain.end != 0 else { return }
      let gain = gain.end
      for i in 0..<count { y[i] += gain * x[i] }
    } else {
      for i in 0..<count { y[i] += gain[offset + i] * x[i] }
    }
  }
}
