import DSPCore
import Glibc
import TestSupport
import Testing

@Suite struct ResamplerNodeTests {
  private func resample(
    _ signal: [[Float]], from: Double, to: Double, quality: Quality = .normal, extra: Int = 0, blockSize: Int = 1024
  ) throws -> [[Float]] {
    let node = resampled(SignalNode(signal, sampleRate: from, quality: quality), to: to)
    let frames = Int((Double(signal[0].count) * to / from).rounded())
    return try render(node, frames: frames + extra, blockSize: blockSize)
  }

  @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (96_000, 44_100), (44_100, 96_000), (8000, 44_100)])
  func `a tone keeps its frequency, level and purity`(_ from: Double, _ to: Double) throws {
    let nyquist = min(from, to) / 2
    for frequency in [nyquist * 0.045, nyquist * 0.9] {
      let output = try resample([sine(Int(from / 2), frequency: frequency, sampleRate: from)], from: from, to: to)
      // Half the low-pass at either end hears silence.
      let fit = sineFit(
        middle(output[0], trimming: Int(400 * max(1, to / from))), frequency: frequency, sampleRate: to)
      #expect(abs(decibels(fit.amplitude)) < 0.001)
      // Float32 at the output rounds at -150 dB.
      #expect(fit.residual < -145)
    }
  }

  @Test(arguments: [Quality.normal, .best])
  func `nothing that the new rate cannot hold folds back`(_ quality: Quality) throws {
    // From the very Nyquist frequency of 44.1 kHz upward. The low-pass is 180 dB down there; what is left is the rounding of
    // the input to Float32.
    for frequency in [22_060.0, 23_000, 30_000, 47_000] {
      let output = try resample(
        [sine(48_000, frequency: frequency, sampleRate: 96_000)], from: 96_000, to: 44_100, quality: quality)
      #expect(decibels(rms(middle(output[0], trimming: 600))) < -155)
    }
  }

  @Test func `a ratio that is not simple goes through the kernel`() throws {
    let output = try resample([sine(30_000, frequency: 10_000)], from: 44_100, to: 44_101)
    let fit = sineFit(middle(output[0], trimming: 400), frequency: 10_000, sampleRate: 44_101)
    #expect(abs(decibels(fit.amplitude)) < 0.001)
    // Dot products in Float32 leave noise at -140 dB (reference/dsp.md B5).
    #expect(fit.residual < -135)
  }

  @Test(arguments: Quality.allCases) func `each quality keeps its word`(_ quality: Quality) throws {
    let frequency = quality == .draft ? 17_000.0 : 19_500
    let output = try resample(
      [sine(22_050, frequency: frequency, amplitude: 0.9)], from: 44_100, to: 48_000, quality: quality)
    let fit = sineFit(middle(output[0], trimming: 600), frequency: frequency, sampleRate: 48_000)
    #expect(fit.residual < (quality == .draft ? -115 : -135))
    #expect(abs(decibels(fit.amplitude / 0.9)) < 0.01)
  }

  @Test func `the same rate is the same node`() {
    let node = SignalNode([[1]])
    #expect(resampled(node, to: 44_100) === node)
  }

  @Test func `lengths are exact and the ends are known`() throws {
    let node = resampled(SignalNode([noise(44_100)]), to: 48_000)
    _ = try render(node, frames: 60_000)
    #expect(node.end == 48_000)
    #expect(node.format.sampleRate == 48_000)
  }

  @Test func `output does not depend on the block size`() throws {
    let signal = [noise(3000, seed: 1), noise(3000, seed: 2), noise(3000, seed: 3)]
    let whole = try resample(signal, from: 44_100, to: 48_000, blockSize: 4096)
    for size in [1, 7, 64, 509] {
      #expect(try resample(signal, from: 44_100, to: 48_000, blockSize: size) == whole)
    }
  }

  @Test func `channels do not hear one another`() throws {
    let signal = [noise(3000, seed: 1), noise(3000, seed: 2), noise(3000, seed: 3)]
    let together = try resample(signal, from: 44_100, to: 96_000)
    for channel in signal.indices {
      #expect(try resample([signal[channel]], from: 44_100, to: 96_000)[0] == together[channel])
    }
  }

  @Test(arguments: [(1000.0, 768_000.0), (768_000, 1000), (8000, 1000), (44_100, 44_101)])
  func `odd rates work`(_ from: Double, _ to: Double) throws {
    let output = try resample([[Float](repeating: 0.5, count: Int(from / 10))], from: from, to: to)
    let middle = output[0][output[0].count / 2]
    #expect(abs(middle - 0.5) < 0.001)
  }
}
