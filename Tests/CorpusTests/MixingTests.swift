import DSPCore
import Glibc
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Mixers and panners against what others have rendered and measured.
@Suite struct MixingTests {
  /// WebKit's render of a file of many channels goes through an identity matrix as it is.
  @Test func `an identity matrix changes no sample of WebKit's render`() throws {
    let reader = try SoundFileReader(path: Corpus.path("reference/webkit-audiobuffersource-multi-channels-expected.wav"))
    var block = AudioBuffer(channelCount: reader.format.channelCount, frameCapacity: 50_000)
    let count = try reader.read(into: &block)
    let signal = (0..<reader.format.channelCount).map { channel in
      block.readChannel(channel) { span in (0..<count).map { span[$0] } }
    }
    #expect(count > 0)
    #expect(try mix("matrixmixer", [signal], channels: signal.count) == signal)
  }

  private let kemar = Corpus.path("ir-loudness/MIT_KEMAR_normal_pinna.sofa").description

  private func ears(azimuth: Double, elevation: Double) throws -> (left: [Float], right: [Float]) {
    let description = try #require(unit("hrtfpanner"))
    var values = ParameterStore(description.spec, sampleRate: 44_100)
    values[1] = Float(azimuth)
    values[2] = Float(elevation)
    values[text: Panner.hrtf.id] = kemar
    let node = try description.node(SignalNode([impulse(1200, at: 100)]), values)
    let output = try render(node, frames: 1200)
    return (output[0], output[1])
  }

  /// Woodworth's sphere and the measured head differ by 37 µs at most (reference/dsp.md B11).
  @Test func `the far ear is about as late as a sphere's`() throws {
    func onset(_ response: [Float]) -> Double {
      let threshold = 0.1 * (response.map(abs).max() ?? 0)
      let first = response.firstIndex { abs($0) >= threshold } ?? 1
      let (before, after) = (abs(response[first - 1]), abs(response[first]))
      return Double(first - 1) + Double((threshold - before) / (after - before))
    }
    for azimuth in [15.0, 45, 60, 90, 120, 150] {
      let (left, right) = try ears(azimuth: azimuth, elevation: 0)
      let lateral = asin(sin(azimuth * .pi / 180))
      let formula = 0.0875 / 343 * (sin(lateral) + lateral)
      let measured = (onset(left) - onset(right)) / 44_100
      #expect(abs(measured - formula) < 45e-6, "\(azimuth)°")
    }
  }

  @Test func `a file without ears is refused`() throws {
    let description = try #require(unit("hrtfpanner"))
    var values = ParameterStore(description.spec, sampleRate: 44_100)
    values[text: Panner.hrtf.id] = Corpus.path("ir-loudness/fail-issue-163.sofa").description
    #expect(throws: UnitError.self) { _ = try description.node(SignalNode([[0]]), values) }
  }
}
