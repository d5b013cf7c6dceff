import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUGraphicEQ (reference/dsp.md U8, decision 28).
@Suite struct GraphicEQTests {
  enum Bands: Int, CaseIterable, Sendable {
    case ten = 10
    case thirtyOne = 31

    /// Hz: the exact base-10 series.
    var centers: [Double] {
      self == .ten
        ? (-5...4).map { pow(10, 3 + 0.3 * Double($0)) } : (-17...13).map { pow(10, 3 + 0.1 * Double($0)) }
    }
  }

  private func values(_ bands: Bands, _ gains: [Double], _ rate: Double = 44_100) -> ParameterValues<GraphicEQ> {
    var values = ParameterValues<GraphicEQ>(sampleRate: rate)
    values.numberOfBands = bands == .ten ? 0 : 1
    for (index, gain) in gains.enumerated() { values.store[GraphicEQ.gain.id + UInt32(index)] = Float(gain) }
    return values
  }

  private func response(_ values: ParameterValues<GraphicEQ>, at frequency: Double) -> Double {
    GraphicEQ.sections(values).reduce(0) { $0 + $1.gain(at: frequency, sampleRate: values.sampleRate) }
  }

  private func worstError(_ bands: Bands, _ gains: [Double]) -> Double {
    let values = values(bands, gains)
    return zip(bands.centers, gains).reduce(0) { max($0, abs(response(values, at: $1.0) - $1.1)) }
  }

  // U8(1); sliders taken as gains of the bells miss by 7 to 16 dB.
  @Test(arguments: Bands.allCases) func `random sliders mean what they say`(_ bands: Bands) {
    var random = SplitMix64(seed: 11)
    for _ in 0..<60 {
      let gains = bands.centers.map { _ in Double(Float(12 * random.sample())) }
      #expect(worstError(bands, gains) <= (bands == .ten ? 0.7 : 1.1))
    }
  }

  // U8(2) with the tolerances of decision 28: a walk of bounded steps, as sliders stand in use.
  @Test(arguments: Bands.allCases) func `smooth curves are closer`(_ bands: Bands) {
    var random = SplitMix64(seed: 12)
    for _ in 0..<20 {
      var level = 0.0
      let gains = bands.centers.map { _ in
        level = min(max(level + 6 * Double(random.sample()), -20), 20)
        return Double(Float(level))
      }
      #expect(worstError(bands, gains) <= (bands == .ten ? 0.6 : 0.9))
    }
  }

  // U8(4).
  @Test(arguments: Bands.allCases) func `all sliders at 12 dB make 12 dB`(_ bands: Bands) {
    let values = values(bands, bands.centers.map { _ in 12 })
    for frequency in logarithmicFrequencies(500, from: bands.centers[0], to: bands.centers.last!) {
      #expect((11.5...12.4).contains(response(values, at: frequency)), "at \(frequency) Hz")
    }
  }

  // U8(6).
  @Test(arguments: Bands.allCases) func `mirrored sliders mirror the response`(_ bands: Bands) {
    var random = SplitMix64(seed: 13)
    let gains = bands.centers.map { _ in Double(Float(12 * random.sample())) }
    let (up, down) = (values(bands, gains), values(bands, gains.map { -$0 }))
    for frequency in logarithmicFrequencies(200, from: 20, to: 20_000) {
      #expect(abs(response(up, at: frequency) + response(down, at: frequency)) < 0.05)
    }
  }

  // U8(5) asks for 0.005 dB. Ringing of 60 dB bells at 20 Hz is the longest there is here.
  @Test(arguments: [8000.0, 44_100, 96_000, 192_000])
  func `the response measured is that of the coefficients`(_ rate: Double) {
    for bands in Bands.allCases {
      let gains = bands.centers.indices.map { Double($0 % 5) * 4 - 8 }
      let values = values(bands, gains, rate)
      let error = responseError(impulseResponse(values), sampleRate: rate) { response(values, at: $0) }
      #expect(error < 1, "\(bands.rawValue) bands at \(rate) Hz")
    }
  }

  @Test(arguments: Bands.allCases) func `flat passes the input bit for bit`(_ bands: Bands) {
    let signal = noise(1000, seed: 1) + [-0.0, 0, 0, 0]
    #expect(filtered(signal, values(bands, [])).map(\.bitPattern) == signal.map(\.bitPattern))
  }

  // Bands above 0.98 of half the sample rate are dropped: at 8 kHz those from 4 kHz up.
  @Test func `bands out of band are dropped`() {
    let sections = GraphicEQ.sections(values(.thirtyOne, (0..<31).map { _ in 6 }, 8000))
    #expect(sections.filter { $0 != .identity }.count == Bands.thirtyOne.centers.filter { $0 <= 0.98 * 4000 }.count)
  }

  // units.md: with 10 bands the ids 0 to 9 count.
  @Test func `ten bands ignore the other sliders`() {
    let gains = (0..<31).map { $0 < 10 ? 0.0 : 12 }
    #expect(GraphicEQ.sections(values(.ten, gains)).allSatisfy { $0 == .identity })
  }
}
