public import ParamSpec

/// AUBandpass: 0 dB at the centre, its -3 dB edges exactly the bandwidth apart at any frequency.
///
/// Apple publishes neither the design nor the gain at the centre: constant peak gain is our choice
/// (reference/dsp.md U3).
public typealias BandPassUnit = FilterUnit<BandPass>

extension BandPass: FilterDesign {
  public static let sectionCount = 1

  public static func sections(_ values: ParameterValues<BandPass>) -> [BiquadCoefficients] {
    let center = Double(values.centerFrequency)
    let octaves = Double(values.bandwidth) / 1200
    let q = BiquadCoefficients.q(octaves: octaves, center: center, sampleRate: values.sampleRate)
    return [.bandPass(center: center, q: q, sampleRate: values.sampleRate)]
  }
}
