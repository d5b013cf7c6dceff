import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U14, at 44.1 kHz.
@Suite struct NewTimePitchTests {
  private let rate = kNewTimePitchParam_Rate
  private let pitch = kNewTimePitchParam_Pitch
  private let overlap = kNewTimePitchParam_Overlap
  private let locking = kNewTimePitchParam_EnablePeakLocking
  private let transients = kNewTimePitchParam_EnableTransientPreservation

  /// A tone's steady part, through the unit: at least half a second of it.
  private func steady(_ frequency: Double, _ speed: Float, _ cents: Float) throws -> [Float] {
    // Frames of 4096 that hold silence too, at either end, and how long they last in the output.
    let edge = Int(4096 * (1 + 1 / exp2(Double(cents) / 1200) + 1 / Double(speed)))
    let frames = Int(Float(2 * edge + 25_000) * speed)
    let output = try render(
      "newtimepitch", [rate: speed, pitch: cents], [sine(frames, frequency: frequency, amplitude: 0.5)])
    return middle(output[0], trimming: edge)
  }

  @Test(
    arguments: [0.25, 0.5, 0.9, 1, 1.5, 2, 4] as [Float], [-1200, -100, 0, 700, 2400] as [Float])
  func `a tone keeps its level and its pitch to a tenth of a cent`(_ speed: Float, _ cents: Float) throws {
    for frequency in [110, 200, 441, 1000, 2500] as [Double] {
      let expected = frequency * exp2(Double(cents) / 1200)
      let output = try steady(frequency, speed, cents)
      let fit = sineFit(output, frequency: expected, sampleRate: 44_100)
      // A tone a tenth of a cent off would leave a residual of -40 dB over half a second. At 110 Hz, twenty bins from
      // its mirror image below 0 Hz, the image's skirt is heard.
      #expect(fit.residual < (frequency < 200 ? -68 : -75), "\(frequency) Hz")
      #expect(abs(decibels(fit.amplitude / 0.5)) < 0.05, "\(frequency) Hz")
    }
  }

  @Test(arguments: [0.5, 0.731, 1.2, 1.37, 2, 4, 32, 0.03125] as [Float])
  func `the length is the input's over the rate, to the frame`(_ speed: Float) throws {
    for frames in [0, 1, 2, 100, 44_100, 80_000] {
      let expected = Int((Double(frames) / (Double(speed.description) ?? 0)).rounded())
      #expect(try render("newtimepitch", [rate: speed], [noise(frames)])[0].count == expected, "\(frames) frames")
    }
  }

  @Test func `rate 1 and pitch 0 pass their input bit for bit`() throws {
    let signal = [noise(20_000, seed: 1), noise(20_000, seed: 2)]
    #expect(try render("newtimepitch", [:], signal) == signal)
  }

  @Test(arguments: [0.5, 0.8, 2] as [Float], [0, 441, 20_000, 44_099])
  func `a click stays a click in its place`(_ speed: Float, _ place: Int) throws {
    let output = try render("newtimepitch", [rate: speed], [impulse(44_100, at: place)], extra: 100)[0]
    let expected = Int((Double(place) / Double(speed.description)!).rounded())
    let loudest = try #require(output.indices.max { abs(output[$0]) < abs(output[$1]) })
    #expect(abs(loudest - expected) <= 1)
    // 90 % of the energy within 1 ms.
    let near = output[max(0, loudest - 22)...min(output.count - 1, loudest + 22)]
    let share = pow(rms(near) / rms(output), 2) * Double(near.count) / Double(output.count)
    #expect(share > 0.9)
  }

  @Test(arguments: [-500, 700] as [Float])
  func `a click stays in its place when the pitch moves`(_ cents: Float) throws {
    for place in [0, 20_000, 44_099] {
      let output = try render("newtimepitch", [pitch: cents], [impulse(44_100, at: place)], extra: 100)[0]
      let loudest = try #require(output.indices.max { abs(output[$0]) < abs(output[$1]) })
      #expect(abs(loudest - place) <= 1)
    }
  }

  @Test(arguments: ["newtimepitch", "pitch", "varispeed"])
  func `a click on the last frame is there when the length is whole blocks`(_ name: String) throws {
    // Case F9: rendered in blocks that end with the input, at half speed or an octave up.
    let values: [UInt32: Float] = name == "pitch" ? [1: 1200] : [0: 0.5]
    let output = try render(name, values, [impulse(8192, at: 8191)], blockSize: 1024, extra: 64)[0]
    let place = name == "pitch" ? 8191 : 16_382
    let loudest = try #require(output.indices.max { abs(output[$0]) < abs(output[$1]) })
    #expect(abs(loudest - place) <= 1)
    #expect(output.filter { abs($0) > 0.7 * abs(output[loudest]) }.count <= 3)
  }

