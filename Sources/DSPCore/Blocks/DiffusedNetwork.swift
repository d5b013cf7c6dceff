import Glibc

/// A delay, a diffuser for each channel, and a network.
struct DiffusedNetwork: ~Copyable {
  struct Settings {
    /// Before the diffuser, s.
    var delay = 0.0
    /// Mean delay of the lines, s.
    var size = 0.01
    var density = 0.0
    var delayRange = 0.0
    var brightness = 1.0
    /// Of what goes out.
    var gain: Float = 0

    /// Seconds to fall by 60 dB, at 0 Hz and at Nyquist (decision 26).
    var decay: (dc: Double, nyquist: Double) {
      let dc = size * DiffusedNetwork.decayPerSize
      return (dc, dc * max(pow(brightness, 4), 0.05))
    }
  }

  /// The time in which a network falls by 60 dB, over its size.
  static let decayPerSize = 50.0

  private let sampleRate: Double
  private let seed: UInt64
  private let loudness: Float

  /// What brings the network to its loudness; kept while it runs, or a decay cut short would come out louder.
  private var level: Float = 0
  private var gain = QuantumRamp(0)
  private var delay = DelayTap()

  private var left: Diffuser
  private var right: Diffuser
  private var network: FeedbackDelayNetwork

  /// Two channels in, two out.
  private let scratch: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - largestSize: the greatest mean delay of the lines, s; `excursion`: the most by which they move.
  ///   - loudness: root of the energy of the response to an impulse, at the lowest frequencies.
  init(
    largestSize: Double, excursion: Double = 0, loudness: Float, sampleRate: Double, seed: UInt64
  ) {
    self.sampleRate = sampleRate
    self.seed = seed
    self.loudness = loudness
    let longest = Int(largestSize * sampleRate)
    left = Diffuser(stages: 4, longest: longest)
    right = Diffuser(stages: 4, longest: longest)
    network = FeedbackDelayNetwork(
      longest: 2 * longest + 100, sampleRate: sampleRate,
      excursion: Int((excursion * sampleRate).rounded()))
    scratch = .allocate(capacity: 4 * quantum)
    scratch.initialize(repeating: 0, count: 4 * quantum)
  }

  deinit { scratch.deallocate() }

  /// Takes new settings; lengths of lines and diffusers only `atOnce`.
  mutating func update(_ settings: Settings, atOnce: Bool) {
    if atOnce { arrange(settings) }
    // By the root, so that the documented default of 0.28 is dense already.
    let coefficient = Float(0.75 * settings.density.squareRoot())
    left.set(gain: coefficient, atOnce: atOnce)
    right.set(gain: coefficient, atOnce: atOnce)
    network.set(decay: settings.decay, atOnce: atOnce)
    if atOnce { level = loudness / network.level(at: 0) }
    gain.target = settings.gain * level
    delay.target = Int((settings.delay * sampleRate).rounded())
    guard atOnce else { return }
    gain.snap()
    delay.snap()
  }

  /// Lays out lines and diffusers. Lines spread evenly in octaves about the size, further the greater the range.
  private mutating func arrange(_ settings: Settings) {
    var random = SplitMix64(seed: seed)
    let spread = 1.12 + 0.9 * settings.delayRange
    let places = (0..<16).map { i in
      pow(spread, 2 * (Double(i) + 0.3 * random.sample()) / 15 - 1)
    }
    let mean = places.reduce(0, +) / 16
    network.arrange { places[$0] / mean * settings.size * sampleRate }
    let reach = min(settings.size, 0.04) * sampleRate
    left.arrange { Int(Self.stages[$0] * (1 + 0.1 * random.sample()) * reach) }
    right.arrange { Int(Self.stages[$0] * (1 + 0.1 * random.sample()) * reach) }
  }

  /// The all-passes' delays, over the size of a small room.
  private static let stages = [0.11, 0.17, 0.27, 0.41]

  mutating func setModulation(rate: Double, depth: Double, atOnce: Bool) {
    network.setModulation(rate: rate, depth: depth, atOnce: atOnce)
  }

  mutating func begin() {
    gain.advance()
    delay.advance()
    left.begin()
    right.begin()
    network.begin()
  }

  /// Writes, or adds, what the network makes of the history's two lines.
  func process(
    _ history: borrowing DelayLines, to output: Stereo<UnsafeMutablePointer<Float>>, adding: Bool, _ frames: Range<Int>
  ) {
    let groups = frames.lowerBound / 8 * 8..<(frames.upperBound + 7) / 8 * 8
    let input = Stereo(left: scratch, right: scratch + quantum)
    left.process(delay.read(history, 0, scratch: input.left, groups), to: input.left, groups)
    right.process(delay.read(history, 1, scratch: input.right, groups), to: input.right, groups)
    let reverb = Stereo(left: scratch + 2 * quantum, right: scratch + 3 * quantum)
    network.process(input.left, stride: quantum, inputCount: 2, to: reverb, frames)
    var i = groups.lowerBound
    while i < groups.upperBound {
      let gain = gain.lanes(at: i)
      let l = gain * (reverb.left + i).lanes
      let r = gain * (reverb.right + i).lanes
      (output.left + i).lanes = adding ? (output.left + i).lanes + l : l
      (output.right + i).lanes = adding ? (output.right + i).lanes + r : r
      i &+= 8
    }
  }

  func end() {
    left.end()
    right.end()
    network.end()
  }

  func clear() {
    left.clear()
    right.clear()
    network.clear()
  }

  mutating func reset() {
    clear()
    network.reset()
  }

  func isBelow(_ level: Float) -> Bool {
    network.isBelow(level) && left.isBelow(level) && right.isBelow(level)
  }
}
