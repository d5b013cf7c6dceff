import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// AUMixer3D (reference/dsp.md U23).
@Suite struct Mixer3DTests {
  private let azimuth = Mixer3D.azimuth.id
  private let distance = Mixer3D.distance.id
  private let gain = Mixer3D.gain.id
  private let blend = Mixer3D.reverbBlend.id
  private let obstruction = Mixer3D.obstructionAttenuation.id
  private let occlusion = Mixer3D.occlusionAttenuation.id

  /// The left and right gains of a mono source that sounds for one frame.
  private func level(_ set: (inout ParameterStore) -> Void) throws -> Double {
    let output = try mix("mixer3d", [[[1]]], set: set)
    return hypot(Double(output[0][0]), Double(output[1][0]))
  }

  @Test func `stereo inputs pass bit for bit`() throws {
    let signal = [noise(2000, seed: 1), noise(2000, seed: 2)]
    #expect(try mix("mixer3d", [signal]) == signal)
  }

  /// Inverse, linear and power laws between a reference of 2 m and a maximum of 50 m that takes 30 dB.
  @Test(arguments: [0, 1, 2, 3]) func `gain falls with distance as its curve says`(_ law: Float) throws {
    let least = pow(10.0, -30.0 / 20)
    for step in 0..<100 {
      let metres = 0.2 * pow(1000.0, Double(step) / 99)
      let d = min(max(Double(Float(metres)), 2), 50)
      let formula =
        switch law {
        case 2: 2 / (2 + (2 / least - 2) / 48 * (d - 2))
        case 3: 1 - (1 - least) * (d - 2) / 48
        default: pow(d / 2, -30 / (20 * log10(25.0)))
        }
      let measured = try level {
        $0[distance, .input] = Float(metres)
        $0[Mixer3D.curve.id, .input] = law
        $0[Mixer3D.referenceDistance.id, .input] = 2
        $0[Mixer3D.maxDistance.id, .input] = 50
        $0[Mixer3D.maxAttenuation.id, .input] = 30
      }
      #expect(abs(measured - formula) < 2.3e-6)
    }
  }

  @Test func `the gain of a distance keeps within its limits`() throws {
    // 20 dB off at 10 m: exactly the floor, and exactly the ceiling.
    let floor = try level {
      $0[distance, .input] = 10
      $0[Mixer3D.minGain.id, .input] = -6
    }
    #expect(abs(decibels(floor) + 6) < 1e-5)
    let ceiling = try level {
      $0[gain, .input] = 12
      $0[Mixer3D.maxGain.id, .input] = 3
    }
    #expect(abs(decibels(ceiling) - 3) < 1e-5)
  }

  @Test(arguments: [-3.0, -6, -20, -60, -100]) func `occlusion takes what is asked off 5 kHz`(_ level: Double) throws {
    for row in [occlusion, obstruction] {
      // Whole periods of the sine, and none of what the filter's beginning leaves behind.
      let tone = sine(57_600, frequency: 5000, sampleRate: 48_000)
      let output = try mix("mixer3d", [[tone, tone]]) { $0[row, .input] = Float(level) }
      let fit = sineFit(Array(output[0][48_000...]), frequency: 5000, sampleRate: 48_000)
      #expect(abs(decibels(fit.amplitude) - level) < 0.005)
      let constant = [Float](repeating: 1, count: 57_600)
      guard level > -30 else { continue }
      let settled = try mix("mixer3d", [[constant, constant]]) { $0[row, .input] = Float(level) }
      #expect(abs(settled[0][57_599] - 1) < 1e-6)
    }
  }

  @Test func `obstruction leaves what the room hears as it is`() throws {
    func room(_ row: UInt32?) throws -> [[Float]] {
      try mix("mixer3d", [[noise(2000, seed: 3)]], frames: 8000) {
        $0[blend, .input] = 100
        if let row { $0[row, .input] = -40 }
      }
    }
    let open = try room(nil)
    #expect(try room(obstruction) == open)
    #expect(try room(occlusion) != open)
    #expect(open[0].contains { $0 != 0 })
  }

  @Test func `blend is an equal-power crossfade`() throws {
    // Before the room answers only the direct sound is there.
    for percent: Float in [0, 25, 50, 100] {
      let output = try mix("mixer3d", [[[1, 0, 0, 0]]]) { $0[blend, .input] = percent }
      let power = Double(output[0][0] * output[0][0] + output[1][0] * output[1][0])
      #expect(abs(power - (1 - Double(percent) / 100)) < 1e-6)
    }
  }

