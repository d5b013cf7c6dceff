public import ParamSpec

/// AUPitch: pitch alone, as many frames out as in, blended with the input.
///
///     input ─┬─ pitch ─ √(blend) ────┐
///            └─ in time ─ √(1-blend) ─┴─ output
///
/// Ours: the engine is AUNewTimePitch's at an overlap of 8 with locked peaks; the blend is equal-power, and at 0 the
/// input passes bit for bit (decision 10). The rate is stored and does nothing, as in Apple's unit.
public struct PitchUnit: RateChanger, ~Copyable {
  private var shifter: TimePitchShifter
  /// The input, which the shifter reads ahead of the output.
  private var input: SlidingWindow
  private var shifted = 0
  private var position = 0
  private var dry = QuantumRamp(0)
  private var wet = QuantumRamp(1)

  public init(format: RenderFormat) {
    shifter = TimePitchShifter(format: format)
    input = SlidingWindow(
      channelCount: format.channelCount, span: TimePitchShifter.lookAhead(format: format), history: 0,
      chunk: format.maximumFrames)
  }

  public mutating func update(_ values: ParameterValues<Pitch>) {
    shifter.set(rate: 1, cents: decimal(values.pitch), overlap: 8, locksPeaks: true, keepsAttacks: true)
    (dry.target, wet.target) = equalPower(percent: values.effectBlend)
    if position == 0 { snap() }
  }

  public func outputLength(_ inputLength: Int) -> Int { inputLength }

  public mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    try Self.shift(&shifter, &input, &shifted, from: position, into: &block, pull: pull)
    try input.extend(to: position + block.frameCount, from: position, pull: pull)
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 {
        dry.advance()
        wet.advance()
      }
      let count = min(block.frameCount - first, quantum - offset)
      for channel in 0..<block.channelCount {
        let x = input[channel, position]
        let y = block[channel] + first
        for i in 0..<count { y[i] = dry[offset + i] * x[i] + wet[offset + i] * y[i] }
      }
      first += count
      position += count
    }
  }

  /// Has the shifter read its input from the window, whose frames before the output's place may go.
  private static func shift(
    _ shifter: inout TimePitchShifter, _ input: inout SlidingWindow, _ shifted: inout Int, from position: Int,
    into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void
  ) rethrows {
    try shifter.render(into: &block) { piece in
      try input.extend(to: shifted + piece.frameCount, from: position, pull: pull)
      for channel in 0..<piece.channelCount {
        piece[channel].update(from: input[channel, shifted], count: piece.frameCount)
      }
      shifted += piece.frameCount
    }
  }

  public mutating func reset() {
    shifter.reset()
    input.reset()
    (shifted, position) = (0, 0)
    snap()
  }

  private mutating func snap() {
    dry.snap()
    wet.snap()
  }
}
