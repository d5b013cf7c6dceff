import Glibc

/// Places one source around the listener, by levels, or by what a head does to sound.
///
/// A mono source is placed. Four channels are a first-order sound field (B-format: W 3 dB down, X front, Y left, Z up),
/// which the azimuth turns. Any other source passes.
final class Spatializer {
  enum Algorithm: Equatable {
    case vector, soundField, sphere, hrtf, passThrough
  }

  struct Settings: Equatable {
    var algorithm = Algorithm.vector
    var direction = Direction()
    /// Metres. Within 0.1 m the direction fades; at 0 there is none.
    var distance = 1.0
    /// Linear.
    var gain = 1.0
    /// Measured ears for the HRTF algorithm.
    var ears: EarSet?
  }

  private let inputCount: Int
  private let outputCount: Int
  private let sampleRate: Double
  private let speakers: SpeakerPan

  private var settings: Settings?
  private var gains: GainMatrix
  private var ears = EarFilters()

  private var history: History<Float>

  /// Frames by which everything comes late: `EarPair.latency` where any source is filtered for the ears. To be set
  /// before the first frame.
  var latency = 0

  init(inputCount: Int, output: RenderFormat) throws(UnitError) {
    self.inputCount = inputCount
    outputCount = output.channelCount
    sampleRate = output.sampleRate
    speakers = try SpeakerPan(output)
    gains = GainMatrix(inputCount: inputCount, outputCount: output.channelCount)
    history = History(
      channelCount: inputCount, past: EarPair.longest(sampleRate) + Self.longestDelay(sampleRate),
      block: output.maximumFrames, silence: 0)
  }

  /// Frames: a millisecond to the far ear, and to make a delay between frames.
  private static func longestDelay(_ sampleRate: Double) -> Int {
    Int(0.001 * sampleRate) + EarPair.latency + 2
  }

  /// Whether a source under these settings is filtered for the ears.
  func isBinaural(_ algorithm: Algorithm) -> Bool {
    inputCount == 1 && outputCount == 2 && (algorithm == .sphere || algorithm == .hrtf)
  }

  /// Frames for which the output goes on after the input.
  var tail: Int {
    guard let settings, isBinaural(settings.algorithm) else { return 0 }
    return tapCount(settings) + Self.longestDelay(sampleRate)
  }

  func update(_ new: Settings) {
    guard new != settings else { return }
    settings = new
    let isBinaural = isBinaural(new.algorithm) && new.gain != 0
    ears.set(isBinaural ? earPair(new) : nil)
    switch inputCount {
    case 1 where new.algorithm != .passThrough:
      let placed = isBinaural ? [] : placed(new)
      for o in 0..<outputCount { gains.set(isBinaural ? 0 : new.gain * placed[o], from: 0, to: o) }
    case 4 where new.algorithm != .passThrough: turn(new)
    default: gains.set(pan: 0, gain: new.gain, inputCount: inputCount, outputCount: outputCount)
    }
  }

  /// How much of a direction there is: a source at the listener's place has none.
  private func strength(_ distance: Double) -> Double { (distance / 0.1).clamped(to: 0...1) }

  private func placed(_ settings: Settings) -> [Double] {
    func gains(_ direction: Direction) -> [Double] {
      settings.algorithm == .soundField ? speakers.soundField(direction) : speakers.vector(direction)
    }
    let strength = strength(settings.distance)
    let there = gains(settings.direction)
    guard strength < 1 else { return there }
    let mixed = zip(there, gains(Direction())).map { strength * $0 + (1 - strength) * $1 }
    let power = there.reduce(0) { $0 + $1 * $1 } / mixed.reduce(0) { $0 + $1 * $1 }
    return mixed.map { $0 * power.squareRoot() }
  }

  /// A sound field turned by the azimuth, for each loudspeaker as a cardioid or by max rE weights.
  private func turn(_ settings: Settings) {
    let half = 2.0.squareRoot()
    // A loudspeaker's gain for sound from the front, the right and all around.
    let front = speakers.soundField(Direction())
    let right = speakers.soundField(Direction(azimuth: 90))
    let back = speakers.soundField(Direction(azimuth: 180))
    let angle = settings.direction.azimuth * .pi / 180
    for o in 0..<outputCount {
      let around = (front[o] + back[o]) / 2
      let (x, y) = (front[o] - around, -(right[o] - around))
      gains.set(settings.gain * half * around, from: 0, to: o)
      gains.set(settings.gain * (x * cos(angle) - y * sin(angle)), from: 1, to: o)
      gains.set(settings.gain * (x * sin(angle) + y * cos(angle)), from: 2, to: o)
      gains.set(0, from: 3, to: o)
    }
  }

  private func tapCount(_ settings: Settings) -> Int {
    settings.algorithm == .hrtf
      ? settings.ears?.tapCount(sampleRate) ?? EarPair.length(sampleRate) : EarPair.length(sampleRate)
  }

  private func earPair(_ settings: Settings) -> EarPair {
    let direction = settings.direction
    let length = tapCount(settings)
    let frequencies = EarPair.frequencies(sampleRate, taps: length)
    if settings.algorithm == .hrtf, let ears = settings.ears {
      let heard = settings.distance > 0 ? direction : Direction()
      let response = ears.response(heard, frequencies)
      return EarPair(
        magnitudes: response.magnitudes,
        delays: (min(response.delays.left, 0.001), min(response.delays.right, 0.001)), gain: settings.gain,
        length: length, sampleRate: sampleRate)
    }
    let lateral = direction.lateral * strength(settings.distance)
    let polar = atan2(
      sin(direction.elevation * .pi / 180), cos(direction.elevation * .pi / 180) * cos(direction.azimuth * .pi / 180))
    let around = polar < -.pi / 2 ? polar + 2 * .pi : polar
    func ear(_ cosine: Double) -> [Double] {
      frequencies.map { frequency in
        let head = SphericalHead.magnitude(frequency: frequency, cosine: cosine, distance: settings.distance)
        guard settings.algorithm == .hrtf else { return head }
        return head
          * SphericalHead.outerEar(frequency: frequency, lateral: asin(abs(lateral)), polar: around)
      }
    }
    let delay = SphericalHead.interauralDelay(lateral: lateral)
    return EarPair(
      magnitudes: (ear(-lateral), ear(lateral)), delays: lateral > 0 ? (delay, 0) : (0, delay), gain: settings.gain,
      length: length, sampleRate: sampleRate)
  }

  func reset() {
    history.reset(0)
    gains.reset()
    ears.reset()
  }

  /// Adds the source to the output.
  func add(_ input: borrowing AudioBuffer, to output: inout AudioBuffer) {
    guard latency > 0 || ears.isHeard else { return gains.add(input, to: &output) }
    history.advance(output.frameCount)
    for channel in 0..<inputCount { history[channel].update(from: input[channel], count: output.frameCount) }
    gains.add(to: &output) { UnsafePointer(history[$0] - latency) }
    if ears.isHeard {
      ears.add(history[0], left: output[0], right: output[1], count: output.frameCount)
    }
  }
}
