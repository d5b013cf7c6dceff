import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U27.
@Suite struct RogerBeepTests {
  private let rate = 48_000
  private let inThreshold = kRogerBeepParam_InGateThreshold
  private let inTime = kRogerBeepParam_InGateThresholdTime
  private let outThreshold = kRogerBeepParam_OutGateThreshold
  private let outTime = kRogerBeepParam_OutGateThresholdTime
  private let sensitivity = kRogerBeepParam_Sensitivity
  private let type = kRogerBeepParam_RogerType
  private let gain = kRogerBeepParam_RogerGain

  /// 300 ms of a tone at -6 dB, then silence.
  private var call: [Float] {
    sine(14_400, frequency: 300, sampleRate: 48_000, amplitude: 0.5) + [Float](repeating: 0, count: 33_600)
  }

  private func beep(_ values: [AudioUnitParameterID: Float], _ signal: [Float]) throws -> [Float] {
    let gates = [inThreshold: -20, outThreshold: -20, inTime: 1000, outTime: 1000] as [AudioUnitParameterID: Float]
    return try render("rogerbeep", gates.merging(values) { $1 }, [signal], sampleRate: 48_000)[0]
  }

  /// The frames that differ from the source.
  private func changed(_ output: [Float], _ source: [Float]) -> Range<Int>? {
    let frames = output.indices.filter { output[$0] != source[$0] }
    return frames.isEmpty ? nil : frames[0]..<frames[frames.count - 1] + 1
  }

  @Test(arguments: zip([0, 1, 2] as [Float], [0.2, 0.1, 0.02]))
  func `the beep starts the out time after the level has fallen`(_ index: Float, _ seconds: Double) throws {
    // 200 ms at light, half and a tenth of it at the others.
    let output = try beep([sensitivity: index, inTime: 200, outTime: 200], call)
    let first = try #require(changed(output, call)).lowerBound
    #expect(abs(Double(first - 14_400) / 48_000 - seconds) < 0.005)
  }

  @Test(arguments: [-6, -26, 0] as [Float])
  func `Quindar is 2475 Hz for 250 ms at the gain asked`(_ decibels: Float) throws {
    let output = try beep([gain: decibels], call)
    let frames = try #require(changed(output, call))
    #expect(abs(frames.count - 12_000) <= 24)
    let tone = Array(output[frames.lowerBound + 200..<frames.upperBound - 200])
    let fit = sineFit(tone, frequency: 2475, sampleRate: 48_000)
    // A tenth of a hertz over 240 ms turns the phase by 0.15, which would leave a residual of -27 dB.
    #expect(fit.residual < -100)
    #expect(abs(20 * log10(fit.amplitude) - Double(decibels)) < 0.05)
  }

  @Test func `nobody who has not talked is answered`() throws {
    let quiet = sine(48_000, frequency: 300, sampleRate: 48_000, amplitude: 0.09)
    #expect(try beep([:], quiet) == quiet)
    // 50 ms is less than the tenth of a second asked.
    let short = Array(call[12_000...])
    #expect(try beep([:], short) == short)
  }

  @Test func `two calls have two answers`() throws {
    let twice = call + call
    let output = try beep([:], twice)
    // The source is bit-exact wherever there is no beep.
    let frames = output.indices.filter { output[$0] != twice[$0] }
    #expect(frames.count < 24_000 && frames.count > 23_800)
    #expect(frames.contains { $0 < 48_000 } && frames.contains { $0 > 48_000 })
  }

  @Test(arguments: zip([1, 2] as [Float], [12_000, 8640]))
  func `noise and walkie-talkie repeat`(_ index: Float, _ length: Int) throws {
    let output = try beep([type: index], call)
    let frames = try #require(changed(output, call))
    #expect(abs(frames.count - length) <= 48)
    #expect(rms(output[frames]) > 0.1)
    #expect(try beep([type: index], call) == output)
  }

  @Test func `equal thresholds lie 3 dB apart`() throws {
    // Half a second at -10 dB, then 2 dB below the threshold, then 4 dB below it.
    func tone(_ decibels: Double) -> [Float] {
      sine(24_000, frequency: 300, sampleRate: 48_000, amplitude: pow(10, decibels / 20))
    }
    let signal = tone(-10) + tone(-22) + tone(-24)
    let first = try #require(changed(try beep([:], signal), signal)).lowerBound
    #expect(first > 48_000)
  }

  @Test func `a call at the end is answered behind it`() throws {
    let description = try #require(unit("rogerbeep"))
    let store = ParameterStore(description.spec, sampleRate: 48_000)
    let node = try description.node(SignalNode([[0]], sampleRate: 48_000), store)
    #expect(node.tail == 4800 + 12_000)
  }
}
