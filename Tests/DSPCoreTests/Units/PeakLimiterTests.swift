import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUPeakLimiter (reference/dsp.md U10, apple-vectors.md 3.4).
@Suite struct PeakLimiterTests {
  private let rate = 44_100.0

  private func limiter(
    channels: Int = 1, attack: Float = 0.012, decay: Float = 0.024, preGain: Float = 0, truePeak: Bool = false,
    sampleRate: Double = 44_100
  ) -> PeakLimiterUnit {
    var unit = PeakLimiterUnit(format: RenderFormat(sampleRate: sampleRate, channelCount: channels))
    unit.update(values(attack: attack, decay: decay, preGain: preGain, truePeak: truePeak, sampleRate: sampleRate))
    return unit
  }

  private func values(
    attack: Float = 0.012, decay: Float = 0.024, preGain: Float = 0, truePeak: Bool = false,
    sampleRate: Double = 44_100
  ) -> ParameterValues<PeakLimiter> {
    var values = ParameterValues<PeakLimiter>(sampleRate: sampleRate)
    values.attackTime = attack
    values.decayTime = decay
    values.preGain = preGain
    values.truePeak = truePeak ? 1 : 0
    return values
  }

  /// The gain on a quiet pilot's frames: what comes out over what went in, `latency` earlier.
  private func gain(_ output: [Float], over input: [Float], latency: Int) -> [Double] {
    (latency..<output.count).map { Double(output[$0]) / Double(input[$0 - latency]) }
  }

  // Hashes of AUPeakLimiter's own output, published by AudioKit under its MIT licence.
  @Test(arguments: [
    ("sine of August 2020", 0.012, "27c24add70111183"), ("sine of August 2020", 0.02, "e979cf1f40c9c072"),
    ("sine of September 2020", 0.012, "07087decea5200c8"), ("sine of September 2020", 0.02, "894e306bfac264ff"),
    ("triangle of v5.0.1", 0.012, "d17a29df2948e5c5"), ("triangle of v5.0.1", 0.02, "1d99a1fb9af935b0"),
    ("triangle of May 2021", 0.012, "bf3b600ff362e865"), ("triangle of May 2021", 0.02, "1b714992db7a0618"),
  ])
  func `an idle limiter's output is that of Apple's, bit for bit`(_ input: String, attack: Double, hash: String) {
    let signal =
      switch input {
      case "sine of August 2020": publishedSine(2205)
      case "sine of September 2020": publishedSine(44_100)
      case "triangle of v5.0.1": publishedTriangle(44_100)
      default: publishedPhaseTriangle(44_100)
      }
    var unit = limiter(channels: 2, attack: Float(attack))
    #expect(publishedHash(process(&unit, [signal, signal])) == hash)
  }

  @Test func `the latency is the attack in frames, its fraction dropped`() {
    #expect(limiter(attack: 0.012).latency == 529)
    // 0.02 s is 882 frames by Float32's product and 881 by Double's.
    #expect(limiter(attack: 0.02).latency == 882)
    #expect(limiter(attack: 0.001, sampleRate: 8000).latency == 8)
  }

  @Test(arguments: [false, true]) func `below the ceiling the output is the delayed input`(_ truePeak: Bool) {
    // Pre-gain down 40 dB: one multiplication by Float32(0.01), however loud the input.
    for (preGain, amplitude) in [(Float(0), Float(0.3)), (-40, 30)] {
      let input = noise(20_000, amplitude: amplitude)
      var unit = limiter(preGain: preGain, truePeak: truePeak)
      let output = process(&unit, [input])[0]
      let factor = Float(pow(10, Double(preGain) / 20))
      #expect(Array(output[unit.latency...]) == input.dropLast(unit.latency).map { $0 * factor })
    }
  }

