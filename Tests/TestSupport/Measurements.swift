import Glibc

/// 20 log10 of an amplitude; -400 for 0.
public func decibels(_ amplitude: Double) -> Double {
  amplitude > 1e-20 ? 20 * log10(amplitude) : -400
}

public func decibels(_ amplitude: Float) -> Double {
  decibels(Double(abs(amplitude)))
}

/// The complex frequency response that an impulse response has at a frequency in Hz, summed in Double.
public func response(
  _ impulseResponse: [Float], at frequency: Double, sampleRate: Double
) -> (real: Double, imaginary: Double) {
  let w = 2 * Double.pi * frequency / sampleRate
  // Horner's rule from the end: one complex product a sample.
  let (c, s) = (cos(w), -sin(w))
  var (re, im) = (0.0, 0.0)
  for x in impulseResponse.reversed() {
    (re, im) = (re * c - im * s + Double(x), re * s + im * c)
  }
  return (re, im)
}

/// The gain in dB that an impulse response has at a frequency in Hz.
public func gain(_ impulseResponse: [Float], at frequency: Double, sampleRate: Double) -> Double {
  let h = response(impulseResponse, at: frequency, sampleRate: sampleRate)
  return decibels(hypot(h.real, h.imaginary))
}

/// Root mean square.
public func rms(_ signal: some Collection<Float>) -> Double {
  (signal.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(signal.count, 1))).squareRoot()
}

/// The level in dB of the difference of two signals under the level of the first.
public func differenceLevel(_ a: [Float], _ b: [Float]) -> Double {
  decibels(rms(zip(a, b).map { $0 - $1 })) - decibels(rms(a))
}

/// The least-squares sine of a frequency in Hz: its amplitude, phase in radians, and the residual's level under it
/// in dB (THD+N).
public func sineFit(
  _ signal: [Float], frequency: Double, sampleRate: Double
) -> (amplitude: Double, phase: Double, residual: Double) {
  let w = 2 * Double.pi * frequency / sampleRate
  var (cc, ss, cs, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
  for (i, x) in signal.enumerated() {
    let (c, s) = (cos(w * Double(i)), sin(w * Double(i)))
    cc += c * c
    ss += s * s
    cs += c * s
    xc += Double(x) * c
    xs += Double(x) * s
  }
  let determinant = cc * ss - cs * cs
  let a = (xc * ss - xs * cs) / determinant
  let b = (xs * cc - xc * cs) / determinant
  var error = 0.0
  for (i, x) in signal.enumerated() {
    let e = Double(x) - a * cos(w * Double(i)) - b * sin(w * Double(i))
    error += e * e
  }
  let amplitude = hypot(a, b)
  let residual = (error / Double(signal.count)).squareRoot()
  return (amplitude, atan2(a, b), decibels(residual) - decibels(amplitude / 2.0.squareRoot()))
}
