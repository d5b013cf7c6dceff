import Glibc

/// A delay with feedback on every channel; what comes out of the line can be darkened.
///
///     x ─ + ─ line of d frames ─ low-pass ─┬─ echoes
///         └──────────── × feedback ────────┘
///
/// The filter is in the loop, so that each repeat is darker than the last. A delay of 0 sounds at once and feeds back
/// a frame later. What is written is held to ±16 (24 dB over full scale), which only a loop that never decays and is
/// fed with an offset can reach (reference/dsp.md U17).
struct EchoLine: ~Copyable {
  private let longest: Int

  private var tap: DelayTap
  private var feedback = QuantumRamp(0)
  private var filter: FirstOrderLowPass

  private let lines: DelayLines
  private var position = 0

  /// The last echo of each channel.
  private let last: UnsafeMutablePointer<Float>
  private let channelCount: Int

  private static let ceiling: Float = 16
  /// Below it nothing is left (reference/dsp.md 1.6).
  private static let silence: Float = 1e-30

  /// For delays of up to so many frames.
  init(longest: Int, format: RenderFormat) {
    self.longest = longest
    channelCount = format.channelCount
    tap = DelayTap(sampleRate: format.sampleRate)
    filter = FirstOrderLowPass(channelCount: channelCount)
    lines = DelayLines(count: channelCount, longest: longest)
    last = .allocate(capacity: channelCount)
    last.initialize(repeating: 0, count: channelCount)
  }

  deinit { last.deallocate() }

  /// Sets the delay in frames and the feedback, -1…1: at once before the first frame, later from the next whole
  /// quantum on.
  mutating func set(delay: Double, feedback share: Double, filter coefficients: FirstOrderLowPass.Coefficients = .identity) {
    tap.target = Int(delay.rounded().clamped(to: 0...Double(longest)))
    feedback.target = Float(share.clamped(to: -1...1))
    filter.target = coefficients
    if position == 0 { snap() }
  }

  private mutating func snap() {
    tap.snap()
    feedback.snap()
    filter.snap()
  }

  mutating func reset() {
    lines.clear()
    filter.clear()
    last.update(repeating: 0, count: channelCount)
    position = 0
    snap()
  }

  /// The echoes of a block.
  mutating func process(_ block: inout AudioBuffer, to echoes: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 {
        tap.advance()
        feedback.advance()
        filter.advance()
      }
      let frames = offset..<min(quantum, offset + block.frameCount - first)
      for channel in 0..<block.channelCount {
        run(channel, block[channel] + (first - offset), echoes[channel] + (first - offset), frames)
      }
      position += frames.count
      first += frames.count
      if position % quantum == 0 { lines.advance() }
    }
  }

  private func run(
    _ channel: Int, _ input: UnsafeMutablePointer<Float>, _ echoes: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    let shortest = tap.shortest
    guard shortest > 0 else { return runUndelayed(channel, input, echoes, frames) }
    var first = frames.lowerBound
    while first < frames.upperBound {
      let part = first..<min(frames.upperBound, first + shortest)
      tap.copy(lines, channel, to: echoes, part)
      filter.process(channel, echoes, part)
      let line = lines.writer(channel)
      if feedback.start == feedback.end {
        let gain = feedback.end
        for i in part { line[i] = Self.held(input[i] + gain * echoes[i]) }
      } else {
        for i in part { line[i] = Self.held(input[i] + feedback[i] * echoes[i]) }
      }
      lines.wrote(channel, part)
      first = part.upperBound
    }
    last[channel] = echoes[frames.upperBound - 1]
  }

  private func runUndelayed(
    _ channel: Int, _ input: UnsafeMutablePointer<Float>, _ echoes: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    for i in frames {
      lines.writer(channel)[i] = Self.held(input[i] + feedback[i] * last[channel])
      lines.wrote(channel, i..<i + 1)
      tap.copy(lines, channel, to: echoes, i..<i + 1)
      filter.process(channel, echoes, i..<i + 1)
      last[channel] = echoes[i]
    }
  }

  @inline(__always)
  private static func held(_ value: Float) -> Float {
    let low = value < -ceiling ? -ceiling : value
    let held = low > ceiling ? ceiling : low
    return abs(held) < silence ? 0 : held
  }

  /// Frames until the echoes have fallen by 120 dB; `.max` where they never do (reference/dsp.md 1.5).
  var tail: Int {
    let gain = abs(Double(feedback.target))
    guard gain < 1 else { return .max }
    let repeats = gain > 0 ? (6 / -log10(gain)).rounded(.up) : 0
    return Int(Double(max(tap.target, 1)) * (1 + repeats)) + filter.tail
  }
}
