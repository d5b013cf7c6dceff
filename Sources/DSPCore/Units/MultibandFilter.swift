public import ParamSpec

/// AUFilter: a shelf or cut at either end and three bells between them.
///
///     in ── low shelf | high-pass ── bell ── bell ── bell ── high shelf | low-pass ── out
///
/// A bell's bandwidth is that between its half-gain points, exact at any frequency. What filter type 0 and 1 mean is
/// ours: 0 the shelf, 1 a Butterworth cut of 12 dB per octave that ignores the gain (reference/dsp.md U9).
public typealias MultibandFilterUnit = FilterUnit<MultibandFilter>

extension MultibandFilter: FilterDesign {
  public static let sectionCount = 5

  public static func sections(_ values: ParameterValues<MultibandFilter>) -> [BiquadCoefficients] {
    let rate = values.sampleRate
    let low = Double(values.lowFrequency)
    let high = Double(values.highFrequency)
    func bell(_ center: Float, _ gain: Float, _ octaves: Float) -> BiquadCoefficients {
      .peak(center: Double(center), octaves: Double(octaves), gain: Double(gain), sampleRate: rate)
    }
    return [
      values.lowFilterType < 0.5
        ? .lowShelf(cutoff: low, gain: Double(values.lowGain), sampleRate: rate)
        : .butterworthHighPass(cutoff: low, sampleRate: rate),
      bell(values.centerFreq1, values.centerGain1, values.bandwidth1),
      bell(values.centerFreq2, values.centerGain2, values.bandwidth2),
      bell(values.centerFreq3, values.centerGain3, values.bandwidth3),
      values.highFilterType < 0.5
        ? .highShelf(cutoff: high, gain: Double(values.highGain), sampleRate: rate)
        : .butterworthLowPass(cutoff: high, sampleRate: rate),
    ]
  }
}
