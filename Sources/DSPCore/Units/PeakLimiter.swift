import Glibc
public import ParamSpec

/// AUPeakLimiter: a look-ahead limiter that is never above 0 dBFS. All channels share one gain.
///
///     x ─ × pre-gain ─┬─ delay ────────────────────── × ─ clamp ─→
///                     └─ peak of all channels ─ gain ─┘
///
/// While nothing exceeds the ceiling the output is Apple's bit for bit: the input trunc(attack · rate) frames late,
/// times one Float32 (13 published renders, reference/apple-vectors.md 3.4). How Apple's unit limits is not known, only
/// that peaks get through it; the ceiling here is ours, as is `truepeak`, which lowers it by 0.17 dB and looks between
/// the samples (reference/dsp.md U10, B13).
///
/// The look-ahead is the latency, which an unbroken stream cannot change: attack and `truepeak` take effect before the
/// first frame and at `reset`. The release begins at once, and the pre-gain moves over one quantum.
public struct PeakLimiterUnit: Effect, ~Copyable {
  private let sampleRate: Float
  private let channelCount: Int
  /// Frames that are worked on at once.
  private static let block = 512

  private var preGain = QuantumRamp(1)
  private var nextAttack = 0
  private var nextTruePeak = false

  private var attack = 0
  private var truePeak = false
  private var delay: History<Float>
  private var detector: TruePeakDetector
  private var gain: LimiterGain
  private var position = 0

  private let gains: UnsafeMutablePointer<Float>

  public init(format: RenderFormat) {
    sampleRate = Float(format.sampleRate)
    channelCount = format.channelCount
    let longest = Self.frames(PeakLimiter.attackTime.maximum.value(sampleRate: format.sampleRate), sampleRate)
    let past = longest + TruePeakDetector.latency + 1 + TruePeakDetector.past
    delay = History(channelCount: format.channelCount, past: past, block: Self.block, silence: 0)
    detector = TruePeakDetector(channelCount: format.channelCount, block: Self.block)
    gain = LimiterGain(lookAhead: longest, block: Self.block)
    gains = .allocate(capacity: Self.block)
    gains.initialize(repeating: 0, count: Self.block)
  }

  deinit { gains.deallocate() }

  public mutating func update(_ values: ParameterValues<PeakLimiter>) {
    let longest = PeakLimiter.attackTime.maximum.value(sampleRate: Double(sampleRate))
    nextAttack = Self.frames(min(max(values.attackTime, 0), longest), sampleRate)
    nextTruePeak = values.truePeak >= 0.5
    preGain.target = Float(amplitude(decibels: Double(min(max(values.preGain, -200), 200))))
    gain.setRelease(Double(values.decayTime) * Double(sampleRate))
    if position == 0 { reset() }
  }

  /// Apple's rounding: the product in Float32, its fraction dropped.
  private static func frames(_ seconds: Float, _ sampleRate: Float) -> Int {
    min(Int(seconds * sampleRate), LimiterGain.longestLookAhead)
  }

  public mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { preGain.advance() }
      let count = min(block.frameCount - first, preGain.isStill ? Self.block : quantum - offset)
      delay.advance(count)
      amplify(&block, first, count, offset)
      detect(count)
      gain.process(gains, count: count)
      apply(&block, first, count)
      position += count
      first += count
    }
  }

  private func amplify(_ block: inout AudioBuffer, _ first: Int, _ count: Int, _ offset: Int) {
    for channel in 0..<channelCount {
      let x = block[channel] + first
      let line = delay[channel]
      if preGain.isStill {
        let gain = preGain.target
        for i in 0..<count { line[i] = x[i] * gain }
      } else {
        for i in 0..<count { line[i] = x[i] * preGain[offset + i] }
      }
    }
  }

  private mutating func detect(_ count: Int) {
    gains.update(repeating: 0, count: (count + 7) / 8 * 8)
    if truePeak { detector.advance(count) }
    for channel in 0..<channelCount {
      if truePeak {
        detector.process(delay[channel], channel: channel, peaks: gains, count: count)
      } else {
        for i in stride(from: 0, to: count, by: 8) {
          var peak = (gains + i).lanes
          peak.raise(to: (delay[channel] + i).lanes)
          (gains + i).lanes = peak
        }
      }
    }
  }

  private func apply(_ block: inout AudioBuffer, _ first: Int, _ count: Int) {
    for channel in 0..<channelCount {
      let y = block[channel] + first
      let line = delay[channel] - latency
      // Rounding may leave a peak a few millionths above the ceiling.
      for i in 0..<count { y[i] = min(max(line[i] * gains[i], -1), 1) }
    }
  }

  public mutating func reset() {
    attack = nextAttack
    truePeak = nextTruePeak
    delay.reset(0)
    detector.reset()
    let ceiling = truePeak ? Float(amplitude(decibels: -TruePeakDetector.margin)) : 1
    // A peak between two samples takes both down: hence a frame more.
    gain.reset(lookAhead: attack, hold: truePeak ? 1 : 0, ceiling: ceiling)
    preGain.snap()
    position = 0
  }

  public var latency: Int { attack + (truePeak ? TruePeakDetector.latency + 1 : 0) }
}
