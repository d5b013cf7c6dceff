import Glibc
public import ParamSpec

/// AUMatrixReverb: a small and a large feedback delay network side by side.
///
///     in ─ pre-delay ─┬─ diffuser ─ network of 16 ────────────────── √(1-s) ─ + ─ peak filter ─ wet
///                     └─ large delay ─ diffuser ─ network of 16, moving ─ √s ─┘
///
/// The parameters are Apple's, the structure is ours; no structure is published. A size is the mean delay of a
/// network's lines, and every network decays by 60 dB in 50 mean delays: the documented default of the large size,
/// 3.07 s, is 50 times the 0.0614 that real states hold (reference/dsp.md U21, decisions 2, 3, 26). The small network
/// has sixteen lines, too: eight lines as short as these leave gaps between their modes, and ring.
public struct MatrixReverbUnit: Effect, ~Copyable {
  private let sampleRate: Double

  private var settings = MatrixRoom.Settings()

  private var rooms: Rooms<MatrixRoom>
  private var filter: BiquadCascade
  private var mix = DryWetMix()

  private var wet: AudioBuffer

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    rooms = Rooms(format: format)
    filter = BiquadCascade(channelCount: format.channelCount)
    wet = AudioBuffer(channelCount: format.channelCount, frameCapacity: format.maximumFrames)
  }

  public mutating func update(_ values: ParameterValues<MatrixReverb>) {
    settings = MatrixRoom.Settings(values)
    let isFresh = rooms.isFresh
    rooms.forEach { $0.update(settings, atOnce: isFresh) }
    filter.set(
      .peak(
        center: Double(values.filterFrequency), octaves: Double(values.filterBandwidth).clamped(to: 0.05...4),
        gain: Double(values.filterGain).clamped(to: -40...40), sampleRate: sampleRate))
    mix.set(percent: values.dryWetMix)
  }

  public mutating func process(_ block: inout AudioBuffer) {
    wet.resize(to: block.frameCount)
    rooms.process(&block, to: &wet)
    filter.process(&wet)
    mix.process(&block, wet: &wet, channels: rooms.channels)
  }

  public mutating func reset() {
    rooms.reset()
    filter.reset()
    mix.reset()
    rooms.forEach { $0.update(settings, atOnce: true) }
  }

  public var tail: Int {
    let seconds = [settings.small, settings.large].map { $0.delay + 2 * $0.decay.dc + 2 * $0.size }
    return Int((sampleRate * max(seconds[0], seconds[1])).rounded(.up))
  }
}

/// One pair of channels of the reverb.
final class MatrixRoom: Room {
  struct Settings {
    var small = DiffusedNetwork.Settings()
    var large = DiffusedNetwork.Settings()
    /// Hz, 0…1.
    var modulation = (rate: 0.0, depth: 0.0)
  }

  private let history: DelayLines
  private var small: DiffusedNetwork
  private var large: DiffusedNetwork

  init(sampleRate: Double, seed: UInt64) {
    history = DelayLines(count: 2, longest: Int(0.14 * sampleRate))
    // The early part is some 3 dB up on the late one: Medium Hall 3 then decays in its published 1.77 s. The seeds are
    // those, of some sixty, whose channels are least alike and whose modes are most even.
    small = DiffusedNetwork(largestSize: 0.1, loudness: 0.75, sampleRate: sampleRate, seed: 34 + 1000 * seed)
    large = DiffusedNetwork(
      largestSize: 0.2, excursion: 8.0 / 44_100, loudness: 0.5, sampleRate: sampleRate, seed: 14 + 1000 * seed)
  }

  func update(_ settings: Settings, atOnce: Bool) {
    small.update(settings.small, atOnce: atOnce)
    large.update(settings.large, atOnce: atOnce)
    large.setModulation(rate: settings.modulation.rate, depth: settings.modulation.depth, atOnce: atOnce)
  }

  func begin() {
    small.begin()
    large.begin()
  }

  var input: Stereo<UnsafeMutablePointer<Float>> { Stereo(left: history.writer(0), right: history.writer(1)) }

  func process(to output: Stereo<UnsafeMutablePointer<Float>>, _ frames: Range<Int>) {
    history.wrote(0, frames)
    history.wrote(1, frames)
    small.process(history, to: output, adding: false, frames)
    large.process(history, to: output, adding: true, frames)
  }

  func end() {
    history.advance()
    small.end()
    large.end()
  }

  func clear() {
    history.clear()
    small.clear()
    large.clear()
  }

  func reset() {
    clear()
    small.reset()
    large.reset()
  }

  func isBelow(_ level: Float) -> Bool {
    small.isBelow(level) && large.isBelow(level) && history.isBelow(level)
  }
}

extension MatrixRoom.Settings {
  init(_ values: ParameterValues<MatrixReverb>) {
    let gains = equalPower(percent: values.smallLargeMix)
    let preDelay = Double(values.preDelay).clamped(to: 0...0.03)
    small = DiffusedNetwork.Settings(
      delay: preDelay,
      size: Double(values.smallSize).clamped(to: 0.0001...0.1),
      density: Double(values.smallDensity).clamped(to: 0...1),
      delayRange: Double(values.smallDelayRange).clamped(to: 0...1),
      brightness: Double(values.smallBrightness).clamped(to: 0.1...1),
      gain: gains.dry)
    large = DiffusedNetwork.Settings(
      delay: preDelay + Double(values.largeDelay).clamped(to: 0...0.1),
      size: largeSize(Double(values.largeSize)),
      density: Double(values.largeDensity).clamped(to: 0...1),
      delayRange: Double(values.largeDelayRange).clamped(to: 0...1),
      brightness: Double(values.largeBrightness).clamped(to: 0.1...1),
      gain: gains.wet)
    modulation = (Double(values.modulationRate).clamped(to: 0...20), Double(values.modulationDepth).clamped(to: 0...1))
  }
}

/// The mean delay, s, that a value of the large size stands for: from 0.3 on it is the decay in seconds, 0.4 to 10,
/// below that the delay of a saved state, 0.008 to 0.2 (decision 3).
private func largeSize(_ value: Double) -> Double {
  value >= 0.3 ? value.clamped(to: 0.4...10) / DiffusedNetwork.decayPerSize : value.clamped(to: 0.008...0.2)
}
