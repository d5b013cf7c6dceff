import Glibc
public import ParamSpec

/// AURogerBeep: a tone where the talker stops.
///
///     idle ── loud for the in time ──▶ talk ── quiet for the out time ──▶ beep ── its length ──▶ idle
///
/// During a beep the source is muted; before and after it passes bit for bit. Ours, since nothing but the names is
/// published: the level (the largest sample of any channel in 10 ms), what a sensitivity does to the times, the
/// sounds, and 3 dB between thresholds that are equal (reference/dsp.md U27, decision 15). A gain that moves is that
/// of the next beep.
public struct RogerBeepUnit: Effect, ~Copyable {
  private let sampleRate: Double
  /// Frames in which a sample above a threshold counts: shorter than that no wave is quiet.
  private let hold: Int
  /// The sounds of the three types.
  private let beeps: [[Float]]
  /// The source's gain where a beep begins, from 1 to 0; it ends the other way round.
  private let edge: [Float]

  /// Amplitudes.
  private var thresholds = (talk: Float(1), silence: Float(1))
  /// Frames.
  private var times = (talk: 0, silence: 0)
  private var kind = 0
  private var gain: Float = 1

  private var state = State.idle
  /// Frames since a sample was above either threshold.
  private var age = (talk: Int.max / 2, silence: Int.max / 2)
  /// Frames for which it has been loud.
  private var loud = 0

  private enum State {
    case idle, talk
    case beep(kind: Int, gain: Float, frame: Int)
  }

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    hold = Int((0.01 * sampleRate).rounded())
    beeps = [Tones.quindar(sampleRate), Tones.noise(sampleRate), Tones.walkieTalkie(sampleRate)]
    edge = Tones.edge(sampleRate).reversed()
  }

  public mutating func update(_ values: ParameterValues<RogerBeep>) {
    func index(_ value: Float) -> Int { Int(value.clamped(to: 0...2).rounded()) }
    let hasGap = values.inGateThreshold != values.outGateThreshold
    thresholds = (
      Float(amplitude(decibels: Double(values.inGateThreshold))),
      Float(amplitude(decibels: Double(values.outGateThreshold) - (hasGap ? 0 : 3)))
    )
    let share = [1, 0.5, 0.1][index(values.sensitivity)]
    func frames(_ milliseconds: Float) -> Int {
      Int((share * Double(milliseconds.clamped(to: 0...10_000)) / 1000 * sampleRate).rounded())
    }
    times = (frames(values.inGateThresholdTime), max(hold, frames(values.outGateThresholdTime)))
    kind = index(values.rogerType)
    gain = Float(amplitude(decibels: Double(values.rogerGain).clamped(to: -120...40)))
  }

  public mutating func process(_ block: inout AudioBuffer) {
    for i in 0..<block.frameCount {
      var level: Float = 0
      for channel in 0..<block.channelCount { level = max(level, abs(block[channel][i])) }
      follow(level)
      guard case .beep(let kind, let gain, let frame) = state else { continue }
      let beep = beeps[kind]
      let source = sourceGain(frame, beep.count)
      for channel in 0..<block.channelCount {
        block[channel][i] = source * block[channel][i] + gain * beep[frame]
      }
      state = frame + 1 < beep.count ? .beep(kind: kind, gain: gain, frame: frame + 1) : .idle
    }
  }

  /// Takes the next frame's level.
  @inline(__always)
  private mutating func follow(_ level: Float) {
    age.talk = level > thresholds.talk ? 0 : age.talk + 1
    age.silence = level > thresholds.silence ? 0 : age.silence + 1
    loud = age.talk < hold ? loud + 1 : 0
    switch state {
    case .idle where loud > times.talk: state = .talk
    case .talk where age.silence >= times.silence:
      state = .beep(kind: kind, gain: gain, frame: 0)
      loud = 0
    default: break
    }
  }

  private func sourceGain(_ frame: Int, _ count: Int) -> Float {
    let distance = min(frame, count - 1 - frame)
    return distance < edge.count ? edge[distance] : 0
  }

  public mutating func reset() {
    state = .idle
    age = (.max / 2, .max / 2)
    loud = 0
  }

  /// A beep may follow the input's end.
  public var tail: Int { times.silence + beeps[kind].count }
}

/// The sounds, at full scale, with raised-cosine edges of 2 ms.
private enum Tones {
  /// NASA's tone at the end of a transmission: 2475 Hz for 250 ms.
  static func quindar(_ sampleRate: Double) -> [Float] {
    let w = 2 * .pi * min(2475, highestFrequency * sampleRate) / sampleRate
    return shaped((0..<frames(0.25, sampleRate)).map { sin(w * Double($0)) }, sampleRate)
  }

  /// White noise for 250 ms, the same each time.
  static func noise(_ sampleRate: Double) -> [Float] {
    var random = SplitMix64(seed: 1)
    return shaped((0..<frames(0.25, sampleRate)).map { _ in random.sample() }, sampleRate)
  }

  /// 60 ms of noise in a telephone's band, then a chirp from 1 kHz to 600 Hz in 120 ms.
  static func walkieTalkie(_ sampleRate: Double) -> [Float] {
    var random = SplitMix64(seed: 2)
    var burst = AudioBuffer(channelCount: 1, frameCapacity: frames(0.06, sampleRate))
    for i in 0..<burst.frameCount { burst[0][i] = Float(random.sample()) }
    for coefficients in [
      BiquadCoefficients.highPass(cutoff: 300, resonance: -3, sampleRate: sampleRate),
      BiquadCoefficients.lowPass(cutoff: 3000, resonance: -3, sampleRate: sampleRate),
    ] {
      var filter = BiquadCascade(channelCount: 1)
      filter.set(coefficients)
      filter.process(&burst)
    }
    let length = frames(0.12, sampleRate)
    var phase = 0.0
    let chirp = (0..<length).map { i -> Double in
      defer { phase += 2 * .pi * (1000 - 400 * Double(i) / Double(length)) / sampleRate }
      return sin(phase)
    }
    return shaped((0..<burst.frameCount).map { Double(burst[0][$0]) }, sampleRate) + shaped(chirp, sampleRate)
  }

  private static func frames(_ seconds: Double, _ sampleRate: Double) -> Int {
    Int((seconds * sampleRate).rounded())
  }

  /// From 0 to 1 over 2 ms.
  static func edge(_ sampleRate: Double) -> [Float] {
    let count = frames(0.002, sampleRate)
    return (0..<count).map { Float(0.5 - 0.5 * cos(.pi * (Double($0) + 0.5) / Double(count))) }
  }

  private static func shaped(_ sound: [Double], _ sampleRate: Double) -> [Float] {
    let edge = edge(sampleRate)
    return sound.indices.map { i in
      let distance = min(i, sound.count - 1 - i)
      return Float(sound[i]) * (distance < edge.count ? edge[distance] : 1)
    }
  }
}
