public import ParamSpec

/// AUSampleDelay: the input, so many frames later, bit for bit (reference/dsp.md U18).
///
/// Ours: a delay that moves is cross-faded over 20 ms (decision 19). It is the effect, so no latency is reported.
public struct SampleDelayUnit: Effect, ~Copyable {
  private let longest: Int

  private var tap: DelayTap

  private let lines: DelayLines
  private var position = 0

  public init(format: RenderFormat) {
    longest = Int(format.sampleRate)
    tap = DelayTap(sampleRate: format.sampleRate)
    lines = DelayLines(count: format.channelCount, longest: longest)
  }

  public mutating func update(_ values: ParameterValues<SampleDelay>) {
    tap.target = Int(Double(values.delaySamples).rounded().clamped(to: 0...Double(longest)))
    if position == 0 { tap.snap() }
  }

  public mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { tap.advance() }
      let frames = offset..<min(quantum, offset + block.frameCount - first)
      for channel in 0..<block.channelCount {
        let samples = block[channel] + (first - offset)
        (lines.writer(channel) + offset).update(from: samples + offset, count: frames.count)
        lines.wrote(channel, frames)
        tap.copy(lines, channel, to: samples, frames)
      }
      position += frames.count
      first += frames.count
      if position % quantum == 0 { lines.advance() }
    }
  }

  public mutating func reset() {
    lines.clear()
    tap.snap()
    position = 0
  }

  public var tail: Int { tap.target }
}
