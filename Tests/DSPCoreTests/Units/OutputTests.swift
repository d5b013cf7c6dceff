import DSPCore
import ParamSpec
import TestSupport
import Testing

/// The output's volume and AUNetSend (reference/dsp.md U30).
@Suite struct OutputTests {
  private let volume = kHALOutputParam_Volume

  @Test func `the volume is a linear gain from the first frame on`() throws {
    let signal = [noise(500, seed: 1), noise(500, seed: 2)]
    let output = try render("output", [volume: 0.25], signal)
    // One Float32 multiplication; a quarter is exact.
    #expect(output == signal.map { $0.map { $0 * 0.25 } })
  }

  @Test func `full volume passes its input bit for bit`() throws {
    let signal = [noise(500, seed: 1)]
    #expect(try render("output", [:], signal) == signal)
  }

  @Test func `a volume that moves takes one quantum`() {
    var unit = OutputUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var values = ParameterValues<HALOutput>(sampleRate: 44_100)
    unit.update(values)
    let ones = [[Float](repeating: 1, count: 100)]
    #expect(process(&unit, ones) == ones)
    values.volume = 0
    unit.update(values)
    let output = process(&unit, ones)[0]
    // The quantum in hand ends at frame 128; the next one fades in 64 equal steps.
    #expect(output[27] == 1)
    #expect(zip(output[28...], output[29...]).allSatisfy { $0 - $1 <= 1 / 64 + 1e-6 })
    #expect(output[91...].allSatisfy { $0 == 0 })
  }

  @Test func `AUNetSend passes its input and is not connected`() throws {
    let signal = [noise(2000, seed: 1), noise(2000, seed: 2)]
    let netsend = try #require(unit("netsend"))
    let node = try netsend.node(SignalNode(signal), ParameterStore(netsend.spec, sampleRate: 44_100))
    #expect(try render(node, frames: 2000) == signal)
    #expect(node.meters.first?.readings.first?.maximum == Float(kAUNetStatus_NotConnected))
  }
}
