import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The meters of mixers (reference/dsp.md B12).
@Suite struct MixerMetersTests {
  private func meters(_ name: String, _ input: [[Float]], blockSize: Int = 1024, volume: Float) throws -> [MeterLog] {
    let description = try #require(unit(name))
    var values = ParameterStore(description.spec, sampleRate: 48_000)
    values[0, .input] = volume
    let node = try description.node(SignalNode(input, sampleRate: 48_000, maximumFrames: blockSize), values)
    node.keepMeterRows()
    _ = try render(node, frames: input[0].count, blockSize: blockSize)
    return node.meters
  }

  private func final(_ log: MeterLog, _ key: String, _ channel: Int) -> Double? {
    log.readings.first { $0.row.key == key && $0.index == channel }.map { Double($0.final) }
  }

  /// A sine of amplitude 0.5 has a power of 1/8, -9.03 dB, and a peak of -6.02 dB; half of it 6.02 dB less. After 2 s
  /// the mean of 0.3 s has come within 0.006 dB, and swings with the sine by less.
  @Test func `power and peak are those of a sine`() throws {
    let tone = sine(96_000, frequency: 1000, sampleRate: 48_000, amplitude: 0.5)
    let logs = try meters("multichannelmixer", [tone, tone], volume: 0.5)
    #expect(logs.map(\.unit) == ["multichannelmixer.input1", "multichannelmixer.output"])
    for channel in 0...1 {
      for (key, level) in [
        ("preAveragePower", -9.03), ("prePeakHoldLevel", -6.02), ("postAveragePower", -15.05),
        ("postPeakHoldLevel", -12.04),
      ] {
        let measured = try #require(final(logs[0], key, channel))
        #expect(abs(measured - level) < 0.03, "\(key)")
      }
      let output = try #require(final(logs[1], "postAveragePower", channel))
      #expect(abs(output + 15.05) < 0.03)
    }
  }

  @Test func `linear meters are amplitudes`() throws {
    let constant = [Float](repeating: 0.25, count: 192_000)
    let logs = try meters("matrixmixer", [constant, constant], volume: 1)
    for key in ["preAveragePowerLinear", "postPeakHoldLevelLinear"] {
      let measured = try #require(final(logs[0], key, 0))
      #expect(abs(measured - 0.25) < 1e-5)
    }
  }

  /// Held for a second, then 20 dB a second: after 2 s a peak of 1 stands at -20 dB.
  @Test func `a peak is held for a second and then falls`() throws {
    let click = impulse(144_000, at: 48_000)
    let logs = try meters("stereomixer", [click, click], volume: 1)
    let place = try #require(logs[0].readings.firstIndex { $0.row.key == "prePeakHoldLevel" })
    func level(_ seconds: Double) -> Float {
      logs[0].rows[(Int((seconds * 100).rounded()) - 1) * logs[0].readings.count + place]
    }
    #expect(level(0.9) == -120 && abs(level(1.95)) < 0.01)
    #expect(abs(level(2.5) + 10) < 0.2 && abs(level(3) + 20) < 0.2)
  }

  @Test func `block size does not change a reading`() throws {
    let signal = [noise(10_000, seed: 1), noise(10_000, seed: 2)]
    let whole = try meters("multichannelmixer", signal, blockSize: 10_000, volume: 0.7)
    for size in [1, 7, 509] {
      let pieces = try meters("multichannelmixer", signal, blockSize: size, volume: 0.7)
      #expect(pieces.map(\.rows) == whole.map(\.rows))
    }
  }
}
