/// Logarithm and power of two, eight values at a time, without the C library (reference/dsp.md B8).
///
/// The polynomials are least-maximum fits, worked out by linear programming on 801 Chebyshev points, and summed in
/// pairs, as a chain of products one after the other takes twice as long.
extension Lanes {
  /// log2 of positive numbers that are not denormal, within 4e-7.
  @inline(__always)
  var log2: Lanes {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    // Whole powers of two are taken out such that what is left lies in √½…√2.
    let exponent = (bits &- 0x3F35_04F3) &>> 23
    let u = unsafeBitCast(bits &- (exponent &<< 23), to: Lanes.self) - 1
    let u2 = u * u
    let low = u * -0.72137305 + 1.44269994
    let middle = u * -0.35902129 + 0.48045008
    let high = u * -0.27243041 + 0.29748386
    let top = u2 * 0.16975704 + high
    let rest = top * u2 + middle
    let p = rest * u2 + low
    return p * u + (unsafeBitCast(exponent &+ Self.roundingBits, to: Lanes.self) - Self.rounding)
  }

  /// 2^x for -126…126, held to that; relative error 3e-7.
  @inline(__always)
  var exp2: Lanes {
    let (power, rest) = exp2Parts
    return power * rest + power
  }

  /// 2^x - 1 for -126…126, held to that; relative error 3e-7 near 0 too.
  @inline(__always)
  var exp2MinusOne: Lanes {
    let (power, rest) = exp2Parts
    return power * rest + (power - 1)
  }

  /// 2^n and 2^f - 1 of x = n + f, n whole and f in -½…½.
  @inline(__always)
  private var exp2Parts: (Lanes, Lanes) {
    var x = self
    x.replace(with: 126, where: x .> 126)
    x.replace(with: -126, where: x .< -126)
    let shifted = x + Self.rounding
    let f = x - (shifted - Self.rounding)
    let exponent = unsafeBitCast(shifted, to: SIMD8<UInt32>.self) &<< 23
    let power = unsafeBitCast(exponent &+ 0x3F80_0000, to: Lanes.self)
    let f2 = f * f
    let low = f * 0.2402265073 + 0.6931471806
    let middle = f * 0.0096171148 + 0.0555041054
    let high = f * 0.00015841848 + 0.0013371884
    let rest = high * f2 + middle
    let p = rest * f2 + low
    return (power, p * f)
  }

  /// 1.5 · 2^23: a number added to it loses its fraction, and its last bits are the whole number.
  private static let rounding: Float = 12_582_912
  private static let roundingBits: Int32 = 0x4B40_0000
}

extension SIMDMask<SIMD8<Int32>> {
  /// True where a lane is. The library's own reduction goes lane by lane.
  @inline(__always)
  var hasAny: Bool {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    return bits[0] | bits[1] | bits[2] | bits[3] != 0
  }
}