  private static let hot: [(String, [Float])] = {
    let square = (0..<30_000).map { Float($0 / 50 % 2 == 0 ? 1 : -1) }
    var clicks = [Float](repeating: 0, count: 30_000)
    for i in stride(from: 100, to: 30_000, by: 977) { clicks[i] = i % 2 == 0 ? 60 : -100 }
    return [
      ("noise +12 dB", noise(30_000, amplitude: 4)), ("noise +26 dB", noise(30_000, amplitude: 20)),
      ("noise +40 dB", noise(30_000, amplitude: 100)), ("clicks", clicks),
      ("a quarter of the rate", sine(30_000, frequency: 11_025, amplitude: 8, phase: .pi / 4)),
      ("square", square.map { $0 * 3 }), ("DC", [Float](repeating: 2.7, count: 30_000)),
      ("a million", noise(30_000, amplitude: 1e6)),
    ]
  }()

  @Test(arguments: hot) func `nothing is ever above 1`(_ name: String, signal: [Float]) {
    for (attack, decay, preGain) in [(Float(0.012), Float(0.024), Float(0)), (0.001, 0.001, 40), (0.03, 0.06, 12)] {
      for truePeak in [false, true] {
        var unit = limiter(attack: attack, decay: decay, preGain: preGain, truePeak: truePeak)
        let output = process(&unit, [signal])[0]
        #expect(output.allSatisfy { abs($0) <= 1 })
      }
    }
  }

  @Test func `ten minutes of noise leave the gain exact`() {
    // Sums of integers do not drift: what follows is the input once more, bit for bit.
    var unit = limiter()
    var loud = true
    var block = AudioBuffer(channelCount: 1, frameCapacity: 4410)
    let hot = noise(4410, amplitude: 5)
    for _ in 0..<6000 {
      block.withChannel(0) { span in for i in span.indices { span[i] = hot[i] } }
      unit.process(&block)
      block.readChannel(0) { span in for i in span.indices where abs(span[i]) > 1 { loud = false } }
    }
    #expect(loud)
    let quiet = noise(44_100, amplitude: 0.5)
    let output = process(&unit, [quiet])[0]
    // Recovery to within half a Float32 step of 1 takes 17.3 decay times, 18,300 frames here.
    #expect(output[22_050...].elementsEqual(quiet[(22_050 - 529)..<(44_100 - 529)]))
  }

  @Test func `a peak meets exactly the gain that it needs`() {
    for peak: Float in [1.2, 2, 10, 80] {
      var signal = [Float](repeating: 0.001, count: 10_000)
      signal[5000] = peak
      var unit = limiter()
      let output = process(&unit, [signal])[0]
      #expect(abs(decibels(output[5000 + 529])) < 0.01)
    }
  }

  @Test func `the gain moves no earlier than the look-ahead, and only down until the peak`() {
    var signal = [Float](repeating: 0.001, count: 10_000)
    signal[5000] = 4
    var unit = limiter()
    let gains = gain(process(&unit, [signal])[0], over: signal, latency: 529)
    #expect(gains[..<(5000 - 529)].allSatisfy { $0 == 1 })
    // Half a Float32 step of the pilot.
    #expect(zip(gains[(5000 - 529)...5000], gains[(5000 - 528)...5000]).allSatisfy { $1 <= $0 + 1e-6 })
  }

  @Test(arguments: [Float(0.005), 0.024, 0.06]) func `the gain recovers by the decay`(_ decay: Float) {
    // Held at a quarter for long, then let go. Once the averages have passed, 529 frames on, the depth falls by 1/e
    // a decay time.
    var signal = [Float](repeating: 0.001, count: 20_000)
    for i in 2000..<8000 { signal[i] = 4 }
    var unit = limiter(decay: decay)
    let depths = gain(process(&unit, [signal])[0], over: signal, latency: 529).map { 1 - $0 }
    let frames = Int(Double(decay) * rate)
    #expect(abs(depths[8530 + frames] / depths[8530] * exp(1) - 1) < 0.05)
    #expect(depths[8000...].allSatisfy { $0 < 0.751 })
  }

  @Test(arguments: [(Float(0.012), 100.0), (0.012, 997), (0.012, 5000), (0.03, 100), (0.03, 997), (0.03, 5000)])
  func `a steady tone 6 dB over stays a pure tone`(_ attack: Float, frequency: Double) {
    let input = sine(66_150, frequency: frequency, amplitude: 2)
    var unit = limiter(attack: attack)
    let output = process(&unit, [input])[0]
    let fit = sineFit(Array(output[44_100...]), frequency: frequency, sampleRate: rate)
    #expect(fit.residual < -110)
    // The largest sample needs the gain; the tone's own peak may lie between samples.
    #expect(abs(decibels(fit.amplitude)) < 0.6)
  }

