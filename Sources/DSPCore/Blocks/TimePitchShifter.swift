import Glibc

/// Time and pitch apart: a stretch, then a change of speed that turns the surplus into pitch.
///
///     input ─ stretch by σ = p / rate ─ read p times as fast ─ output,   p = 2^(cents / 1200)
struct TimePitchShifter: ~Copyable {
  private var rate = 1.0

  private var stretcher: TimeStretcher
  private var resampler: Resampler

  init(format: RenderFormat) {
    stretcher = TimeStretcher(
      channelCount: format.channelCount, sampleRate: format.sampleRate, chunk: format.maximumFrames)
    resampler = Resampler(
      channelCount: format.channelCount, maximumStep: Self.ratios.upperBound, chunk: format.maximumFrames,
      quality: format.quality)
  }

  /// Plays `rate` times as fast, 1/32 to 32, and as many cents higher, ±2400.
  mutating func set(rate: Double, cents: Double, overlap: Double, locksPeaks: Bool, keepsAttacks: Bool) {
    self.rate = min(max(rate, 0.03125), 32)
    let pitch = min(max(exp2(cents / 1200), Self.ratios.lowerBound), Self.ratios.upperBound)
    resampler.set(step: pitch)
    stretcher.set(
      TimeStretcher.Settings(
        stretch: pitch / self.rate, overlap: overlap, locksPeaks: locksPeaks, keepsAttacks: keepsAttacks))
  }

  /// The most input frames that are pulled ahead of the output's own place, at rate 1.
  static func lookAhead(format: RenderFormat) -> Int {
    let kernel = BandLimitedKernel.taps(step: ratios.upperBound, quality: format.quality)
    // What the resampler pulls ahead, at the lowest pitch, and what the stretcher does.
    let ahead = 5 * format.maximumFrames + 4 * (kernel + 5 * quantum)
    return ahead + TimeStretcher.lookAhead(sampleRate: format.sampleRate)
  }

  func outputLength(_ inputLength: Int) -> Int {
    Int((Double(inputLength) / rate).rounded())
  }

  mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    try Self.render(&resampler, &stretcher, into: &block, pull: pull)
  }

  private static func render(
    _ resampler: inout Resampler, _ stretcher: inout TimeStretcher, into block: inout AudioBuffer,
    pull: (inout AudioBuffer) throws -> Void
  ) rethrows {
    try resampler.render(into: &block) { try stretcher.render(into: &$0, pull: pull) }
  }

  mutating func reset() {
    stretcher.reset()
    resampler.reset()
  }

  private static let ratios = 0.25...4.0
}
