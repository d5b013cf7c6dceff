/// A positive number as a fraction in lowest terms.
struct Ratio {
  let numerator: Int
  let denominator: Int

  /// The first fraction of a number's continued fraction that is it, to the last bit; nil where its denominator is
  /// above the limit.
  init?(_ value: Double, limit: Int) {
    var (p0, q0, p1, q1) = (0.0, 1.0, 1.0, 0.0)
    var rest = value
    while true {
      let whole = rest.rounded(.down)
      (p0, p1) = (p1, whole * p1 + p0)
      (q0, q1) = (q1, whole * q1 + q0)
      if q1 > Double(limit) { return nil }
      if p1 / q1 == value { break }
      rest = 1 / (rest - whole)
    }
    numerator = Int(p1)
    denominator = Int(q1)
  }
}
