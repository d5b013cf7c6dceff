import CLanes

/// Eight consecutive frames of one signal.
typealias Lanes = SIMD8<Float>

/// Arithmetic that stays vectors, whatever the optimiser makes of the rest (`CLanes.h`).
extension SIMD8 where Scalar == Float {
  @inline(__always) static func + (a: Self, b: Self) -> Self { clanes_add(a, b) }
  @inline(__always) static func - (a: Self, b: Self) -> Self { clanes_subtract(a, b) }
  @inline(__always) static func * (a: Self, b: Self) -> Self { clanes_multiply(a, b) }
  @inline(__always) static func * (a: Float, b: Self) -> Self { clanes_multiply(Self(repeating: a), b) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = clanes_add(a, b) }
}

extension UnsafePointer<Float> {
  /// The eight frames from here on; any alignment.
  var lanes: Lanes {
    @inline(__always) get { UnsafeRawPointer(self).loadUnaligned(as: Lanes.self) }
  }
}

extension UnsafeMutablePointer<Float> {
  /// The eight frames from here on; any alignment.
  var lanes: Lanes {
    @inline(__always) get { UnsafeRawPointer(self).loadUnaligned(as: Lanes.self) }
    @inline(__always) nonmutating set { UnsafeMutableRawPointer(self).storeBytes(of: newValue, as: Lanes.self) }
  }
}

/// Eight vectors: eight frames of eight signals, a signal a vector, or transposed, a frame a vector.
struct Tile {
  var v0, v1, v2, v3, v4, v5, v6, v7: Lanes

  /// Writes the vectors out, `stride` floats apart.
  @inline(__always)
  func store(_ p: UnsafeMutablePointer<Float>, stride: Int) {
    p.lanes = v0
    (p + stride).lanes = v1
    (p + 2 &* stride).lanes = v2
    (p + 3 &* stride).lanes = v3
    (p + 4 &* stride).lanes = v4
    (p + 5 &* stride).lanes = v5
    (p + 6 &* stride).lanes = v6
    (p + 7 &* stride).lanes = v7
  }

  @inline(__always)
  var transposed: Tile {
    let a0 = clanes_unpack_low(v0, v1)
    let a1 = clanes_unpack_high(v0, v1)
    let a2 = clanes_unpack_low(v2, v3)
    let a3 = clanes_unpack_high(v2, v3)
    let a4 = clanes_unpack_low(v4, v5)
    let a5 = clanes_unpack_high(v4, v5)
    let a6 = clanes_unpack_low(v6, v7)
    let a7 = clanes_unpack_high(v6, v7)
    let (b0, b4) = (clanes_pair_low(a0, a2), clanes_pair_low(a4, a6))
    let (b1, b5) = (clanes_pair_high(a0, a2), clanes_pair_high(a4, a6))
    let (b2, b6) = (clanes_pair_low(a1, a3), clanes_pair_low(a5, a7))
    let (b3, b7) = (clanes_pair_high(a1, a3), clanes_pair_high(a5, a7))
    return Tile(
      v0: clanes_half_low(b0, b4), v1: clanes_half_low(b1, b5), v2: clanes_half_low(b2, b6),
      v3: clanes_half_low(b3, b7), v4: clanes_half_high(b0, b4), v5: clanes_half_high(b1, b5),
      v6: clanes_half_high(b2, b6), v7: clanes_half_high(b3, b7))
  }

  /// The eight signals mixed by a Hadamard matrix, unscaled: three layers of sums and differences.
  @inline(__always)
  var hadamard: Tile {
    let (a0, a1, a2, a3) = (v0 + v1, v0 - v1, v2 + v3, v2 - v3)
    let (a4, a5, a6, a7) = (v4 + v5, v4 - v5, v6 + v7, v6 - v7)
    let (b0, b2, b1, b3) = (a0 + a2, a0 - a2, a1 + a3, a1 - a3)
    let (b4, b6, b5, b7) = (a4 + a6, a4 - a6, a5 + a7, a5 - a7)
    return Tile(
      v0: b0 + b4, v1: b1 + b5, v2: b2 + b6, v3: b3 + b7, v4: b0 - b4, v5: b1 - b5, v6: b2 - b6, v7: b3 - b7)
  }
}
