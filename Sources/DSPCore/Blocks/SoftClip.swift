/// The soft clipper of AUDistortion, s(u) = u (27 + u²) / (27 + 9u²) up to |u| = 3 and ±1 beyond, with first-order
/// anti-derivative anti-aliasing (Parker, Zavalishin and Le Bivic, DAFx 2016): its mean between two inputs.
///
/// Inside, where the antiderivative is u²/18 + 4/3 ln(1 + u²/3), the difference of logarithms is one of a quotient,
/// ln(p/q) = 2 artanh((p-q)/(p+q)), and what it has to be divided by cancels:
///
///     mean = (a + b) (1/18 + 8/3 A(z²) / w),   w = 6 + a² + b²,   z = (a² - b²) / w,   A(z²) = artanh(z) / z
///
/// so that inputs may come as close as they like, in Float32 (reference/dsp.md U20).
enum SoftClip {
  private static let limit: Float = 3

  /// The mean of s between two inputs; s itself where they are equal.
  @inline(__always)
  static func mean(_ a: Lanes, _ b: Lanes) -> Lanes {
    let p = held(a)
    let q = held(b)
    let pp = p * p
    let qq = q * q
    let w = pp + qq + 6
    let inverse = 1 / w
    let z = (pp - qq) * inverse
    let t = z * z
    var inside = artanhQuotient(t) * inverse
    inside *= 8.0 / 3
    inside += 1.0 / 18
    inside *= p + q
    // The way from b to a that lies inside, and what the parts beyond ±3 come to.
    let way = a - b
    let stands = way .== 0
    let safe = way.replacing(with: 1, where: stands)
    let share = ((p - q) / safe).replacing(with: 1, where: stands)
    let beyond = magnitude(a - p) - magnitude(b - q)
    var mean = inside * share
    mean += (beyond / safe).replacing(with: 0, where: stands)
    return mean
  }

  @inline(__always)
  private static func held(_ u: Lanes) -> Lanes {
    let low = u.replacing(with: -limit, where: u .< -limit)
    return low.replacing(with: limit, where: low .> limit)
  }

  @inline(__always)
  private static func magnitude(_ u: Lanes) -> Lanes {
    u.replacing(with: 0 - u, where: u .< 0)
  }

  /// artanh(√t) / √t for t = 0…0.36: a Chebyshev interpolation, within 3.4e-9.
  @inline(__always)
  private static func artanhQuotient(_ t: Lanes) -> Lanes {
    var sum = t * 0.292_051_04
    sum += -0.091_928_474
    sum *= t
    sum += 0.148_858_48
    sum *= t
    sum += 0.100_635_82
    sum *= t
    sum += 0.143_858_46
    sum *= t
    sum += 0.199_953_78
    sum *= t
    sum += 0.333_334_14
    sum *= t
    return sum + 1
  }
}
