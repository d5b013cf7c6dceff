public import ParamSpec

/// AUHipass. Bit-identical to Apple's unit in all 21 published renders (reference/apple-vectors.md 3.1).
public typealias HighPassUnit = FilterUnit<HighPass>

extension HighPass: FilterDesign {
  public static let sectionCount = 1

  public static func sections(_ values: ParameterValues<HighPass>) -> [BiquadCoefficients] {
    [
      .highPass(
        cutoff: Double(values.cutoffFrequency), resonance: Double(values.resonance), sampleRate: values.sampleRate)
    ]
  }
}
