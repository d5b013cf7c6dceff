import Glibc

/// A second-order filter on paper: its analogue transfer function, at the frequencies to which the bilinear transform
/// moves it. With t = tan(pi f / fs) the digital filter is the analogue one at s = j t / t0 (reference/dsp.md B1).
/// None of it comes from the coefficients under test.
public struct Prototype: Sendable {
  /// Coefficients of s², s and 1.
  private let numerator, denominator: (Double, Double, Double)
  /// Hz.
  private let center: Double

  private init(
    _ center: Double, _ numerator: (Double, Double, Double), over denominator: (Double, Double, Double)
  ) {
    self.center = center
    self.numerator = numerator
    self.denominator = denominator
  }

  public func gain(at frequency: Double, sampleRate: Double) -> Double {
    let w = tan(.pi * frequency / sampleRate) / tan(.pi * center / sampleRate)
    func level(_ p: (Double, Double, Double)) -> Double { decibels(hypot(p.2 - p.0 * w * w, p.1 * w)) }
    return level(numerator) - level(denominator)
  }

  public static func lowPass(_ center: Double, q: Double) -> Self { Self(center, (0, 0, 1), over: (1, 1 / q, 1)) }
  public static func highPass(_ center: Double, q: Double) -> Self { Self(center, (1, 0, 0), over: (1, 1 / q, 1)) }
  public static func bandPass(_ center: Double, q: Double) -> Self { Self(center, (0, 1 / q, 0), over: (1, 1 / q, 1)) }
  public static func bandStop(_ center: Double, q: Double) -> Self { Self(center, (1, 0, 1), over: (1, 1 / q, 1)) }

  /// A bell of `gain` dB; `q` is that of the band between its half-gain points.
  public static func bell(_ center: Double, q: Double, gain: Double) -> Self {
    let a = pow(10, gain / 40)
    return Self(center, (1, a / q, 1), over: (1, 1 / (a * q), 1))
  }

  /// `gain` dB below the centre; Q = √½ is a slope of 1.
  public static func lowShelf(_ center: Double, q: Double = 0.5.squareRoot(), gain: Double) -> Self {
    let a = pow(10, gain / 40)
    let slope = a.squareRoot() / q
    return Self(center, (a, a * slope, a * a), over: (a, slope, 1))
  }

  /// `gain` dB above the centre; Q = √½ is a slope of 1.
  public static func highShelf(_ center: Double, q: Double = 0.5.squareRoot(), gain: Double) -> Self {
    let a = pow(10, gain / 40)
    let slope = a.squareRoot() / q
    return Self(center, (a * a, a * slope, a), over: (1, slope, a))
  }

  /// The Q of a band-pass, band-stop or bell whose edges are `octaves` apart, from |t/t0 - t0/t| = 1/Q at both.
  public static func q(octaves: Double, center: Double, sampleRate: Double) -> Double {
    let t0 = tan(.pi * center / sampleRate)
    func t(_ f: Double) -> Double { tan(.pi * f / sampleRate) }
    let ratio = exp2(octaves)
    // Bisected in the logarithm of the lower edge; the upper one stays below half the sample rate.
    var (low, high) = (log(1e-9), log(min(center, sampleRate / 2 / ratio)))
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if t(exp(middle)) * t(exp(middle) * ratio) < t0 * t0 { low = middle } else { high = middle }
    }
    return 1 / (t0 / t(exp(low)) - t(exp(low)) / t0)
  }
}

/// `count` frequencies in Hz, evenly spaced in their logarithm.
public func logarithmicFrequencies(_ count: Int, from low: Double, to high: Double) -> [Double] {
  (0..<count).map { low * pow(high / low, Double($0) / Double(count - 1)) }
}
