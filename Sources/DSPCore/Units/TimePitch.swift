public import ParamSpec

/// AUTimePitch: speed and pitch apart from one another, as AUNewTimePitch at an overlap of 8 with locked peaks.
///
/// Apple's unit is older and works in the frequency domain too; its inner settings are not published. Effect blend is
/// AUPitch's (reference/dsp.md U15).
public struct TimePitchUnit: RateChanger, ~Copyable {
  private var shifter: TimePitchShifter

  public init(format: RenderFormat) {
    shifter = TimePitchShifter(format: format)
  }

  public mutating func update(_ values: ParameterValues<TimePitch>) {
    shifter.set(
      rate: decimal(values.rate), cents: decimal(values.pitch), overlap: 8, locksPeaks: true, keepsAttacks: true)
  }

  public func outputLength(_ inputLength: Int) -> Int { shifter.outputLength(inputLength) }

  public mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    try shifter.render(into: &block, pull: pull)
  }

  public mutating func reset() {
    shifter.reset()
  }
}
