import DSPCore
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U18.
@Suite struct SampleDelayTests {
  private let delay = kAUSampleDelayParam_DelaySamples

  @Test(arguments: [0, 1, 63, 64, 65, 4000, 8000])
  func `the input comes bit for bit so many frames later`(_ frames: Int) throws {
    let signal = noise(5000, seed: 1)
    let output = try render("sampledelay", [delay: Float(frames)], [signal], sampleRate: 8000, extra: frames)
    #expect(output[0] == [Float](repeating: 0, count: frames) + signal)
  }

  @Test func `the tail is the delay`() throws {
    let description = try #require(unit("sampledelay"))
    var store = ParameterStore(description.spec, sampleRate: 44_100)
    store[delay] = 44_100
    let node = try description.node(SignalNode([[0]]), store)
    #expect(node.tail == 44_100)
    #expect(node.latency == 0)
  }

  @Test func `a delay that moves does not click`() {
    var unit = SampleDelayUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var values = ParameterValues<SampleDelay>(sampleRate: 44_100)
    unit.update(values)
    let tone = sine(20_000, frequency: 200)
    var output = process(&unit, [Array(tone[..<5000])])[0]
    values.delaySamples = 110
    unit.update(values)
    output += process(&unit, [Array(tone[5000...])])[0]
    // The tone moves by up to 0.0285 a frame. 110 frames are half a period: a cross-fade of 14 quanta adds 2 / 896.
    let steepest = zip(output, output.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(steepest < 0.0285 + 0.0023)
    #expect(Array(output[6000...]) == Array(tone[5890..<19_890]))
  }
}
