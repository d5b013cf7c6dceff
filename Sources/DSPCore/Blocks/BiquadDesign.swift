import Glibc
import ParamSpec

/// Designs of second-order sections. Frequencies in Hz, gains in dB; any finite value gives a stable section.
extension BiquadCoefficients {
  /// A frequency held to the highest that the sample rate allows (decision 8).
  private static func held(_ frequency: Double, _ sampleRate: Double) -> Double {
    frequency.clamped(to: 0.1...highestFrequency * sampleRate)
  }

  /// Angular frequency per frame.
  private static func angle(_ frequency: Double, _ sampleRate: Double) -> Double {
    .pi * (2 * held(frequency, sampleRate) / sampleRate)
  }

  /// The amplitude whose square is the one of a gain; states may hold any (units.md).
  private static func amplitude(_ gain: Double) -> Double {
    pow(10, gain.clamped(to: -200...200) / 40)
  }

  /// sin w / 2Q.
  private static func alpha(_ w: Double, _ q: Double) -> Double {
    sin(w) / (2 * q.clamped(to: 1e-6...1e4))
  }

  /// Resonant low-pass: the gain at the cutoff is `resonance`, Q = 10^(resonance/20).
  /// The formulas and their order are Apple's (reference/apple-vectors.md 3.1).
  static func lowPass(cutoff: Double, resonance: Double, sampleRate: Double) -> Self {
    let w = angle(cutoff, sampleRate)
    let k = 0.5 * pow(10, -0.05 * resonance.clamped(to: -80...80)) * sin(w)
    let c = cos(w)
    let r = 1 / (1 + k)
    let b = (1 - c) * 0.5 * r
    return Self(b0: b, b1: (1 - c) * r, b2: b, a1: -2 * c * r, a2: (1 - k) * r)
  }

  /// Resonant high-pass: the gain at the cutoff is `resonance`, Q = 10^(resonance/20).
  /// The formulas and their order are Apple's (reference/apple-vectors.md 3.1).
  static func highPass(cutoff: Double, resonance: Double, sampleRate: Double) -> Self {
    let w = angle(cutoff, sampleRate)
    let k = 0.5 * pow(10, -0.05 * resonance.clamped(to: -80...80)) * sin(w)
    let c = cos(w)
    let r = 1 / (1 + k)
    let b = (1 + c) * 0.5 * r
    return Self(b0: b, b1: -(1 + c) * r, b2: b, a1: -2 * c * r, a2: (1 - k) * r)
  }

  /// Maximally flat: 3.0103 dB down at the cutoff.
  static func butterworthLowPass(cutoff: Double, sampleRate: Double) -> Self {
    lowPass(cutoff: cutoff, resonance: 10 * log10(0.5), sampleRate: sampleRate)
  }

  /// Maximally flat: 3.0103 dB down at the cutoff.
  static func butterworthHighPass(cutoff: Double, sampleRate: Double) -> Self {
    highPass(cutoff: cutoff, resonance: 10 * log10(0.5), sampleRate: sampleRate)
  }

  /// 0 dB at the centre, zeros at 0 Hz and half the sample rate. R. Bristow-Johnson's cookbook, constant peak gain.
  static func bandPass(center: Double, q: Double, sampleRate: Double) -> Self {
    let w = angle(center, sampleRate)
    let alpha = alpha(w, q)
    let a0 = 1 + alpha
    return Self(b0: alpha / a0, b1: 0, b2: -alpha / a0, a1: -2 * cos(w) / a0, a2: (1 - alpha) / a0)
  }

  /// A zero at the centre. R. Bristow-Johnson's cookbook.
  static func bandStop(center: Double, q: Double, sampleRate: Double) -> Self {
    let w = angle(center, sampleRate)
    let alpha = alpha(w, q)
    let a0 = 1 + alpha
    let b1 = -2 * cos(w) / a0
    return Self(b0: 1 / a0, b1: b1, b2: 1 / a0, a1: b1, a2: (1 - alpha) / a0)
  }

