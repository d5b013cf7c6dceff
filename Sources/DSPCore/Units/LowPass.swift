public import ParamSpec

/// AULowpass: a resonant low-pass of 12 dB per octave.
///
/// Bit-identical to Apple's unit in all 21 published renders (reference/apple-vectors.md 3.1).
public struct LowPassUnit: Effect, ~Copyable {
  private let sampleRate: Double

  private var coefficients = BiquadCoefficients.identity

  private var filter: Biquad

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    filter = Biquad(channelCount: format.channelCount)
  }

  public mutating func update(_ values: ParameterValues<LowPass>) {
    coefficients = .lowPass(
      cutoff: Double(values.cutoffFrequency), resonance: Double(values.resonance), sampleRate: sampleRate)
    filter.set(coefficients)
  }

  public mutating func process(_ block: inout AudioBuffer) {
    filter.process(&block)
  }

  public mutating func reset() {
    filter.reset()
  }

  public var tail: Int { coefficients.tail }
}