  @Test func `the phase between channels stays`() throws {
    let left = sine(60_000, frequency: 1000, amplitude: 0.5)
    let signal = [left, sine(60_000, frequency: 1000, amplitude: 0.3, phase: .pi / 2)]
    let output = try render("newtimepitch", [rate: 0.7, pitch: 300], signal)
    let frequency = 1000 * exp2(0.25)
    let phases = output.map { sineFit(middle($0, trimming: 10_000), frequency: frequency, sampleRate: 44_100).phase }
    let error = remainder(phases[1] - phases[0] - .pi / 2, 2 * .pi)
    #expect(abs(error) < .pi / 180)
  }

  @Test func `two tones do not make others`() throws {
    let low = sine(60_000, frequency: 1000, amplitude: 0.3)
    let signal = zip(low, sine(60_000, frequency: 1100, amplitude: 0.3)).map(+)
    let output = middle(try render("newtimepitch", [rate: 0.5], [signal])[0], trimming: 12_000)
    for frequency in [800.0, 900, 1200, 1300] {
      // A Hann window keeps the tones 100 Hz away out of the figure.
      let windowed = output.enumerated().map { i, x in
        x * Float(0.5 - 0.5 * cos(2 * Double.pi * Double(i) / Double(output.count)))
      }
      let level = gain(windowed, at: frequency, sampleRate: 44_100) - decibels(Double(output.count) / 4)
      #expect(level < -60 - 10.5, "\(frequency) Hz")
    }
  }

  @Test func `locked peaks keep the envelope of a complex`() throws {
    // Decision 27: twelve tones over 150 Hz at overlap 4.
    var signal = [Float](repeating: 0, count: 60_000)
    for k in 1...12 {
      for (i, x) in sine(60_000, frequency: 150 * Double(k), amplitude: 0.05).enumerated() { signal[i] += x }
    }
    func ripple(_ isLocked: Float) throws -> Double {
      let output = try render("newtimepitch", [rate: 0.5, overlap: 4, locking: isLocked, transients: 0], [signal])[0]
      // The level over each of the complex's periods.
      let levels = stride(from: 20_000, to: 100_000, by: 294).map { rms(output[$0..<$0 + 294]) }
      let mean = levels.reduce(0, +) / Double(levels.count)
      return (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count)).squareRoot() / mean
    }
    #expect(decibels(try ripple(1)) < decibels(try ripple(0)) - 6)
  }

  @Test(arguments: [1000, 8000] as [Double])
  func `short inputs and low sample rates work`(_ sampleRate: Double) throws {
    for frames in [0, 1, 2, 100] {
      for (speed, cents) in [(0.03125, 2400), (32, -2400), (0.5, 0)] as [(Float, Float)] {
        let values = [rate: speed, pitch: cents]
        let output = try render("newtimepitch", values, [noise(frames)], sampleRate: sampleRate)[0]
        #expect(output.allSatisfy { $0.isFinite })
      }
    }
  }

  @Test func `values may change between blocks`() throws {
    var unit = NewTimePitchUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 1))
    var values = ParameterValues<NewTimePitch>(sampleRate: 44_100)
    let tone = sine(200_000, frequency: 100, amplitude: 0.5)
    var position = 0
    var output: [Float] = []
    var block = AudioBuffer(channelCount: 1, frameCapacity: 1000)
    for (speed, cents) in [(1, 0), (0.7, 0), (0.7, 400), (2, 400), (1, 0)] as [(Float, Float)] {
      values.rate = speed
      values.pitch = cents
      unit.update(values)
      for _ in 0..<20 {
        unit.render(into: &block) { input in
          input.withChannel(0) { span in
            for i in span.indices { span[i] = position + i < tone.count ? tone[position + i] : 0 }
          }
          position += input.frameCount
        }
        block.readChannel(0) { span in
          for i in span.indices { output.append(span[i]) }
        }
      }
    }
    let steepest = zip(output, output.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    #expect(steepest < 2 * Float(0.5 * 2 * Double.pi * 126 / 44_100))
  }
}
