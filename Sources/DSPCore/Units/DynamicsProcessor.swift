import Glibc
public import ParamSpec

/// AUDynamicsProcessor: a compressor without a ratio, and an expander. All channels share one gain.
///
///     x ─┬─ delay of 256 frames ────────────────────────────────── × ─→
///        └─ largest of all channels ─ detector ─ curve × gain ─────┘
///
/// The curve and the look-ahead are those of WebKit's compressor: the live unit reports the very latency that WebKit's
/// has, 256 frames (reference/dsp.md U11, decision 13). The detector is ours: attack and release are the times in which
/// 63.2 % of a step in amplitude is made. So is `curve=db`. Meters: levels by B12, and what the compressor, without the
/// expander, takes away.
///
/// A change of curve or gain fades in over one quantum.
public struct DynamicsProcessorUnit: Effect, ~Copyable {
  private let sampleRate: Double
  private let channelCount: Int
  private static let lookAhead = 256

  private var attack = 0.0
  private var release = 0.0

  private var curve = MovingCurve(bands: 1)
  private var detector = LevelDetector()
  private var delay: History<Float>
  private var input, output: PeakMeter
  private var position = 0

  /// A quantum's levels, then its gains, then its output.
  private let scratch: UnsafeMutablePointer<Float>

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    delay = History(channelCount: channelCount, past: Self.lookAhead, block: quantum, silence: 0)
    input = PeakMeter(sampleRate: sampleRate)
    output = PeakMeter(sampleRate: sampleRate)
    scratch = .allocate(capacity: 2 * quantum)
    scratch.initialize(repeating: 0, count: 2 * quantum)
  }

  deinit { scratch.deallocate() }

  public mutating func update(_ values: ParameterValues<DynamicsProcessor>) {
    attack = Double(values.attackTime) * sampleRate
    release = Double(values.releaseTime) * sampleRate
    curve.target = DynamicsCurve([
      DynamicsCurve.Settings(
        threshold: values.threshold, headroom: values.headRoom, isDecibels: values.curve >= 0.5,
        ratio: values.expansionRatio, expansionThreshold: values.expansionThreshold, makeUp: values.masterGain)
    ])
    if position == 0 { curve.snap() }
  }

  public mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { beginQuantum() }
      let count = min(block.frameCount - first, quantum - offset)
      delay.advance(count)
      for channel in 0..<channelCount {
        delay[channel].update(from: block[channel] + first, count: count)
      }
      detect(count)
      curve.apply(scratch, frames: count, offset: offset)
      apply(&block, first, count)
      position += count
      first += count
    }
  }

  private mutating func beginQuantum() {
    curve.advance()
    detector.set(attack: attack, release: release)
    detector.flush()
    input.advance()
    output.advance()
  }

  /// The level at each frame.
  private mutating func detect(_ count: Int) {
    for i in stride(from: 0, to: count, by: 8) {
      var magnitude = Lanes.zero
      for channel in 0..<channelCount { magnitude.raise(to: (delay[channel] + i).lanes) }
      (scratch + i).lanes = magnitude
    }
    var detector = detector
    var loudest: Float = 0
    for i in 0..<count {
      let magnitude = scratch[i]
      loudest = max(loudest, magnitude)
      scratch[i] = Float(detector.next(Doubles(repeating: Double(magnitude)))[0])
    }
    self.detector = detector
    input.hear(loudest)
  }

  private mutating func apply(_ block: inout AudioBuffer, _ first: Int, _ count: Int) {
    // Lanes behind the last frame are silenced, so that the meter does not hear them.
    for i in count..<(count + 7) / 8 * 8 { scratch[i] = 0 }
    let result = scratch + quantum
    var loudest = Lanes.zero
    for channel in 0..<channelCount {
      let line = delay[channel] - Self.lookAhead
      for i in stride(from: 0, to: count, by: 8) {
        let y = (line + i).lanes * (scratch + i).lanes
        loudest.raise(to: y)
        (result + i).lanes = y
      }
      (block[channel] + first).update(from: result, count: count)
    }
    output.hear(loudest.max())
  }

  public mutating func reset() {
    curve.snap()
    detector.reset()
    delay.reset(0)
    input.reset()
    output.reset()
    position = 0
  }

  public var latency: Int { Self.lookAhead }

  public func meter(_ row: Parameter, index: Int) -> Float {
    switch row.id {
    case kDynamicsProcessorParam_CompressionAmount:
      compressionAmount(curve.compression(detector.level[0], band: 0))
    case kDynamicsProcessorParam_InputAmplitude: input.reading
    case kDynamicsProcessorParam_OutputAmplitude: output.reading
    default: 0
    }
  }
}

/// A compressor's gain as its meter shows it: dB taken away, 0…20 as the headers document.
func compressionAmount(_ gain: Double) -> Float {
  Float(min(max(-decibels(amplitude: gain), 0), 20))
}
