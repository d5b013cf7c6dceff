/// How samples are brought to a coarser grid.
public enum Dither: String, Sendable, CaseIterable {
  /// Triangular noise of ±1 step: the error has no distortion and its power does not follow the signal.
  case tpdf
  /// Rounding only.
  case none
}

/// Rounds Float32 samples to integers of so many bits, half to even, saturating.
///
/// A sample that lies on the grid is taken as it is, so what nothing has changed stays lossless; any other is
/// dithered. The noise is a hash of the frame and the channel, not a sequence: bytes do not depend on block sizes.
struct Quantizer {
  let bits: Int
  let dither: Dither

  /// The channel's samples from the absolute `frame` on, as integers of `bits` bits.
  func quantize(
    _ samples: UnsafePointer<Float>, count: Int, frame: Int, channel: Int, into integers: UnsafeMutablePointer<Int32>
  ) {
    let key = Self.key(channel)
    switch (bits <= 16, dither) {
    case (true, .tpdf): narrow(samples, count, integers) { Self.noise(frame &+ $0, key) }
    case (true, .none): narrow(samples, count, integers) { _ in 0 }
    case (false, .tpdf): wide(samples, count, integers) { Self.noise(frame &+ $0, key) }
    case (false, .none): wide(samples, count, integers) { _ in 0 }
    }
  }

  /// Up to 16 bits in Float32, whose magic number 1.5 · 2^23 rounds magnitudes below 2^22.
  @inline(__always)
  private func narrow(
    _ samples: UnsafePointer<Float>, _ count: Int, _ integers: UnsafeMutablePointer<Int32>, _ noise: (Int) -> Float
  ) {
    let scale = Float(sign: .plus, exponent: bits - 1, significand: 1)
    let highest = Int32(scale) - 1
    let magic: Float = 0x1.8p23
    for i in 0..<count {
      var value = samples[i] * scale
      value = value > 0x1p17 ? 0x1p17 : value
      value = value < -0x1p17 ? -0x1p17 : value
      let plain = value + magic
      let dithered = value + noise(i) + magic
      let rounded = plain - magic == value ? plain : dithered
      let integer = Int32(bitPattern: rounded.bitPattern &- magic.bitPattern)
      integers[i] = min(max(integer, ~highest), highest)
    }
  }

  /// More bits in Double, whose magic number 1.5 · 2^52 leaves the integer in the low half of the pattern.
  @inline(__always)
  private func wide(
    _ samples: UnsafePointer<Float>, _ count: Int, _ integers: UnsafeMutablePointer<Int32>, _ noise: (Int) -> Float
  ) {
    let scale = Double(sign: .plus, exponent: bits - 1, significand: 1)
    let magic = 0x1.8p52
    for i in 0..<count {
      let value = Double(samples[i]) * scale
      let isOnGrid = value + magic - magic == value
      var chosen = isOnGrid ? value : value + Double(noise(i))
      chosen = chosen > scale - 1 ? scale - 1 : chosen
      chosen = chosen < -scale ? -scale : chosen
      integers[i] = Int32(truncatingIfNeeded: (chosen + magic).bitPattern)
    }
  }

  /// How many samples the grid has no room for, and the first of them.
  func clipped(_ samples: UnsafePointer<Float>, count: Int) -> (count: Int, first: Int?) {
    let scale = Double(sign: .plus, exponent: bits - 1, significand: 1)
    var total = 0
    var first: Int?
    for i in 0..<count {
      let value = Double(samples[i]) * scale
      guard value >= scale - 0.5 || value < -scale - 0.5 else { continue }
      total += 1
      if first == nil { first = i }
    }
    return (total, first)
  }

  /// The greatest magnitude that never clips.
  var ceiling: Float { 1 - Float(sign: .plus, exponent: 1 - min(bits, 24), significand: 1) }

  private static func key(_ channel: Int) -> UInt32 {
    // SplitMix64's finalizer spreads the channels over all keys.
    var z = UInt64(truncatingIfNeeded: channel &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return UInt32(truncatingIfNeeded: z >> 32)
  }

  /// The difference of two uniform 16-bit numbers: triangular in ±1 step.
  ///
  /// The hash is Christopher Wellons' lowbias32 ("Prospecting for Hash Functions", 2018).
  @inline(__always)
  private static func noise(_ frame: Int, _ key: UInt32) -> Float {
    var h = UInt32(truncatingIfNeeded: frame) ^ key
    h = (h ^ (h >> 16)) &* 0x7FEB_352D
    h = (h ^ (h >> 15)) &* 0x846C_A68B
    h = h ^ (h >> 16)
    let difference = Int32(bitPattern: h & 0xFFFF) &- Int32(bitPattern: h >> 16)
    return Float(difference) * 0x1p-16
  }
}
