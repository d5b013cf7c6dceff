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

extension BiquadCoefficients {
  /// Peak whose edges, at half the gain in dB, lie a number of octaves apart (reference/dsp.md B1); 0 dB is identity.
  static func peak(frequency: Double, bandwidth: Double, gain: Double, sampleRate: Double) -> Self {
    guard gain != 0 else { return .identity }
    let w = angle(frequency, sampleRate)
    let alpha = sin(w) / (2 * exactQ(w, bandwidth))
    let a = pow(10, gain / 40)
    let r = 1 / (1 + alpha / a)
    let b1 = -2 * cos(w) * r
    return Self(b0: (1 + alpha * a) * r, b1: b1, b2: (1 - alpha * a) * r, a1: b1, a2: (1 - alpha / a) * r)
  }

  /// The Q whose edges lie exactly `octaves` apart about an angular frequency, by bisection for the lower edge.
  private static func exactQ(_ w: Double, _ octaves: Double) -> Double {
    let centre = tan(w / 2)
    let ratio = pow(2, octaves)
    var low = 0.0
    var high = min(w / 2, .pi / 2 / ratio)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if tan(middle) * tan(middle * ratio) < centre * centre { low = middle } else { high = middle }
    }
    return centre / (tan(low * ratio) - tan(low))
  }
}
