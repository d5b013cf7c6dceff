import Glibc

/// Rows of a Kaiser-windowed sinc: what stands between the frames of a signal, and nothing above its band.
///
///     h(t) = 2ν/s · sinc(2νt/s) · kaiser(t / (s·T/2)),   s = max(1, step)
///
/// A step above 1 stretches the kernel, so that what the slower rate cannot hold is taken out. One row a phase: all
/// positions that a rational step reaches, where there are few, else a fine grid between whose rows the reader
/// interpolates. A stretched kernel is the smoother for it and needs fewer rows. Figures: reference/dsp.md B5.
final class BandLimitedKernel: Sendable {
  /// Taps a row, a multiple of 32.
  let taps: Int
  /// Rows from one input frame to the next; one row more stands for the next frame itself.
  let phases: Int
  /// Whether every position that is asked for falls on a row.
  let isExact: Bool

  private nonisolated(unsafe) let rows: UnsafeMutablePointer<Float>

  /// For steps of so many input frames an output frame. `onGrid` when positions start at a whole frame.
  init(step: Double, onGrid: Bool, quality: Quality) {
    let shape = Shape(quality)
    let stretch = max(1, step)
    let taps = Self.taps(step: step, quality: quality)
    let denominator = onGrid ? Ratio(step, limit: min(4096, Self.capacity / taps))?.denominator : nil
    let phases = denominator ?? max(16, Int((Double(shape.phases) / stretch).rounded(.up)))
    isExact = denominator != nil
    self.taps = taps
    self.phases = phases
    rows = UnsafeMutableRawPointer.allocate(byteCount: (phases + 1) * taps * 4, alignment: 64)
      .bindMemory(to: Float.self, capacity: (phases + 1) * taps)

    let cutoff = 2 * shape.cutoff / stretch
    let halfWidth = Double(shape.taps) * stretch / 2
    let scale = cutoff / besselI0(shape.beta)
    for phase in 0...phases / 2 {
      for k in 0..<taps {
        let t = Double(k - taps / 2 + 1) - Double(phase) / Double(phases)
        let u = t / halfWidth
        let window = abs(u) > 1 ? 0 : besselI0(shape.beta * (1 - u * u).squareRoot())
        let angle = .pi * cutoff * t
        let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
        let value = Float(scale * sinc * window)
        rows[phase * taps + k] = value
        rows[(phases - phase + 1) * taps - 1 - k] = value
      }
    }
  }

  /// Taps a row for a step, a multiple of 32.
  static func taps(step: Double, quality: Quality) -> Int {
    Int((Double(Shape(quality).taps) * max(1, step) / 32).rounded(.up)) * 32
  }

  deinit { rows.deallocate() }

  @inline(__always)
  func row(_ phase: Int) -> UnsafePointer<Float> {
    UnsafePointer(rows + phase * taps)
  }

  /// The most floats that exact rows may take, 2 MiB.
  private static let capacity = 1 << 19

  /// Length, Kaiser β, cut-off as a share of the sample rate, and rows where they cannot be exact.
  private struct Shape {
    let taps: Int
    let beta: Double
    let cutoff: Double
    let phases: Int

    init(_ quality: Quality) {
      switch quality {
      // 120 dB, 20 to 24.1 kHz at 44.1 kHz.
      case .draft: (taps, beta, cutoff, phases) = (64, 12.27, 0.5, 1024)
      // 140 dB, 20 to 22.6 kHz.
      case .normal: (taps, beta, cutoff, phases) = (128, 14.47, 21.3 / 44.1, 1024)
      // 160 dB, 20.2 to 22.05 kHz: nothing at all folds back.
      case .best: (taps, beta, cutoff, phases) = (256, 16.67, 0.4792, 2048)
      }
    }
  }
}

/// The modified Bessel function of order 0, by its power series.
func besselI0(_ x: Double) -> Double {
  let quarter = x * x / 4
  var term = 1.0
  var total = 1.0
  var k = 1.0
  while term > total * 1e-17 {
    term *= quarter / (k * k)
    total += term
    k += 1
  }
  return total
}
