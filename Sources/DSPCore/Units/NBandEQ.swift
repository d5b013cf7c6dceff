import Glibc
public import ParamSpec

/// AUNBandEQ: up to 31 bands of eleven types, then the global gain. A band works while its bypass is 0.
///
/// Bandwidths of bells, band-passes and band-stops are exact at any frequency, between half-gain or -3 dB points; the
/// resonant types take the analogue Q of the bandwidth. The designs are ours, after the names of the types
/// (reference/dsp.md U7); Apple's unit has 8 bands, at most 16.
public typealias NBandEQUnit = FilterUnit<NBandEQ>

extension NBandEQ: FilterDesign {
  public static let sectionCount = filterType.count + 1

  public static func sections(_ values: ParameterValues<NBandEQ>) -> [BiquadCoefficients] {
    let gain = pow(10, Double(values.globalGain).clamped(to: -200...200) / 20)
    let output = BiquadCoefficients(b0: gain, b1: 0, b2: 0, a1: 0, a2: 0)
    return (0..<filterType.count).map { band($0, values) } + [output]
  }

  private static func band(_ band: Int, _ values: ParameterValues<NBandEQ>) -> BiquadCoefficients {
    guard values.value(bypassBand, index: band) < 0.5 else { return .identity }
    let rate = values.sampleRate
    let frequency = Double(values.value(frequency, index: band))
    let gain = Double(values.value(gain, index: band))
    let octaves = Double(values.value(bandwidth, index: band))
    let exactQ = BiquadCoefficients.q(octaves: octaves, center: frequency, sampleRate: rate)
    let analogueQ = BiquadCoefficients.analogueQ(octaves: octaves)
    switch Int(min(max(values.value(filterType, index: band), 0), 10).rounded()) {
    case 1: return .butterworthLowPass(cutoff: frequency, sampleRate: rate)
    case 2: return .butterworthHighPass(cutoff: frequency, sampleRate: rate)
    case 3: return .lowPass(cutoff: frequency, resonance: 20 * log10(analogueQ), sampleRate: rate)
    case 4: return .highPass(cutoff: frequency, resonance: 20 * log10(analogueQ), sampleRate: rate)
    case 5: return .bandPass(center: frequency, q: exactQ, sampleRate: rate)
    case 6: return .bandStop(center: frequency, q: exactQ, sampleRate: rate)
    case 7: return .lowShelf(cutoff: frequency, gain: gain, sampleRate: rate)
    case 8: return .highShelf(cutoff: frequency, gain: gain, sampleRate: rate)
    case 9: return .lowShelf(cutoff: frequency, gain: gain, q: analogueQ, sampleRate: rate)
    case 10: return .highShelf(cutoff: frequency, gain: gain, q: analogueQ, sampleRate: rate)
    default: return .peak(center: frequency, q: exactQ, gain: gain, sampleRate: rate)
    }
  }
}
