public import ParamSpec

/// AUNewTimePitch: speed and pitch apart from one another, in the frequency domain.
///
///     input ─ phase vocoder, stretch by 2^(cents/1200) / rate ─ resampler ─ output of round(n / rate) frames
///
/// Ours: the window of 93 ms, the way phases are carried on, and how attacks are found and kept (reference/dsp.md U14);
/// Apple documents none of them. Output frame 0 is input frame 0, and rate 1 with pitch 0 passes bit for bit.
public struct NewTimePitchUnit: RateChanger, ~Copyable {
  private var shifter: TimePitchShifter

  public init(format: RenderFormat) {
    shifter = TimePitchShifter(format: format)
  }

  public mutating func update(_ values: ParameterValues<NewTimePitch>) {
    shifter.set(
      rate: decimal(values.rate), cents: decimal(values.pitch), overlap: decimal(values.overlap),
      locksPeaks: values.enablePeakLocking >= 0.5, keepsAttacks: values.enableTransientPreservation >= 0.5)
  }

  public func outputLength(_ inputLength: Int) -> Int { shifter.outputLength(inputLength) }

  public mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    try shifter.render(into: &block, pull: pull)
  }

  public mutating func reset() {
    shifter.reset()
  }
}
