import Glibc

/// The level of a signal, in amplitude: a peak follower that falls by 1/e a release time, smoothed by the attack time.
///
///     p = max(|x|, p · e^(-1/release)),   level = level · a + p · (1 - a),   a = e^(-1/attack)
///
/// The decoupled smooth detector of D. Giannoulis, M. Massberg and J. Reiss, JAES 60(6), 2012. Lanes are signals that share
/// their times: the bands of a multiband compressor.
struct LevelDetector {
  private var fall = Doubles.zero
  private var keep = Doubles.zero
  private var take = Doubles(repeating: 1)

  private var peak = Doubles.zero
  private(set) var level = Doubles.zero

  /// Times in frames; 0 follows at once.
  mutating func set(attack: Double, release: Double) {
    fall = Doubles(repeating: exp(-1 / max(release, 1e-3)))
    keep = Doubles(repeating: exp(-1 / max(attack, 1e-3)))
    take = Doubles(repeating: 1) - keep
  }

  mutating func reset() {
    peak = .zero
    level = .zero
  }

  /// The levels once a frame's magnitudes have been heard.
  @inline(__always)
  mutating func next(_ magnitude: Doubles) -> Doubles {
    peak = peak * fall
    peak.raise(to: magnitude)
    let kept = level * keep
    level = kept + peak * take
    return level
  }

  mutating func flush() {
    peak.flush()
    level.flush()
  }
}

/// What a level meter shows: it rises at once and falls by 1/e in 0.3 s, in steps of a quantum (reference/dsp.md B12).
struct PeakMeter {
  private let fall: Float

  private var peak: Float = 0

  init(sampleRate: Double) {
    fall = Float(exp(-Double(quantum) / (0.3 * sampleRate)))
  }

  mutating func reset() {
    peak = 0
  }

  /// Begins a quantum.
  mutating func advance() {
    peak = peak < 1e-30 ? 0 : peak * fall
  }

  mutating func hear(_ magnitude: Float) {
    peak = max(peak, magnitude)
  }

  /// dB, -120…20 as the headers document.
  var reading: Float {
    Float(min(decibels(amplitude: Double(peak)), 20))
  }
}
