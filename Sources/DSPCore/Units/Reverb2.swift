import Glibc
public import ParamSpec

/// AUReverb2: one room whose decay is given at both ends of the spectrum.
///
///     in ─ diffuser of 16, twice ─ network of 16, lines from min to max delay ─ gain ─ wet
///
/// The parameters are Apple's, the structure is ours; they fit a feedback delay network one to one. The lines' lengths
/// and the diffuser are drawn from the number of RandomizeReflections: the same number is the same room
/// (reference/dsp.md U19, decisions 17, 24, 26).
public struct Reverb2Unit: Effect, ~Copyable {
  private let sampleRate: Double

  private var settings = Reverb2Room.Settings()

  private var rooms: Rooms<Reverb2Room>
  private var mix = DryWetMix()

  private var wet: AudioBuffer

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    rooms = Rooms(format: format)
    wet = AudioBuffer(channelCount: format.channelCount, frameCapacity: format.maximumFrames)
  }

  public mutating func update(_ values: ParameterValues<Reverb2>) {
    settings = Reverb2Room.Settings(values)
    let isFresh = rooms.isFresh
    rooms.forEach { $0.update(settings, atOnce: isFresh) }
    mix.set(percent: values.dryWetMix)
  }

  public mutating func process(_ block: inout AudioBuffer) {
    wet.resize(to: block.frameCount)
    rooms.process(&block, to: &wet)
    mix.process(&block, wet: &wet, channels: rooms.channels)
  }

  public mutating func reset() {
    rooms.reset()
    mix.reset()
    rooms.forEach { $0.update(settings, atOnce: true) }
  }

  public var tail: Int {
    let decay = max(settings.decay.dc, settings.decay.nyquist)
    return Int((sampleRate * (2 * decay + 2 * settings.delays.upperBound + 0.1)).rounded(.up))
  }
}

/// One pair of channels of the reverb.
final class Reverb2Room: Room {
  struct Settings {
    /// From the shortest line to the longest, s.
    var delays = 0.01...0.02
    /// Seconds to fall by 60 dB, at 0 Hz and at Nyquist.
    var decay = (dc: 1.0, nyquist: 1.0)
    /// Of the wet sound.
    var gain: Float = 1
    var seed: UInt64 = 1
  }

  private let sampleRate: Double
  private let seed: UInt64

  /// What brings the network to its loudness; kept while it runs, or a decay cut short would come out louder.
  private var level: Float = 0
  private var gain = QuantumRamp(0)

  private var first: HadamardDiffuser
  private var second: HadamardDiffuser
  private var network: FeedbackDelayNetwork

  /// What comes out of the diffusers, a quantum of sixteen signals, and of the network.
  private let diffused: UnsafeMutablePointer<Float>
  private let reverb: UnsafeMutablePointer<Float>

  /// What the diffuser spreads an impulse over at most, s: its first stage half of that.
  private static let widest = 0.016
  private static let longest = 1.11

  init(sampleRate: Double, seed: UInt64) {
    self.sampleRate = sampleRate
    self.seed = seed
    first = HadamardDiffuser(inputCount: 2, longest: Int(Self.widest * sampleRate))
    second = HadamardDiffuser(inputCount: 16, longest: Int(Self.widest * sampleRate))
    network = FeedbackDelayNetwork(longest: Int(Self.longest * sampleRate) + 200, sampleRate: sampleRate)
    diffused = .allocate(capacity: 16 * HadamardDiffuser.stride)
    diffused.initialize(repeating: 0, count: 16 * HadamardDiffuser.stride)
    reverb = .allocate(capacity: 2 * quantum)
    reverb.initialize(repeating: 0, count: 2 * quantum)
  }

  deinit {
    diffused.deallocate()
    reverb.deallocate()
  }

  /// Takes new settings; delays and their seed only `atOnce`.
  func update(_ settings: Settings, atOnce: Bool) {
    if atOnce { arrange(settings) }
    network.set(decay: settings.decay, atOnce: atOnce)
    // Each of the two matrices of the diffuser makes its signals four times as loud. The wet sound of pink noise is
    // then 6 dB below it at the defaults.
    if atOnce { level = 0.5 / 16 / max(network.level(at: 1000), 0.03) }
    gain.target = settings.gain * level
    if atOnce { gain.snap() }
  }

  private func arrange(_ settings: Settings) {
    var random = SplitMix64(seed: settings.seed &* 1009 &+ seed)
    let (shortest, longest) = (settings.delays.lowerBound, settings.delays.upperBound)
    let places = (0..<16).map { ((Double($0) + 0.3 * random.sample()) / 15).clamped(to: 0...1) }
    network.arrange { shortest * pow(longest / shortest, places[$0]) * sampleRate }
    let span = min(shortest, Self.widest) * sampleRate
    first.arrange(span: span / 2, &random)
    second.arrange(span: span, &random)
  }

  func begin() {
    gain.advance()
    network.begin()
  }

  var input: Stereo<UnsafeMutablePointer<Float>> { Stereo(left: first.writer(0), right: first.writer(1)) }

  func process(to output: Stereo<UnsafeMutablePointer<Float>>, _ frames: Range<Int>) {
    let groups = frames.lowerBound / 8 * 8..<(frames.upperBound + 7) / 8 * 8
    first.process(groups) { second.writer($0) }
    second.process(groups) { diffused + $0 * HadamardDiffuser.stride }
    let wet = Stereo(left: reverb, right: reverb + quantum)
    network.process(diffused, stride: HadamardDiffuser.stride, inputCount: 16, to: wet, frames)
    var i = groups.lowerBound
    while i < groups.upperBound {
      let gain = gain.lanes(at: i)
      (output.left + i).lanes = gain * (wet.left + i).lanes
      (output.right + i).lanes = gain * (wet.right + i).lanes
      i &+= 8
    }
  }

  func end() {
    first.end()
    second.end()
    network.end()
  }

  func clear() {
    first.clear()
    second.clear()
    network.clear()
  }

  func reset() {
    clear()
    network.reset()
  }

  func isBelow(_ level: Float) -> Bool {
    network.isBelow(level) && second.isBelow(level) && first.isBelow(level)
  }
}

extension Reverb2Room.Settings {
  init(_ values: ParameterValues<Reverb2>) {
    let a = Double(values.minDelayTime).clamped(to: 0.0001...1)
    let b = Double(values.maxDelayTime).clamped(to: 0.0001...1)
    // Lines of one length would ring: where the ends come together they part by ten per cent either way.
    let middle = (a * b).squareRoot()
    delays = min(a, b, middle / 1.1)...max(a, b, middle * 1.1)
    decay = (
      Double(values.decayTimeAt0Hz).clamped(to: 0.001...20), Double(values.decayTimeAtNyquist).clamped(to: 0.001...20)
    )
    gain = Float(amplitude(decibels: Double(values.gain).clamped(to: -40...40)))
    seed = UInt64(Double(values.randomizeReflections).clamped(to: 1...1000).rounded())
  }
}
