import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U13, at 44.1 kHz.
@Suite struct VarispeedTests {
  private let rate = kVarispeedParam_PlaybackRate
  private let cents = kVarispeedParam_PlaybackCents

  /// THD+N of a tone of a frequency in the output; half a kernel at each edge hears silence.
  private func distortion(_ frequency: Double, _ speed: Float) throws -> Double {
    let frames = Int(33_000 * max(1, Double(speed)))
    let tone = sine(frames, frequency: frequency / decimal(speed), amplitude: 0.9)
    let output = try render("varispeed", [rate: speed], [tone])
    return sineFit(middle(output[0], trimming: 300), frequency: frequency, sampleRate: 44_100).residual
  }

  private func decimal(_ value: Float) -> Double { Double(value.description) ?? 0 }

  @Test(arguments: [0.5, 0.9438743, 1.0594631, 2, 3.7] as [Float])
  func `tones keep 120 dB above noise and distortion`(_ speed: Float) throws {
    #expect(try distortion(997, speed) < -130)
    // Up to the pass-band's edge, which a speed above 1 does not lower in terms of the output.
    #expect(try distortion(10_000, speed) < -130)
  }

  @Test(arguments: [0.5, 0.731, 0.9438743] as [Float])
  func `a tone near the top of the band leaves no image`(_ speed: Float) throws {
    // 1024 rows leave -130 dB at 20 kHz (reference/dsp.md B5); U13 asks for -115.
    #expect(try distortion(19_000 * decimal(speed), speed) < -125)
  }

  @Test(arguments: [0.5, 0.8, 2, 3.7] as [Float])
  func `the pass-band is flat`(_ speed: Float) throws {
    let top = 20_000 * min(1, 1 / Double(speed)) * 0.97
    for share in [0.01, 0.3, 0.7, 0.9, 1] {
      let frames = Int(20_000 * max(1, speed))
      let output = try render("varispeed", [rate: speed], [sine(frames, frequency: top * share)])
      let fit = sineFit(
        middle(output[0], trimming: 300), frequency: top * share * decimal(speed), sampleRate: 44_100)
      #expect(abs(decibels(fit.amplitude)) < 0.01, "at \(top * share) Hz")
    }
  }

  @Test func `what the new rate cannot hold is taken out`() throws {
    // 1.13 times the cut-off of 21.3 kHz / 2, and on to the old Nyquist frequency.
    for frequency in [12_035.0, 13_000, 15_500, 19_000, 21_900] {
      let output = try render("varispeed", [rate: 2], [sine(40_000, frequency: frequency)])
      #expect(decibels(rms(middle(output[0], trimming: 300))) < -120, "\(frequency) Hz")
    }
  }

  @Test func `a minute does not drift`() throws {
    // The phase of the tone at either end of 60 s shows the ratio to 1e-9; a thousandth of a cent is 5.8e-7.
    let speed: Float = 0.9438743
    let output = try render("varispeed", [rate: speed], [sine(60 * 44_100, frequency: 1000)])[0]
    let frequency = 1000 * decimal(speed)
    let w = 2 * Double.pi * frequency / 44_100
    let start = sineFit(Array(output[1000..<9000]), frequency: frequency, sampleRate: 44_100).phase
    let late = output.count - 9000
    let end = sineFit(Array(output[late..<late + 8000]), frequency: frequency, sampleRate: 44_100).phase
    let drift = remainder(end - start - w * Double(late - 1000), 2 * .pi)
    let error = drift / (w * Double(late - 1000))
    #expect(abs(1200 * log2(1 + error)) < 0.001)
  }

