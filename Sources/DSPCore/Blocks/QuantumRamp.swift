/// A value that stands still or moves in a straight line over one quantum, so that nothing clicks.
struct QuantumRamp {
  /// What the value moves to over the next quantum.
  var target: Float
  private(set) var start: Float
  private(set) var end: Float

  init(_ value: Float) {
    target = value
    start = value
    end = value
  }

  /// Stands at the target at once.
  mutating func snap() {
    start = target
    end = target
  }

  /// Begins the next quantum.
  mutating func advance() {
    start = end
    end = target
  }

  /// True while neither this quantum nor the next moves.
  var isStill: Bool { start == end && end == target }

  var isZero: Bool { start == 0 && end == 0 && target == 0 }

  var isMoving: Bool { start != end }

  /// The value at a frame of the quantum in hand.
  @inline(__always)
  subscript(frame: Int) -> Float {
    start + (end - start) / Float(quantum) * Float(frame + 1)
  }

  /// The values at eight frames of the quantum in hand.
  @inline(__always)
  func lanes(at frame: Int) -> Lanes {
    let steps = Lanes(1, 2, 3, 4, 5, 6, 7, 8) + Lanes(repeating: Float(frame))
    return Lanes(repeating: start) + Lanes(repeating: (end - start) / Float(quantum)) * steps
  }
}
