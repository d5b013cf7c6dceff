import Glibc

/// A small generator with a seed, so that every run sees the same noise.
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniform in -1…1.
  public mutating func sample() -> Float {
    Float(Int32(truncatingIfNeeded: next() >> 32)) / 2_147_483_648
  }
}

/// White noise, uniform in ±`amplitude`.
public func noise(_ frames: Int, amplitude: Float = 1, seed: UInt64 = 1) -> [Float] {
  var random = SplitMix64(seed: seed)
  return (0..<frames).map { _ in random.sample() * amplitude }
}

/// A sine of a frequency in Hz.
public func sine(
  _ frames: Int, frequency: Double, sampleRate: Double = 44_100, amplitude: Double = 1, phase: Double = 0
) -> [Float] {
  (0..<frames).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / sampleRate + phase)) }
}

/// One frame of 1, the rest silence.
public func impulse(_ frames: Int, at frame: Int = 0) -> [Float] {
  var signal = [Float](repeating: 0, count: frames)
  signal[frame] = 1
  return signal
}