  @Test(arguments: [0.731, 1.37] as [Float])
  func `there and back again is the same`(_ speed: Float) throws {
    // Eight tones up to 14 kHz, which both passes hold.
    var signal = [Float](repeating: 0, count: 30_000)
    for k in 1...8 {
      for (i, x) in sine(30_000, frequency: Double(k) * 1750 / 1.37, amplitude: 0.1).enumerated() { signal[i] += x }
    }
    let away = try render("varispeed", [rate: speed], [signal], extra: 2000)
    // 1 / speed is no Float; steps by the other unit's rule cannot undo it, so cents do.
    let back = try render("varispeed", [cents: Float(-1200 * log2(Double(speed)))], away)[0]
    let frames = 500..<29_000
    // Cents come as Float32: at 29 000 frames the place is off by up to 1e-4 frames, -75 dB at 10 kHz; so the
    // comparison is with the signal read at that place.
    let ratio = decimal(speed) * exp2(decimal(Float(-1200 * log2(Double(speed)))) / 1200)
    var expected = [Float](repeating: 0, count: 30_000)
    for k in 1...8 {
      let w = 2 * Double.pi * Double(k) * 1750 / 1.37 / 44_100
      for i in frames { expected[i] += Float(0.1 * sin(w * Double(i) * ratio)) }
    }
    #expect(differenceLevel(Array(expected[frames]), Array(back[frames])) < -110)
  }

  @Test(arguments: [0.5, 0.731, 1.2, 1.37, 2, 4, 0.25] as [Float])
  func `the length is the input's over the rate, to the frame`(_ speed: Float) throws {
    for frames in [0, 1, 2, 100, 44_100, 80_000] {
      let varispeed = try #require(unit("varispeed"))
      var store = ParameterStore(varispeed.spec, sampleRate: 44_100)
      store[rate] = speed
      let source = SignalNode([[Float](repeating: 0.5, count: frames)])
      let node = try varispeed.node(source, store)
      let expected = Int((Double(frames) / decimal(speed)).rounded())
      _ = try render(node, frames: expected + 5000, blockSize: 4096)
      #expect(node.end == expected, "\(frames) frames")
    }
  }

  @Test(arguments: [0.5, 0.731, 1.37, 2] as [Float])
  func `an impulse lands at its place over the rate`(_ speed: Float) throws {
    let output = try render("varispeed", [rate: speed], [impulse(3000, at: 1370)])
    #expect(abs(centroid(output[0]) - 1370 / decimal(speed)) < 0.001)
  }

  @Test func `rate 1 passes its input bit for bit`() throws {
    let signal = [noise(5000, seed: 1), noise(5000, seed: 2)]
    #expect(try render("varispeed", [:], signal) == signal)
  }

  @Test func `rate and cents are one quantity`() throws {
    let signal = [noise(5000, seed: 1)]
    let fast = try render("varispeed", [rate: 2], signal)
    #expect(try render("varispeed", [cents: 1200], signal) == fast)
    // As saved states hold them.
    #expect(try render("varispeed", [rate: 2, cents: 1200], signal) == fast)
  }

  @Test func `a new rate takes over at the next quantum without a click`() throws {
    var unit = VarispeedUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var values = ParameterValues<Varispeed>(sampleRate: 44_100)
    unit.update(values)
    let tone = sine(60_000, frequency: 100)
    var position = 0
    var output: [Float] = []
    var block = AudioBuffer(channelCount: 1, frameCapacity: 100)
    for speed: Float in [1, 1.1, 0.7, 2, 1] {
      values.playbackRate = speed
      unit.update(values)
      for _ in 0..<20 {
        unit.render(into: &block) { input in
          input.withChannel(0) { span in
            for i in span.indices { span[i] = tone[position + i] }
          }
          position += input.frameCount
        }
        block.readChannel(0) { span in
          for i in span.indices { output.append(span[i]) }
        }
      }
    }
    // 100 Hz at twice the speed moves by at most 2π·200/44100 a frame.
    let steepest = zip(output, output.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(steepest < Float(2 * Double.pi * 200 / 44_100) * 1.001)
  }

  @Test func `reset starts over`() throws {
    var unit = VarispeedUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var values = ParameterValues<Varispeed>(sampleRate: 44_100)
    values.playbackRate = 1.5
    unit.update(values)
    func run(_ unit: inout VarispeedUnit) -> [Float] {
      var block = AudioBuffer(channelCount: 1, frameCapacity: 500)
      var value: Float = 0
      unit.render(into: &block) { input in
        input.withChannel(0) { span in
          for i in span.indices {
            value = (value + 0.37).truncatingRemainder(dividingBy: 1)
            span[i] = value
          }
        }
      }
      return block.readChannel(0) { span in span.indices.map { span[$0] } }
    }
    let first = run(&unit)
    unit.reset()
    #expect(run(&unit) == first)
  }
}
