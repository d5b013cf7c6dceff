import Glibc
public import ParamSpec

/// AUVarispeed: speed and pitch together, as a tape machine's.
///
///     input ── read at p(n) = n · rate, band-limited ── output of round(n / rate) frames
///
/// Rate and cents are one quantity (decision 25): where both are set and say the same, as saved states do, it counts
/// once. Ours: the kernel (reference/dsp.md B5, U13); Apple's is not published. Output frame 0 is input frame 0.
public struct VarispeedUnit: RateChanger, ~Copyable {
  private var ratio = 1.0

  private var resampler: Resampler

  public init(format: RenderFormat) {
    resampler = Resampler(
      channelCount: format.channelCount, maximumStep: Self.ratios.upperBound, chunk: format.maximumFrames,
      quality: format.quality)
  }

  public mutating func update(_ values: ParameterValues<Varispeed>) {
    let rate = max(decimal(values.playbackRate), Self.ratios.lowerBound)
    let cents = decimal(values.playbackCents)
    let isSaidTwice = rate != 1 && abs(1200 * log2(rate) - cents) < 0.5
    let total = isSaidTwice ? rate : rate * exp2(min(max(cents, -9600), 9600) / 1200)
    ratio = min(max(total, Self.ratios.lowerBound), Self.ratios.upperBound)
    resampler.set(step: ratio)
  }

  public func outputLength(_ inputLength: Int) -> Int {
    Int((Double(inputLength) / ratio).rounded())
  }

  public mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    try resampler.render(into: &block, pull: pull)
  }

  public mutating func reset() {
    resampler.reset()
  }

  /// Four times up or down by the rate, and four times more by cents (reference/dsp.md U13).
  private static let ratios = 0.0625...16.0
}

/// The decimal number that a Float was written as, so that 0.731 means 0.731 and lengths come out exact.
func decimal(_ value: Float) -> Double {
  Double(value.description) ?? 0
}
