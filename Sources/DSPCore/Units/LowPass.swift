public import ParamSpec

/// AULowpass. Bit-identical to Apple's unit in all 21 published renders (reference/apple-vectors.md 3.1).
public typealias LowPassUnit = FilterUnit<LowPass>

extension LowPass: FilterDesign {
  public static let sectionCount = 1

  public static func sections(_ values: ParameterValues<LowPass>) -> [BiquadCoefficients] {
    [
      .lowPass(
        cutoff: Double(values.cutoffFrequency), resonance: Double(values.resonance), sampleRate: values.sampleRate)
    ]
  }
}
