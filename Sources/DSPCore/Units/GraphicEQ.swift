import Glibc
public import ParamSpec

/// AUGraphicEQ: 10 bands of an octave or 31 of a third of one, a bell each.
///
/// Neighbouring bells overlap, so that sliders taken as the bells' gains miss by 10 dB and more. Here the gains are
/// solved for, so that the response at a band's centre is what its slider says: V. Välimäki and J. Liski, "Accurate
/// cascade graphic equalizer", IEEE Signal Processing Letters 24(2), 2017, with the figures of reference/dsp.md U8.
/// Apple publishes neither design nor interaction.
public typealias GraphicEQUnit = FilterUnit<GraphicEQ>

extension GraphicEQ: FilterDesign {
  public static let sectionCount = 31

  public static func sections(_ values: ParameterValues<GraphicEQ>) -> [BiquadCoefficients] {
    let sliders = bandCount(values) == 10 ? 10 : 31
    let centers = centers(sliders).filter { $0 <= 0.98 * values.sampleRate / 2 }
    let asked = centers.indices.map { Double(values.value(gain, index: $0)).clamped(to: -60...60) }
    let bands = Bands(centers: centers, octaves: sliders == 10 ? 1.5 : 0.5, sampleRate: values.sampleRate)
    let sections = bands.sections(responseAtCenters: asked, rounds: sliders == 10 ? 1 : 2)
    return sections + Array(repeating: .identity, count: sectionCount - sections.count)
  }

  /// The index of saved states is 0 or 1; a number of bands works too.
  private static func bandCount(_ values: ParameterValues<GraphicEQ>) -> Int {
    let value = values.numberOfBands
    return value < 0.5 || abs(value - 10) < 0.5 ? 10 : 31
  }

  /// The exact base-10 series: 20 Hz to 20 kHz in thirds, or 31.6 Hz to 15.8 kHz in octaves.
  private static func centers(_ bands: Int) -> [Double] {
    bands == 10
      ? (-5...4).map { 1000 * pow(10, 0.3 * Double($0)) } : (-17...13).map { 1000 * pow(10, 0.1 * Double($0)) }
  }
}

/// The bells of an equaliser and how they add up.
private struct Bands {
  let centers: [Double]
  let sampleRate: Double
  private let qs: [Double]
  /// Where the response is asked for: the centres and the geometric means between them.
  private let points: [Double]

  /// dB; how far a bell reaches hardly depends on its gain.
  private static let prototypeGain = 17.0

  init(centers: [Double], octaves: Double, sampleRate: Double) {
    self.centers = centers
    self.sampleRate = sampleRate
    qs = centers.map { BiquadCoefficients.q(octaves: octaves, center: $0, sampleRate: sampleRate) }
    points =
      centers.enumerated().flatMap { i, center in
        i + 1 < centers.count ? [center, (center * centers[i + 1]).squareRoot()] : [center]
      }
  }

  /// The bells whose cascade has the asked gains in dB at the centres.
  func sections(responseAtCenters asked: [Double], rounds: Int) -> [BiquadCoefficients] {
    guard asked.contains(where: { $0 != 0 }) else { return centers.map { _ in .identity } }
    let target = points.indices.map { i in
      i % 2 == 0 ? asked[i / 2] : (asked[i / 2] + asked[i / 2 + 1]) / 2
    }
    var gains = leastSquares(interaction(centers.map { _ in Self.prototypeGain }), target)
    for _ in 0..<rounds {
      gains = leastSquares(interaction(gains.map { abs($0) < 0.01 ? Self.prototypeGain : $0 }), target)
    }
    return centers.indices.map { bell($0, gain: gains[$0]) }
  }

  private func bell(_ band: Int, gain: Double) -> BiquadCoefficients {
    .peak(center: centers[band], q: qs[band], gain: gain, sampleRate: sampleRate)
  }

  /// How much of a band's gain, in dB a dB, arrives at each point.
  private func interaction(_ gains: [Double]) -> [[Double]] {
    let bells = gains.indices.map { bell($0, gain: gains[$0]) }
    return points.map { point in
      gains.indices.map { bells[$0].gain(at: point, sampleRate: sampleRate) / gains[$0] }
    }
  }

  /// x that brings A x nearest to b, by the normal equations and Cholesky's factorisation.
  private func leastSquares(_ a: [[Double]], _ b: [Double]) -> [Double] {
    let n = a[0].count
    var x = [Double](repeating: 0, count: n)
    var lower = [[Double]](repeating: x, count: n)
    for i in 0..<n {
      for j in 0...i {
        var value = 0.0
        for row in a { value += row[i] * row[j] }
        for k in 0..<j { value -= lower[i][k] * lower[j][k] }
        lower[i][j] = i == j ? value.squareRoot() : value / lower[j][j]
      }
    }
    for i in 0..<n {
      var value = 0.0
      for (row, wanted) in zip(a, b) { value += row[i] * wanted }
      for k in 0..<i { value -= lower[i][k] * x[k] }
      x[i] = value / lower[i][i]
    }
    for i in (0..<n).reversed() {
      for k in i + 1..<n { x[i] -= lower[k][i] * x[k] }
      x[i] /= lower[i][i]
    }
    return x
  }
}
