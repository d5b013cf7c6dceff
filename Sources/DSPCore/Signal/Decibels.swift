import Glibc

/// The amplitude of a level in dB.
@inline(__always)
func amplitude(decibels: Double) -> Double {
  pow(10, decibels / 20)
}

/// The level in dB of an amplitude, at least `floor`.
func decibels(amplitude: Double, floor: Double = -120) -> Double {
  max(20 * log10(max(amplitude, 1e-30)), floor)
}

/// Gains of an equal-power crossfade over 0…100: √(1-x) of the dry signal, √x of the wet one.
///
/// Apple's property header defines the value unit so; exactly 1 and 0 at the ends (decision 10).
func equalPower(percent: Float) -> (dry: Float, wet: Float) {
  let x = Double(min(max(percent, 0), 100)) / 100
  return (Float((1 - x).squareRoot()), Float(x.squareRoot()))
}