  @Test func `the room follows its own gain`() throws {
    func room(_ decibels: Float) throws -> Double {
      let output = try mix("mixer3d", [[impulse(100)]], frames: 9600) {
        $0[blend, .input] = 100
        $0[Mixer3D.globalReverbGain.id] = decibels
      }
      return rms(output[0])
    }
    #expect(abs(decibels(try room(-12)) - decibels(try room(0)) + 12) < 1e-4)
  }

  @Test func `a bus that is off or silent leaves nothing, not even NaN`() throws {
    let signal = [noise(2000, seed: 1), noise(2000, seed: 2)]
    let broken = [[Float](repeating: .nan, count: 2000)]
    #expect(try mix("mixer3d", [signal, broken]) { $0[Mixer3D.enable.id, .input, 1] = 0 } == signal)
    #expect(try mix("mixer3d", [signal, broken]) { $0[gain, .input, 1] = -120 } == signal)
  }

  @Test func `half the playback rate is half the pitch and twice the length`() throws {
    let tone = sine(9600, frequency: 1000, sampleRate: 48_000)
    let output = try mix("mixer3d", [[tone]], frames: 19_200) { $0[Mixer3D.playbackRate.id, .input] = 0.5 }
    let fit = sineFit(Array(output[0][2000..<17_000]), frequency: 500, sampleRate: 48_000)
    #expect(fit.residual < -80)
  }

  @Test func `buses of ears and of levels stay in time`() throws {
    let click = [impulse(300, at: 100)]
    let output = try mix("mixer3d", [click + click, click], frames: 300) {
      $0[Mixer3D.algorithm.id, .input, 1] = 1
      $0[gain, .input, 1] = -100
    }
    // The stereo bus passes where it was, though the other is filtered.
    #expect(output[0].indices.max { output[0][$0] < output[0][$1] } == 100)
    #expect(abs(output[0][100] - 1) < 1e-3 && abs(output[0][99]) < 1e-4)
  }

  /// A plane wave from θ turned by α is one from θ + α: B-format, W 3 dB down.
  @Test func `an azimuth turns a sound field`() throws {
    func wave(_ degrees: Double) -> [[Float]] {
      let angle = degrees * .pi / 180
      return [[Float(0.5.squareRoot())], [Float(cos(angle))], [Float(-sin(angle))], [0]]
    }
    for channels in [2, 4, 6] {
      for angle in [0.0, 35, 90, -120] {
        let turned = try mix("mixer3d", [wave(20)], channels: channels) { $0[azimuth, .input] = Float(angle) }
        let straight = try mix("mixer3d", [wave(20 + angle)], channels: channels)
        for (a, b) in zip(turned, straight) { #expect(abs(a[0] - b[0]) < 1e-6) }
      }
    }
    // A wave from the right is heard at the right.
    let right = try mix("mixer3d", [wave(90)])
    #expect(abs(right[0][0]) < 1e-6 && abs(right[1][0] - 1) < 1e-6)
  }

  /// A source at a loudspeaker comes from there only, and between two of them its power is kept.
  @Test func `loudspeakers around the listener share a source in pairs`() throws {
    func gains(_ channels: Int, _ degrees: Double) throws -> [Float] {
      try mix("mixer3d", [[[1]]], channels: channels) {
        $0[azimuth, .input] = Float(degrees)
        $0[distance, .input] = 1
      }.map { $0[0] }
    }
    let places: [(Int, [Double?])] = [
      (4, [-45, 45, -135, 135]), (5, [-30, 30, 0, -110, 110]), (6, [-30, 30, 0, nil, -110, 110]),
      (8, [-30, 30, 0, nil, -150, 150, -90, 90]),
    ]
    for (channels, azimuths) in places {
      for (channel, azimuth) in azimuths.enumerated() {
        guard let azimuth else { continue }
        let there = try gains(channels, azimuth)
        for (other, gain) in there.enumerated() { #expect(abs(gain - (other == channel ? 1 : 0)) < 1e-6) }
      }
      for degrees in stride(from: -180.0, through: 180, by: 7) {
        let there = try gains(channels, degrees)
        let power = there.reduce(0) { $0 + Double($1) * Double($1) }
        #expect(abs(power - 1) < 1e-6)
        #expect(there.count { $0 > 1e-6 } <= 2)
      }
    }
  }
}
