import CLanes

/// Four values that are worked on at once: bands, or halves of two channels.
typealias Doubles = SIMD4<Double>

/// Arithmetic that stays vectors, whatever the optimiser makes of the rest (`CLanes.h`).
extension SIMD4 where Scalar == Double {
  @inline(__always) init(widening floats: SIMD4<Float>) { self = cdoubles_widen(floats) }
  @inline(__always) var narrowed: SIMD4<Float> { cdoubles_narrow(self) }

  @inline(__always) static func + (a: Self, b: Self) -> Self { cdoubles_add(a, b) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { cdoubles_subtract(a, b) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { cdoubles_multiply(a, b) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = cdoubles_add(a, b) }
  @inline(__always) static func -= (a: inout Self, b: Self) { a = cdoubles_subtract(a, b) }

  /// The first two lanes, each twice; and the last two.
  @inline(__always) var lowDoubled: Self { cdoubles_double_low(self) }
  @inline(__always) var highDoubled: Self { cdoubles_double_high(self) }

  /// The sum of this one's lanes in lane 0, that of another's in lane 1.
  @inline(__always) func sum(and other: Self) -> Self {
    let pairs = cdoubles_even(self, other) + cdoubles_odd(self, other)
    return cdoubles_even(pairs, pairs) + cdoubles_odd(pairs, pairs)
  }

  @inline(__always) var magnitude: Self { cdoubles_magnitude(self) }

  /// Raises each lane to another's, where that is larger.
  @inline(__always) mutating func raise(to other: Self) { self = cdoubles_larger(other, self) }

  /// Makes lanes below 1e-30 zero, -600 dB: nothing is left (reference/dsp.md 1.6). On a grid of frames.
  mutating func flush() {
    replace(with: 0, where: magnitude .< 1e-30)
  }
}
