import DSPCore
import Glibc

/// The frequency response of a chain of linear units at a sample rate.
public struct ChainResponse: Sendable {
  /// Magnitude, phase and group delay at each of the frequencies.
  public struct Curve: Sendable {
    /// Chain text of what the curve belongs to.
    public let name: String
    /// dB; never below -400.
    public let magnitude: [Double]
    /// Degrees, -180…180.
    public let phase: [Double]
    /// Seconds.
    public let groupDelay: [Double]
  }

  public let sampleRate: Double
  /// Hz, evenly spaced in their logarithm.
  public let frequencies: [Double]
  public let units: [Curve]
  /// All units one after the other.
  public let chain: Curve
}

extension ResolvedChain {
  /// The response from 10 Hz to half the sample rate, from the coefficients that process audio.
  public func response(points: Int = 500) throws(ChainError) -> ChainResponse {
    var units: [(name: String, response: FrequencyResponse)] = []
    for unit in self.units { units.append((unit.item.description, try unit.response())) }
    // Half the sample rate itself is a zero of most filters.
    let ratio = 0.4999 * sampleRate / 10
    let frequencies = (0..<points).map { 10 * pow(ratio, Double($0) / Double(points - 1)) }
    let responses = units.map(\.response)
    let name = units.map(\.name).joined(separator: ",")
    return ChainResponse(
      sampleRate: sampleRate, frequencies: frequencies,
      units: units.map { ChainResponse.Curve($0.name, frequencies, sampleRate, $0.response) },
      chain: ChainResponse.Curve(name, frequencies, sampleRate) { w in responses.reduce(.one) { $0 * $1(w) } })
  }
}

extension ResolvedChain.Unit {
  fileprivate func response() throws(ChainError) -> FrequencyResponse {
    if item.isBypassed { return { _ in .one } }
    guard let response = item.unit.response else {
      throw ChainError(
        .unsupported, "\(item.unit.spec.name) has no frequency response: it is not a filter or equaliser",
        at: item.position)
    }
    return response(values)
  }
}

extension ChainResponse.Curve {
  fileprivate init(
    _ name: String, _ frequencies: [Double], _ sampleRate: Double, _ response: FrequencyResponse
  ) {
    self.name = name
    let angles = frequencies.map { 2 * .pi * $0 / sampleRate }
    let values = angles.map(response)
    magnitude = values.map { max(20 * log10($0.magnitude), -400) }
    phase = values.map { $0.angle * 180 / .pi }
    groupDelay = angles.map { w in
      // The slope of the phase, over a step in which the narrowest resonance hardly turns.
      let step = 1e-5 * w
      let turn = response(w + step) * response(w - step).conjugate
      return -turn.angle / (2 * step) / sampleRate
    }
  }
}