  @Test func `both channels share one gain`() {
    let left = sine(30_000, frequency: 997, amplitude: 3)
    let right = sine(30_000, frequency: 3001, amplitude: 0.1)
    var unit = limiter(channels: 2)
    let output = process(&unit, [left, right])
    for i in 10_000..<29_000 where abs(left[i]) > 0.5 && abs(right[i]) > 0.02 {
      let gains = (output[0][i + 529] / left[i], output[1][i + 529] / right[i])
      #expect(abs(gains.0 / gains.1 - 1) < 1e-6)
    }
  }

  // Case E1 and E2: a threshold that is a ceiling, without make-up, and no first transient that slips through.
  @Test func `a burst out of silence is held from its first frame on`() {
    let burst = [Float](repeating: 0, count: 10_000) + sine(30_000, frequency: 997, amplitude: 4, phase: .pi / 2)
    var unit = limiter()
    let output = process(&unit, [burst])[0]
    #expect(output.allSatisfy { abs($0) <= 1 })
    let steady = sineFit(Array(output[25_000...]), frequency: 997, sampleRate: rate)
    #expect(abs(decibels(steady.amplitude)) < 0.2)
    let calm = sine(20_000, frequency: 997, amplitude: 0.69) + sine(20_000, frequency: 997, amplitude: 0.99)
    var idle = limiter()
    #expect(Array(process(&idle, [calm])[0][529...]) == Array(calm.dropLast(529)))
  }

  @Test func `true-peak limiting keeps the wave between the samples below full scale`() {
    for (name, signal) in Self.hot where name != "a million" && name != "clicks" {
      var unit = limiter(preGain: 6, truePeak: true)
      let output = process(&unit, [signal])[0]
      // Signals up to the Nyquist frequency: the detector's eighths read them low by its margin at most; noise and
      // edges hold what the half-band's slope leaves out above 20 kHz.
      #expect(decibels(truePeak(output)) < 0.02, "\(name)")
    }
  }

  @Test func `sample-peak limiting leaves the wave between the samples above`() {
    // Samples of a quarter-rate tone at 45° are 3.01 dB below its peak (reference/dsp.md U10).
    let tone = sine(30_000, frequency: 11_025, amplitude: 2, phase: .pi / 4)
    var plain = limiter()
    #expect(decibels(truePeak(Array(process(&plain, [tone])[0][10_000..<20_000]))) > 2.9)
  }

  @Test func `a look-ahead asked for in mid-stream waits for a reset`() {
    let signal = noise(20_000, amplitude: 2)
    var steady = limiter()
    var moved = limiter()
    _ = process(&steady, [signal])
    _ = process(&moved, [signal])
    moved.update(values(attack: 0.03, truePeak: true))
    #expect(moved.latency == 529)
    #expect(process(&moved, [signal]) == process(&steady, [signal]))
    moved.reset()
    #expect(moved.latency > 1323)
  }

  @Test func `a pre-gain that moves does not click`() {
    let tone = sine(8000, frequency: 200, amplitude: 0.2)
    var unit = limiter()
    let before = process(&unit, [Array(tone[..<4001])])[0]
    unit.update(values(preGain: 6))
    let output = before + process(&unit, [Array(tone[4001...])])[0]
    // A sine of 0.4 moves by at most 0.4 · 2π · 200 / 44,100 a frame, the ramp adds 0.2 / 64.
    let steps = zip(output[600...], output[601...]).map { abs($1 - $0) }
    let slope: Float = 0.4 * 2 * .pi * 200 / 44_100
    let ramp: Float = 0.2 / 64
    #expect(steps.allSatisfy { $0 < slope + ramp + 1e-5 })
    let fit = sineFit(Array(output[5000...]), frequency: 200, sampleRate: rate)
    #expect(abs(decibels(fit.amplitude / 0.2) - 6) < 0.001)
  }
}
