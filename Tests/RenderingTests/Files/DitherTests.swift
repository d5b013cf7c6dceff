import DSPCore
import Rendering
import TestSupport
import Testing

/// The error that rounding to 16 bits leaves, in steps of the encoding.
@Suite struct DitherTests {
  let folder = TemporaryFolder()
  private let step: Float = 0x1p-15

  private func error(_ samples: [[Float]], dither: Dither = .tpdf) throws -> [[Double]] {
    try writeAll(samples, to: folder.file("a.wav"), waveFormat(.pcm16, channels: samples.count), dither: dither)
    return zip(try readAll(folder.file("a.wav")).samples, samples).map { written, asked in
      zip(written, asked).map { Double(($0 - $1) / step) }
    }
  }

  private func mean(_ values: some Collection<Double>) -> Double { values.reduce(0, +) / Double(values.count) }

  private func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let (ma, mb) = (mean(a), mean(b))
    let products = zip(a, b).map { ($0 - ma) * ($1 - mb) }
    let variance = mean(a.map { ($0 - ma) * ($0 - ma) }) * mean(b.map { ($0 - mb) * ($0 - mb) })
    return mean(products) / variance.squareRoot()
  }

  /// Lipshitz, Wannamaker and Vanderkooy (JAES 40, 1992): with triangular dither of ±1 step the error has mean 0 and
  /// variance 1/4 for every input: 1/12 of rounding and 1/6 of noise. Over 200 000 samples the mean is within 5
  /// deviations of 0.5/√200000, and the variance, whose deviation is about 0.25·√(2/200000), as near.
  @Test(arguments: [0.0001, 0.2, 0.25, 0.5, 0.77])
  func `mean and variance of the error do not depend on the signal`(offset: Float) throws {
    let error = try error([[Float](repeating: (100 + offset) * step, count: 200_000)])[0]
    #expect(abs(mean(error)) < 0.006)
    #expect(abs(mean(error.map { $0 * $0 }) - 0.25) < 0.004)
  }

  /// A correlation of independent noise over 100 000 samples deviates by 1/√100000 = 0.0032; 5 deviations.
  @Test func `the error follows neither the signal, nor itself, nor another channel`() throws {
    let tone = sine(100_000, frequency: 997, amplitude: 0.001)
    let error = try error([tone, tone])
    #expect(abs(correlation(error[0], tone.map(Double.init))) < 0.016)
    #expect(abs(correlation(error[0], error[1])) < 0.016)
    for lag in [1, 2, 7, 64, 4096] {
      #expect(abs(correlation(Array(error[0].dropFirst(lag)), Array(error[0].dropLast(lag)))) < 0.016)
    }
  }

  /// 1/4 step would vanish by rounding.
  @Test func `a tone below one step comes through`() throws {
    let tone = sine(100_000, frequency: 997, amplitude: Double(step) / 4)
    try writeAll([tone], to: folder.file("a.wav"), waveFormat(.pcm16))
    let written = try readAll(folder.file("a.wav")).samples[0]
    let fit = sineFit(written, frequency: 997, sampleRate: 44_100)
    // Noise of 1/2 step leaves an amplitude uncertain by 0.5·√(2/100000) = 0.0022 steps.
    #expect(abs(fit.amplitude / Double(step) - 0.25) < 0.011)
    try writeAll([tone], to: folder.file("a.wav"), waveFormat(.pcm16), dither: .none)
    #expect(try readAll(folder.file("a.wav")).samples[0].allSatisfy { $0 == 0 })
  }

  @Test func `without dither the error is half a step at most, and halves go to even`() throws {
    let samples: [Float] = [0.5, 1.5, 2.5, -0.5, -1.5, 0.49, 3.51, -7.2].map { $0 * step }
    let written = [0, 2, 2, 0, -2, 0, 4, -7].map { $0 * step }
    try writeAll([samples], to: folder.file("a.wav"), waveFormat(.pcm16), dither: .none)
    #expect(try readAll(folder.file("a.wav")).samples == [written])
  }
}
