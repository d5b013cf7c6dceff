import Glibc

extension BiquadCoefficients {
  /// The complex response at a frequency in Hz.
  public func response(at frequency: Double, sampleRate: Double) -> (real: Double, imaginary: Double) {
    let w = 2 * .pi * frequency / sampleRate
    let (c1, s1, c2, s2) = (cos(w), sin(w), cos(2 * w), sin(2 * w))
    let (nr, ni) = (b0 + b1 * c1 + b2 * c2, -b1 * s1 - b2 * s2)
    let (dr, di) = (1 + a1 * c1 + a2 * c2, -a1 * s1 - a2 * s2)
    let d = dr * dr + di * di
    return ((nr * dr + ni * di) / d, (ni * dr - nr * di) / d)
  }

  /// The gain in dB at a frequency in Hz.
  public func gain(at frequency: Double, sampleRate: Double) -> Double {
    let h = response(at: frequency, sampleRate: sampleRate)
    return 20 * log10(hypot(h.real, h.imaginary))
  }
}
