import Glibc

/// A rigid sphere with an ear at either end of its axis: what it does to sound from any place.
///
/// R. O. Duda and W. L. Martens, "Range dependence of the response of a spherical head model", JASA 104(5), 1998.
package enum SphericalHead {
  /// Metres.
  static let radius = 0.0875
  /// Metres a second.
  static let speedOfSound = 343.0

  /// The pressure at an ear over that in the free field at the head's centre, as a magnitude.
  ///
  /// `cosine` is that of the angle between the source and the ear, `distance` is from the head's centre in metres; a
  /// source within the head is taken to its surface.
  package static func magnitude(frequency: Double, cosine x: Double, distance: Double) -> Double {
    guard frequency > 0 else { return 1 }
    let rho = (distance / radius).clamped(to: 1.05...1000)
    let mu = 2 * .pi * frequency * radius / speedOfSound
    let zr = Complex(0, -1 / (mu * rho))
    let za = Complex(0, -1 / mu)
    let one = Complex(1, 0)

    // The series' terms by recursion on ratios of spherical Hankel functions, and on Legendre polynomials.
    var (qr2, qr1) = (zr, zr * (one - zr))
    var (qa2, qa1) = (za, za * (one - za))
    var (p2, p1) = (1.0, x)
    var sum = zr / (za * (za - one))
    var term = zr * (zr - one) * (3 * x) / (za * (za * za * 2 - za * 2 + one))
    sum = sum + term
    var ratios = (before: 1.0, now: term.magnitude / sum.magnitude)
    var m = 2.0
    while max(ratios.before, ratios.now) > 1e-10 && m < 2000 {
      let qr = qr2 - zr * qr1 * (2 * m - 1)
      let qa = qa2 - za * qa1 * (2 * m - 1)
      let p = ((2 * m - 1) * x * p1 - (m - 1) * p2) / m
      term = qr * ((2 * m + 1) * p) / (za * qa * (m + 1) - qa1)
      // Far up the series the ratios leave the range of Double; nothing is to be added any more by then.
      guard term.magnitude.isFinite else { break }
      sum = sum + term
      ratios = (ratios.now, term.magnitude / sum.magnitude)
      (qr2, qr1, qa2, qa1, p2, p1) = (qr1, qr, qa1, qa, p1, p)
      m += 1
    }
    return rho * sum.magnitude / mu
  }

  /// Seconds by which the far ear hears later than the near one. `lateral` is the sine of the angle from the median
  /// plane. Woodworth's formula, for high frequencies; at low ones the head's magnitude adds its own delay.
  static func interauralDelay(lateral: Double) -> Double {
    let lateral = min(abs(lateral), 1)
    return radius / speedOfSound * (lateral + asin(lateral))
  }

  /// What an outer ear adds: five reflections whose delays depend on the direction.
  ///
  /// C. P. Brown and R. O. Duda, "A structural model for binaural sound synthesis", IEEE Trans. Speech and Audio
  /// Processing 6(5), 1998, table I. Angles in radians: from the median plane, and around the axis of the ears from the
  /// front over the top.
  static func outerEar(frequency: Double, lateral: Double, polar: Double) -> Double {
    let (amplitudes, offsets) = ([0.5, -1, 0.5, -0.25, 0.25], [2.0, 4, 7, 11, 13])
    var (re, im) = (1.0, 0.0)
    for k in 0..<5 {
      let (swing, rate) = k == 0 ? (1.0, 1.0) : (5.0, 0.5)
      // In frames at 44.1 kHz.
      let delay = offsets[k] + swing * cos(lateral / 2) * sin(rate * (.pi / 2 - polar))
      let angle = 2 * .pi * frequency * delay / 44_100
      re += amplitudes[k] * cos(angle)
      im -= amplitudes[k] * sin(angle)
    }
    return hypot(re, im)
  }

  private struct Complex {
    let re, im: Double

    init(_ re: Double, _ im: Double) {
      self.re = re
      self.im = im
    }

    var magnitude: Double { hypot(re, im) }

    static func + (a: Self, b: Self) -> Self { Self(a.re + b.re, a.im + b.im) }
    static func - (a: Self, b: Self) -> Self { Self(a.re - b.re, a.im - b.im) }
    static func * (a: Self, b: Double) -> Self { Self(a.re * b, a.im * b) }
    static func * (a: Self, b: Self) -> Self { Self(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re) }

    static func / (a: Self, b: Self) -> Self {
      let square = b.re * b.re + b.im * b.im
      return Self((a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square)
    }
  }
}
