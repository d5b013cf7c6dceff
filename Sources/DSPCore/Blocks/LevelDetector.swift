import Glibc

/// The level of a signal, in amplitude: a peak follower that falls by 1/e a release time, smoothed by the attack time.
///
///     p = max(|x|, p · e^(-1/release)),   level = level · a + p · (1 - a),   a = e^(-1/attack)
///
/// The decoupled smooth detector of D. Giannoulis, M. Massberg and J. Reiss, JAES 60(6), 2012. Lanes are signals that
/// share their times: the bands of a multiband compressor.
struct LevelDetector<Signals: SIMD> where Signals.Scalar == Double {
  private var fall = Signals.zero
  private var keep = Signals.zero
  private var take = Signals(repeating: 1)

  private var peak = Signals.zero
  private(set) var level = Signals.zero

  /// Times in frames; 0 follows at once.
  mutating func set(attack: Double, release: Double) {
    fall = Signals(repeating: exp(-1 / max(release, 1e-3)))
    keep = Signals(repeating: exp(-1 / max(attack, 1e-3)))
    take = Signals(repeating: 1) - keep
  }

  mutating func reset() {
    peak = .zero
    level = .zero
  }

  /// The level once a frame's magnitudes have been heard.
  @inline(__always)
  mutating func next(_ magnitude: Signals) -> Signals {
    let held = peak * fall
    peak = held.replacing(with: magnitude, where: magnitude .> held)
    let kept = level * keep
    level = kept + peak * take
    return level
  }

  /// Below 1e-30 nothing is left (reference/dsp.md 1.6); on a grid of frames.
  mutating func flush() {
    peak.replace(with: 0, where: peak .< 1e-30)
    level.replace(with: 0, where: level .< 1e-30)
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
