/// A gain on all channels, which moves over one quantum where it changes. At 1 the block passes bit for bit.
struct Fader {
  private var gain = QuantumRamp(1)
  private var position = 0

  /// Sets the gain: at once before the first frame, later over the next whole quantum.
  mutating func set(_ value: Double) {
    gain.target = Float(value)
    if position == 0 { gain.snap() }
  }

  mutating func reset() {
    position = 0
    gain.snap()
  }

  mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { gain.advance() }
      let count = min(block.frameCount - first, quantum - offset)
      for channel in 0..<block.channelCount { apply(block[channel] + first, offset: offset, count: count) }
      position += count
      first += count
    }
  }

  @inline(__always)
  private func apply(_ x: UnsafeMutablePointer<Float>, offset: Int, count: Int) {
    if gain.start == gain.end {
      let gain = gain.end
      guard gain != 1 else { return }
      for i in 0..<count { x[i] *= gain }
    } else {
      for i in 0..<count { x[i] *= gain[offset + i] }
    }
  }
}
