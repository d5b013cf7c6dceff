import Glibc

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

  /// Frames until the section's ringing has fallen by 120 dB, from its largest pole (reference/dsp.md 1.5).
  var tail: Int {
    let discriminant = a1 * a1 / 4 - a2
    let radius = discriminant < 0 ? a2.squareRoot() : abs(a1) / 2 + discriminant.squareRoot()
    guard radius > 0 else { return b1 == 0 && b2 == 0 ? 0 : 2 }
    guard radius < 1 else { return .max }
    return 2 + Int((13.8155 / -log(radius)).rounded(.up))
  }
}
