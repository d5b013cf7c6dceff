import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U17, and cases F1 and C7.
@Suite struct DelayTests {
  private let mix = kDelayParam_WetDryMix
  private let time = kDelayParam_DelayTime
  private let feedback = kDelayParam_Feedback
  private let cutoff = kDelayParam_LopassCutoff
  private let open: Float = 21_829.5

  @Test(arguments: [80, 50, -79.92, -35] as [Float])
  func `each echo is the feedback times the last`(_ percent: Float) throws {
    let frames = 443
    let values = [mix: 100, time: Float(frames) / 44_100, feedback: percent, cutoff: open]
    let output = try render("delay", values, [impulse(10 * frames)])[0]
    var expected = [Float](repeating: 0, count: output.count)
    for k in 1..<10 { expected[k * frames] = Float(pow(Double(percent) / 100, Double(k - 1))) }
    // Float32 memory rounds once a round.
    #expect(zip(output, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(output[frames] == 1)
  }

  @Test func `the mix follows the equal-power law bit for bit`() throws {
    let signal = noise(44_100, seed: 1)
    // As Apple's unit: the first second at its defaults is the input times binary32(√0.5) (apple-vectors.md 3.5).
    let half = Float(0.5.squareRoot())
    #expect(try render("delay", [:], [signal])[0] == signal.map { $0 * half })
    #expect(try render("delay", [mix: 0, time: 0.01], [signal])[0] == signal)
    let wet = try render("delay", [mix: 50, time: 0.01, feedback: 0, cutoff: open], [impulse(1000)])[0]
    #expect(wet[0] == half && wet[441] == half)
  }

  @Test(arguments: [500, 3000, 15_000] as [Float])
  func `each echo is darker by the low-pass`(_ corner: Float) throws {
    let frames = 4410
    let values = [mix: 100, time: 0.1, feedback: 100, cutoff: corner]
    let output = try render("delay", values, [impulse(4 * frames)])[0]
    let edge = tan(.pi * Double(corner) / 44_100)
    for k in 1...3 {
      let echo = Array(output[k * frames..<min(output.count, (k + 1) * frames)])
      for frequency in [20.0, 200, 1000, 5000, 15_000, 20_000] {
        let ratio = tan(.pi * frequency / 44_100) / edge
        let expected = -10 * log10(1 + ratio * ratio) * Double(k)
        // Float32 lets no echo be judged further down.
        guard expected > -80 else { continue }
        #expect(abs(gain(echo, at: frequency, sampleRate: 44_100) - expected) < 0.02, "echo \(k) at \(frequency) Hz")
      }
    }
  }

  @Test func `full feedback neither grows nor decays`() throws {
    let burst = sine(4410, frequency: 100)
    for percent: Float in [100, -100] {
      let values = [mix: 100, time: 0.1, feedback: percent, cutoff: 15_000]
      let output = try render("delay", values, [burst], extra: 10 * 44_100)[0]
      #expect(abs(decibels(rms(output.suffix(4410))) - decibels(rms(burst))) < 0.1)
    }
  }

  @Test func `an offset in a loop without end is held`() throws {
    let ones = [Float](repeating: 1, count: 20_000)
    let output = try render("delay", [mix: 100, time: 0.001, feedback: 100], [ones])[0]
    // The low-pass overshoots where the line jumps to the next round's level.
    #expect(abs(output[19_999] - 16) < 1e-4)
    #expect((output.max() ?? 0) < 17)
  }

  @Test func `no delay sounds at once and feeds back a frame later`() throws {
    let signal = noise(1000, seed: 3)
    let plain = try render("delay", [mix: 100, time: 0, feedback: 0, cutoff: open], [signal])[0]
    #expect(plain == signal)
    let fed = try render("delay", [mix: 100, time: 0, feedback: -50, cutoff: open], [impulse(20)])[0]
    for (n, value) in fed.enumerated() { #expect(abs(Double(value) - pow(-0.5, Double(n))) < 1e-7) }
  }

  @Test func `two seconds fit at 192 kHz`() throws {
    let values = [mix: 100, time: 2, feedback: 0, cutoff: 95_040] as [AudioUnitParameterID: Float]
    let output = try render("delay", values, [impulse(1)], sampleRate: 192_000, extra: 384_001)[0]
    #expect(output.firstIndex { $0 != 0 } == 384_000)
  }

  @Test func `every channel has an echo`() throws {
    let signal = (0..<6).map { impulse(1000, at: $0) }
    let output = try render("delay", [time: 0.01, cutoff: open], signal)
    for channel in 0..<6 { #expect(output[channel][channel + 441] > 0.5) }
  }

  @Test func `the tail ends 120 dB below the first echo`() throws {
    let description = try #require(unit("delay"))
    var store = ParameterStore(description.spec, sampleRate: 44_100)
    store[time] = 0.25
    store[feedback] = 35
    store[cutoff] = open
    // 120 dB at 9.12 dB a repeat: 14 repeats after the first echo.
    #expect(try description.node(SignalNode([[0]]), store).tail == 15 * 11_025)
    store[feedback] = -100
    #expect(try description.node(SignalNode([[0]]), store).tail == .max)
  }

  @Test func `a delay and a cutoff that move do not click`() {
    var unit = DelayUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var values = ParameterValues<Delay>(sampleRate: 44_100)
    values.wetDryMix = 100
    values.feedback = 0
    let tone = sine(30_000, frequency: 200)
    var output: [Float] = []
    for (k, seconds) in [0.02, 0.0225, 0, 0.001].enumerated() {
      values.delayTime = Float(seconds)
      values.lopassCutoff = [200, 5000, 21_829.5, 1000][k]
      unit.update(values)
      output += process(&unit, [Array(tone[k * 5000..<(k + 1) * 5000])])[0]
    }
    // The tone moves by up to 0.0285 a frame; cross-fades of 14 quanta add 0.002, and a low-pass that opens by 4.6
    // octaves in 64 frames, half an amplitude in e-fold, 0.025.
    let steepest = zip(output[1000...], output[1001...]).map { abs($1 - $0) }.max() ?? 0
    #expect(steepest < 0.056)
  }
}