  /// A bell of `gain` dB; `q` is that of the band between the half-gain points. R. Bristow-Johnson's cookbook.
  static func peak(center: Double, q: Double, gain: Double, sampleRate: Double) -> Self {
    guard gain != 0 else { return .identity }
    let w = angle(center, sampleRate)
    let a = amplitude(gain)
    let alpha = alpha(w, q)
    let a0 = 1 + alpha / a
    let b1 = -2 * cos(w) / a0
    return Self(b0: (1 + alpha * a) / a0, b1: b1, b2: (1 - alpha * a) / a0, a1: b1, a2: (1 - alpha / a) / a0)
  }

  /// A bell whose edges, at half the gain, lie exactly `octaves` apart.
  static func peak(center: Double, octaves: Double, gain: Double, sampleRate: Double) -> Self {
    let q = q(octaves: octaves, center: center, sampleRate: sampleRate)
    return peak(center: center, q: q, gain: gain, sampleRate: sampleRate)
  }

  /// `gain` dB below the cutoff, half of that at it. The slope is S = 1, which is Apple's, unless `q` is given;
  /// formulas and order of reference/apple-vectors.md 3.2.
  static func lowShelf(cutoff: Double, gain: Double, q: Double? = nil, sampleRate: Double) -> Self {
    shelf(cutoff, gain, q, sampleRate, side: 1)
  }

  /// `gain` dB above the cutoff, half of that at it. As `lowShelf`.
  static func highShelf(cutoff: Double, gain: Double, q: Double? = nil, sampleRate: Double) -> Self {
    shelf(cutoff, gain, q, sampleRate, side: -1)
  }

  /// `side` is 1 for the low shelf; -1 turns the frequency axis round.
  private static func shelf(
    _ cutoff: Double, _ gain: Double, _ q: Double?, _ sampleRate: Double, side: Double
  ) -> Self {
    // Apple's own leaves a residue of 1e-19 on exact zeros here; the input untouched is the better answer (3.3).
    guard gain != 0 else { return .identity }
    let w = angle(cutoff, sampleRate)
    let a = amplitude(gain)
    let c = side * cos(w)
    let t = q.map { 2 * a.squareRoot() * alpha(w, $0) } ?? sin(w) * (2 * a).squareRoot()
    let a0 = (a + 1) + (a - 1) * c + t
    return Self(
      b0: a * ((a + 1) - (a - 1) * c + t) / a0,
      b1: side * 2 * a * ((a - 1) - (a + 1) * c) / a0,
      b2: a * ((a + 1) - (a - 1) * c - t) / a0,
      a1: side * -2 * ((a - 1) + (a + 1) * c) / a0,
      a2: ((a + 1) + (a - 1) * c - t) / a0)
  }

  /// The Q at which a digital band-pass, band-stop or bell has its edges exactly `octaves` apart.
  ///
  /// With t = tan(pi f / fs) the edges satisfy |t/t0 - t0/t| = 1/Q; the lower one is found by bisection
  /// (reference/dsp.md B1). The analogue Q and the cookbook's sinh form miss near half the sample rate.
  static func q(octaves: Double, center: Double, sampleRate: Double) -> Double {
    let ratio = exp2(octaves.clamped(to: 1e-3...20))
    let center = held(center, sampleRate)
    let t0 = tan(.pi * center / sampleRate)
    func edge(_ frequency: Double) -> Double { tan(.pi * frequency / sampleRate) }
    var low = 0.0
    var high = min(center, sampleRate / 2 / ratio)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if edge(middle) * edge(middle * ratio) < t0 * t0 { low = middle } else { high = middle }
    }
    return t0 / (edge(low * ratio) - edge(low))
  }

  /// The Q of an analogue resonance of a bandwidth in octaves.
  static func analogueQ(octaves: Double) -> Double {
    let ratio = exp2(octaves.clamped(to: 1e-3...20))
    return ratio.squareRoot() / (ratio - 1)
  }
}
