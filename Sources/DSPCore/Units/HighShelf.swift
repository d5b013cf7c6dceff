public import ParamSpec

/// AUHighShelfFilter: half the gain at the cutoff, all of it above. Bit-identical to Apple's unit in the eight
/// published renders at +1 dB (reference/apple-vectors.md 3.2).
///
/// At sample rates that leave no room for a cutoff of 10 kHz the shelf lies out of band, and the input passes
/// (decision 8).
public typealias HighShelfUnit = FilterUnit<HighShelf>

extension HighShelf: FilterDesign {
  public static let sectionCount = 1

  public static func sections(_ values: ParameterValues<HighShelf>) -> [BiquadCoefficients] {
    guard cutOffFrequency.range(sampleRate: values.sampleRate) != nil else { return [.identity] }
    return [.highShelf(cutoff: Double(values.cutOffFrequency), gain: Double(values.gain), sampleRate: values.sampleRate)]
  }
}
