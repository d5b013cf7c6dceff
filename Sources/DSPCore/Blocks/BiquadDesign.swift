import Glibc
import ParamSpec

/// Designs of second-order sections. Frequencies in Hz, gains in dB.
extension BiquadCoefficients {
  /// Angular frequency per frame of a frequency held to the highest that the sample rate allows (decision 8).
  private static func angle(_ frequency: Double, _ sampleRate: Double) -> Double {
    .pi * (2 * min(max(frequency, 1e-3), highestFrequency * sampleRate) / sampleRate)
  }

  /// Resonant low-pass: the gain at the cutoff is `resonance`, Q = 10^(resonance/20).
  /// The formulas and their order are Apple's (reference/apple-vectors.md 3.1).
  static func lowPass(cutoff: Double, resonance: Double, sampleRate: Double) -> Self {
    let w = angle(cutoff, sampleRate)
    let k = 0.5 * pow(10, -0.05 * resonance) * sin(w)
    let c = cos(w)
    let r = 1 / (1 + k)
    let b = (1 - c) * 0.5 * r
    return Self(b0: b, b1: (1 - c) * r, b2: b, a1: -2 * c * r, a2: (1 - k) * r)
  }

  /// Resonant high-pass: the gain at the cutoff is `resonance`, Q = 10^(resonance/20).
  /// The formulas and their order are Apple's (reference/apple-vectors.md 3.1).
  static func highPass(cutoff: Double, resonance: Double, sampleRate: Double) -> Self {
    let w = angle(cutoff, sampleRate)
    let k = 0.5 * pow(10, -0.05 * resonance) * sin(w)
    let c = cos(w)
    let r = 1 / (1 + k)
    let b = (1 + c) * 0.5 * r
    return Self(b0: b, b1: -(1 + c) * r, b2: b, a1: -2 * c * r, a2: (1 - k) * r)
  }
}

extension BiquadCoefficients {
  /// Frames until the section's ringing has fallen by 120 dB, from its largest pole (reference/dsp.md 1.5).
  var tail: Int {
    let discriminant = a1 * a1 / 4 - a2
    let radius = discriminant < 0 ? a2.squareRoot() : abs(a1) / 2 + discriminant.squareRoot()
    guard radius > 0 else { return 2 }
    guard radius < 1 else { return .max }
    return 2 + Int((13.8155 / -log(radius)).rounded(.up))
  }
}
