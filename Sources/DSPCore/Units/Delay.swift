public import ParamSpec

/// AUDelay: an echo whose repeats grow darker.
///
///     in ─┬────────────────────────────── √(1-m) ─ + ─ out
///         └─ + ─ delay ─ low-pass ─┬───── √m ──────┘
///            └────── × feedback ───┘
///
/// The dry path is Apple's, bit for bit (reference/apple-vectors.md 3.5). Ours: the first-order low-pass, since
/// nothing is published of the wet path, and the 20 ms over which a delay that moves is cross-faded (decision 19).
/// Feedback of ±100 % never decays; an offset in it grows up to ±16, where the line is held (reference/dsp.md U17).
public struct DelayUnit: Effect, ~Copyable {
  private let sampleRate: Double

  private var echo: EchoLine
  private var mix = DryWetMix()

  private var wet: AudioBuffer
  private let channels: [Int]

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    channels = Array(0..<format.channelCount)
    echo = EchoLine(longest: Int((2 * sampleRate).rounded(.up)), format: format)
    wet = AudioBuffer(channelCount: format.channelCount, frameCapacity: format.maximumFrames)
  }

  public mutating func update(_ values: ParameterValues<Delay>) {
    echo.set(
      delay: Double(values.delayTime) * sampleRate, feedback: Double(values.feedback) / 100,
      filter: .init(cutoff: Double(values.lopassCutoff), sampleRate: sampleRate))
    mix.set(percent: values.wetDryMix)
  }

  public mutating func process(_ block: inout AudioBuffer) {
    wet.resize(to: block.frameCount)
    echo.process(&block, to: &wet)
    mix.process(&block, wet: &wet, channels: channels)
  }

  public mutating func reset() {
    echo.reset()
    mix.reset()
  }

  public var tail: Int { echo.tail }
}
