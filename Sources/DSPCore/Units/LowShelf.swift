public import ParamSpec

/// AULowShelfFilter: half the gain at the cutoff, all of it below. Bit-identical to Apple's unit in the ten published
/// renders at +1 dB (reference/apple-vectors.md 3.2).
public typealias LowShelfUnit = FilterUnit<LowShelf>

extension LowShelf: FilterDesign {
  public static let sectionCount = 1

  public static func sections(_ values: ParameterValues<LowShelf>) -> [BiquadCoefficients] {
    [.lowShelf(cutoff: Double(values.cutoffFrequency), gain: Double(values.gain), sampleRate: values.sampleRate)]
  }
}
