import Glibc

/// What gain a level gets: 1 up to the threshold, then less, so that level × gain bends away from the threshold and
/// nears threshold + headroom but never passes it; and below the expansion threshold less again.
///
///     output         _______ threshold + headroom          exponential: y = t + S · (1 - e^(-(x - t)/S)),
///     level       .-'                                                    S = the headroom in amplitude
///                /  threshold                              decibels:    the same formula on levels in dB
///               /
///              |  expansion threshold: `ratio` dB down for each dB
///
/// That there is no ratio and that threshold + headroom is not passed is Apple's; the exponential in amplitude is that
/// of WebKit's compressor, by the author of Apple's unit, slope 1 at the threshold (reference/dsp.md U11, decision 13).
/// Each of eight lanes has a curve of its own.
struct DynamicsCurve: Equatable {
  /// How the curve of one lane is set. Levels in dB; every finite value is safe.
  struct Settings {
    var threshold: Float
    var headroom: Float
    var isDecibels = false
    var ratio: Float = 1
    var expansionThreshold: Float = -120
    /// What the gain is multiplied by, in dB.
    var makeUp: Float = 0
  }

  private let isDecibels: Bool
  private let expands: Bool
  private var threshold = Lanes.zero
  /// The headroom: in amplitude, or in octaves of amplitude.
  private var span = Lanes.zero
  /// log2(e) over the span: e^(-z/S) is 2^(-z · rate).
  private var rate = Lanes.zero
  private var expansionThreshold = Lanes.zero
  private var expansion = Lanes.zero
  private var makeUp = Lanes.zero

  /// The settings in turn, over and over. All share the first's `isDecibels`.
  init(_ settings: [Settings]) {
    isDecibels = settings[0].isDecibels
    expands = settings.contains { $0.ratio > 1 }
    for lane in 0..<Lanes.scalarCount {
      let s = settings[lane % settings.count]
      let low = Double(min(max(s.threshold, -200), 200))
      let head = Double(min(max(s.headroom, 0.01), 200))
      let octave = 20 * log10(2.0)
      if isDecibels {
        threshold[lane] = Float(low / octave)
        span[lane] = Float(head / octave)
      } else {
        threshold[lane] = Float(amplitude(decibels: low))
        span[lane] = Float(amplitude(decibels: low + head) - amplitude(decibels: low))
      }
      rate[lane] = Float(M_LOG2E) / span[lane]
      expansionThreshold[lane] = Float(amplitude(decibels: min(max(Double(s.expansionThreshold), -200), low)))
      expansion[lane] = min(max(s.ratio, 1), 1e6) - 1
      makeUp[lane] = Float(amplitude(decibels: Double(min(max(s.makeUp, -200), 200))))
    }
  }

  /// Replaces levels in amplitude, lanes over and over, by gains, make-up included. Works on whole lanes.
  func apply(_ values: UnsafeMutablePointer<Float>, count: Int) {
    for i in stride(from: 0, to: count, by: 8) {
      var x = (values + i).lanes
      x.replace(with: Self.floor, where: x .< Self.floor)
      var gain = compression(x) * makeUp
      let isQuiet = x .< expansionThreshold
      if expands && isQuiet.hasAny {
        var octaves = (x / expansionThreshold).log2 * expansion
        octaves.replace(with: Self.deepest, where: octaves .< Self.deepest)
        gain *= Lanes(repeating: 1).replacing(with: octaves.exp2, where: isQuiet)
      }
      (values + i).lanes = gain
    }
  }

  /// The compressor's own gain for levels in amplitude, at least `floor`.
  @inline(__always)
  func compression(_ x: Lanes) -> Lanes {
    let over = (isDecibels ? x.log2 : x) - threshold
    // -span · (e^(-over/span) - 1): how far above the threshold the output comes, without cancellation near it.
    let risen = (over * -rate).exp2MinusOne * -span
    let gain = isDecibels ? (risen - over).exp2 : (threshold + risen) / x
    return gain.replacing(with: 1, where: over .<= 0)
  }

  /// -120 dB: what is quieter gets the gain of this.
  static let floor: Float = 1e-6
  /// The expander takes no more than 100 dB away; in octaves of amplitude.
  private static let deepest: Float = -16.6096
}

/// A curve that is swapped for another by fading from the gains of one to those of the other over a quantum.
struct MovingCurve: ~Copyable {
  /// Levels of a frame: one, or one a band. A power of two up to eight.
  private let bands: Int

  /// What is faded to over the next quantum.
  var target: DynamicsCurve
  private var start: DynamicsCurve
  private var end: DynamicsCurve?

  private let scratch: UnsafeMutablePointer<Float>

  init(bands: Int) {
    self.bands = bands
    target = DynamicsCurve([DynamicsCurve.Settings(threshold: 0, headroom: 0)])
    start = target
    scratch = .allocate(capacity: bands * quantum)
    scratch.initialize(repeating: 0, count: bands * quantum)
  }

  deinit { scratch.deallocate() }

  /// Stands at the target at once.
  mutating func snap() {
    start = target
    end = nil
  }

  /// Begins the next quantum.
  mutating func advance() {
    if let end { start = end }
    end = target == start ? nil : target
  }

  /// Replaces the levels of so many frames by gains; the first is frame `offset` of the quantum in hand.
  func apply(_ values: UnsafeMutablePointer<Float>, frames: Int, offset: Int) {
    let count = bands * frames
    if let end {
      scratch.update(from: values, count: count)
      end.apply(scratch, count: count)
    }
    start.apply(values, count: count)
    guard end != nil else { return }
    for i in 0..<count {
      let share = Float(offset + i / bands + 1) / Float(quantum)
      values[i] += (scratch[i] - values[i]) * share
    }
  }

  /// The compressor's gain for a level in amplitude by the curve of one band.
  func compression(_ level: Double, band: Int) -> Double {
    let x = Lanes(repeating: max(Float(level), DynamicsCurve.floor))
    return Double((end ?? start).compression(x)[band])
  }
}
