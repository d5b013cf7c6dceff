public import ParamSpec

/// AUParametricEQ: one bell; Q is that of the band between its half-gain points.
///
/// As any bell of the bilinear transform it narrows towards half the sample rate, where its gain is 0 dB. The reading
/// of Q is ours (reference/dsp.md U6).
public typealias ParametricEQUnit = FilterUnit<ParametricEQ>

extension ParametricEQ: FilterDesign {
  public static let sectionCount = 1

  public static func sections(_ values: ParameterValues<ParametricEQ>) -> [BiquadCoefficients] {
    [
      .peak(
        center: Double(values.centerFreq), q: Double(values.q), gain: Double(values.gain),
        sampleRate: values.sampleRate)
    ]
  }
}
