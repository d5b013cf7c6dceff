import CMysofa
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

  @Test func `measured ears sound as measured`() throws {
    var status: Int32 = 0
    let file = try #require(mysofa_load(kemar, &status))
    defer { mysofa_free(file) }
    mysofa_tospherical(file)
    let set = file.pointee
    let length = Int(set.N)
    let frequencies = (0..<24).map { 100 * pow(160, Double($0) / 23) }
    for index in stride(from: 0, to: Int(set.M), by: 59) {
      let place = set.SourcePosition.values + 3 * index
      // SOFA counts azimuths to the left.
      let output = try ears(azimuth: -remainder(Double(place[0]), 360), elevation: Double(place[1]))
      for (ear, response) in [output.left, output.right].enumerated() {
        let measured = Array(
          UnsafeBufferPointer(start: set.DataIR.values + (2 * index + ear) * length, count: length))
        let levels = frequencies.map { gain(measured, at: $0, sampleRate: 44_100) }
        let loudest = levels.max() ?? 0
        for (frequency, level) in zip(frequencies, levels) where level > loudest - 30 {
          let error = gain(response, at: frequency, sampleRate: 44_100) - level
          #expect(abs(error) < 0.1, "direction \(index), \(frequency) Hz")
        }
      }
    }
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
