import CFFTW
import Glibc

/// Another sample rate in a simple ratio to the old one, by overlap-save in the frequency domain, in Double.
///
///     input ─ blocks of a·p frames ─ FFT ─ · low-pass ─ spectrum cut or filled up ─ inverse FFT ─ a·q frames
///
/// Spectra line up where the ratio is p/q and blocks are multiples of both. The low-pass is linear-phase and ends at
/// the lower Nyquist frequency, 180 dB down, so that nothing folds; its length costs next to nothing. The first and
/// last d·q frames of a block hear the block's ends and are dropped.
final class SpectralResampler {
  /// Input frames of a block, and how many lie before its first output frame.
  let inputSize: Int
  let lead: Int
  /// Input and output frames from one block to the next.
  let inputHop: Int
  let outputHop: Int

  private let outputSize: Int
  private let skipped: Int
  private let forward: fftw_plan
  private let inverse: fftw_plan
  /// The low-pass at the bins that both spectra have, over the transform's length.
  private let response: UnsafeMutablePointer<Double>

  private let input: UnsafeMutablePointer<Double>
  private let inputBins: UnsafeMutablePointer<fftw_complex>
  private let outputBins: UnsafeMutablePointer<fftw_complex>
  private let output: UnsafeMutablePointer<Double>

  /// nil where the step, input frames an output frame, is no ratio that transforms do well.
  init?(step: Double, quality: Quality) {
    guard let ratio = Ratio(step, limit: 4096), let shape = Shape(ratio, quality) else { return nil }
    inputSize = shape.blocks * ratio.numerator
    outputSize = shape.blocks * ratio.denominator
    lead = shape.edge * ratio.numerator
    skipped = shape.edge * ratio.denominator
    let hop = shape.blocks - 2 * shape.edge
    inputHop = hop * ratio.numerator
    outputHop = hop * ratio.denominator
    input = .allocate(capacity: inputSize)
    output = .allocate(capacity: outputSize)
    inputBins = .allocate(capacity: inputSize / 2 + 1)
    outputBins = .allocate(capacity: outputSize / 2 + 1)
    response = .allocate(capacity: inputSize / 2 + 1)
    (forward, inverse) = plans(inputSize, input, inputBins, outputBins, output, outputSize)

    // The low-pass around frame 0, and its spectrum, which is real.
    let cutoff = shape.cutoff / max(1, step)
    let reach = shape.taps / 2 * max(1, step)
    let scale = 2 * cutoff / besselI0(shape.beta) / Double(inputSize)
    for i in 0..<inputSize {
      let t = Double(i <= inputSize / 2 ? i : i - inputSize)
      let u = t / reach
      let window = abs(u) < 1 ? besselI0(shape.beta * (1 - u * u).squareRoot()) : 0
      let angle = 2 * .pi * cutoff * t
      input[i] = scale * window * (i == 0 ? 1 : sin(angle) / angle)
    }
    fftw_execute(forward)
    for k in 0...inputSize / 2 { response[k] = inputBins[k].0 }
  }

  deinit {
    destroy(forward, inverse)
    input.deallocate()
    output.deallocate()
    inputBins.deallocate()
    outputBins.deallocate()
    response.deallocate()
  }

  /// Gives the `outputHop` frames whose first lies at frame `lead` of `inputSize` frames.
  func resample(_ frames: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>) {
    let (input, response, output) = (input, response, output + skipped)
    for i in 0..<inputSize { input[i] = Double(frames[i]) }
    fftw_execute(forward)
    let shared = min(inputSize, outputSize) / 2
    let (from, to) = (inputBins, outputBins)
    for k in 0..<shared { to[k] = (from[k].0 * response[k], from[k].1 * response[k]) }
    // At the lower Nyquist frequency and above it there is nothing.
    for k in shared...outputSize / 2 { to[k] = (0, 0) }
    fftw_execute(inverse)
    for i in 0..<outputHop {
      let y = output[i]
      // What a transform leaves of silence is no sound.
      result[i] = abs(y) < 1e-13 ? 0 : Float(y)
    }
  }

  /// The low-pass, and blocks for a ratio.
  private struct Shape {
    /// Length at the lower rate, and Kaiser β.
    let taps: Double
    let beta: Double
    /// As a share of the lower rate: half the transition below its Nyquist frequency.
    let cutoff: Double
    /// Blocks are so many times the ratio's numbers, their edges so many.
    let blocks: Int
    let edge: Int

    init?(_ ratio: Ratio, _ quality: Quality) {
      let attenuation: Double
      switch quality {
      // To 17.8 kHz at 44.1 kHz.
      case .draft: (taps, attenuation) = (96, 120)
      // To 20.7 kHz.
      case .normal: (taps, attenuation) = (384, 180)
      // To 21.4 kHz.
      case .best: (taps, attenuation) = (768, 180)
      }
      beta = 0.1102 * (attenuation - 8.7)
      cutoff = 0.5 - (attenuation - 7.95) / (2.285 * (taps - 1)) / (4 * .pi)
      let (p, q) = (ratio.numerator, ratio.denominator)
      guard Self.isSmooth(p), Self.isSmooth(q), p != q else { return nil }
      let reach = taps / 2 * max(1, Double(p) / Double(q))
      edge = Int((reach / Double(p)).rounded(.up))
      // The cheapest a frame.
      var best = (cost: Double.infinity, blocks: 0)
      for odd in [1, 3, 5] {
        var blocks = 2 * odd
        while max(p, q) * blocks <= 1 << 16 {
          if blocks > 2 * edge {
            let cost = (Self.cost(p * blocks) + Self.cost(q * blocks)) / Double((blocks - 2 * edge) * q)
            if cost < best.cost { best = (cost, blocks) }
          }
          blocks *= 2
        }
      }
      guard best.blocks > 0 else { return nil }
      blocks = best.blocks
    }

    /// What a transform costs, more where it leaves the first-level cache.
    private static func cost(_ size: Int) -> Double {
      Double(size) * log2(Double(size)) * (size > 8192 ? 1.5 : 1)
    }

    /// No prime factor above 13, which transforms have no fast way for.
    private static func isSmooth(_ number: Int) -> Bool {
      var rest = number
      for prime in [2, 3, 5, 7, 11, 13] {
        while rest % prime == 0 { rest /= prime }
      }
      return rest == 1
    }
  }
}

private func plans(
  _ inputSize: Int, _ input: UnsafeMutablePointer<Double>, _ inputBins: UnsafeMutablePointer<fftw_complex>,
  _ outputBins: UnsafeMutablePointer<fftw_complex>, _ output: UnsafeMutablePointer<Double>, _ outputSize: Int
) -> (fftw_plan, fftw_plan) {
  fftwPlanner.plan {
    (
      fftw_plan_dft_r2c_1d(Int32(inputSize), input, inputBins, FFTW_ESTIMATE),
      fftw_plan_dft_c2r_1d(Int32(outputSize), outputBins, output, FFTW_ESTIMATE)
    )
  }
}

private func destroy(_ plans: fftw_plan...) {
  fftwPlanner.plan {
    for plan in plans { fftw_destroy_plan(plan) }
  }
}
