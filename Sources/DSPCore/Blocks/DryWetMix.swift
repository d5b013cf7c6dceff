/// An equal-power mix of a unit's input and its output, √(1-x) and √x (decision 10). At 0 the input passes bit for bit.
struct DryWetMix {
  private var dry = QuantumRamp(1)
  private var wet = QuantumRamp(0)

  private var position = 0

  /// Takes a mix of 0…100 %: at once before the first frame, later over the next whole quantum.
  mutating func set(percent: Float) {
    (dry.target, wet.target) = equalPower(percent: percent)
    guard position == 0 else { return }
    dry.snap()
    wet.snap()
  }

  mutating func reset() {
    position = 0
    dry.snap()
    wet.snap()
  }

  /// Mixes the wet block into the dry one in the channels given; the others are left as they are.
  mutating func process(_ block: inout AudioBuffer, wet other: inout AudioBuffer, channels: [Int]) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 {
        dry.advance()
        wet.advance()
      }
      let count = min(block.frameCount - first, quantum - offset)
      if !wet.isZero {
        for channel in channels { mix(block[channel] + first, other[channel] + first, offset, count) }
      }
      position += count
      first += count
    }
  }

  @inline(__always)
  private func mix(_ x: UnsafeMutablePointer<Float>, _ y: UnsafePointer<Float>, _ offset: Int, _ count: Int) {
    if dry.isMoving || wet.isMoving {
      for i in 0..<count { x[i] = dry[offset + i] * x[i] + wet[offset + i] * y[i] }
    } else if dry.end == 0 && wet.end == 1 {
      x.update(from: y, count: count)
    } else {
      let (dry, wet) = (dry.end, wet.end)
      for i in 0..<count { x[i] = dry * x[i] + wet * y[i] }
    }
  }
}
