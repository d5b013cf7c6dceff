import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The panners (reference/dsp.md U22).
@Suite struct PannerTests {
  /// What both ears hear of an impulse, from so many frames before it.
  private func ears(
    _ algorithm: Float, azimuth: Double, elevation: Double = 0, distance: Float = 10, frames: Int = 512,
    lead: Int = 0, sampleRate: Double = 48_000
  ) throws -> (left: [Float], right: [Float]) {
    let description = try #require(unit("panner"))
    var values = ParameterStore(description.spec, sampleRate: sampleRate)
    values[60_000] = algorithm
    values[1] = Float(azimuth)
    values[2] = Float(elevation)
    // A share of 100 m, far within the reference distance: no attenuation.
    values[3] = distance / 100
    values[4] = 100
    values[5] = 1000
    let source = SignalNode([impulse(frames + 100, at: 100)], sampleRate: sampleRate)
    let output = try TestSupport.render(try description.node(source, values), frames: frames + 100)
    return (Array(output[0][(100 - lead)...]), Array(output[1][(100 - lead)...]))
  }

  private let vector: Float = 0
  private let soundField: Float = 1
  private let sphere: Float = 2
  private let hrtf: Float = 3

  // MARK: - Levels

  /// B14: the gains are cos and sin of the folded azimuth, and their powers sum to 1.
  @Test func `the vector panner keeps the power at every azimuth`() throws {
    for azimuth in -180...180 {
      let (left, right) = try ears(vector, azimuth: Double(azimuth), frames: 4)
      let folded = abs(azimuth) > 90 ? (azimuth > 0 ? 180 : -180) - azimuth : azimuth
      let x = Double(folded + 90) / 180
      let (l, r) = (Double(left[0]), Double(right[0]))
      #expect(abs(l * l + r * r - 1) < 1e-6)
      #expect(abs(l - cos(.pi / 2 * x)) < 1.2e-6)
      #expect(abs(r - sin(.pi / 2 * x)) < 1.2e-6)
    }
  }

  /// Two virtual cardioids: half of 1 ± the sine of the azimuth.
  @Test func `the sound field panner is two cardioids`() throws {
    for azimuth in stride(from: -180.0, through: 180, by: 15) {
      let (left, right) = try ears(soundField, azimuth: azimuth, frames: 4)
      let sine = sin(azimuth * .pi / 180)
      #expect(abs(Double(left[0]) - (1 - sine) / 2) < 1e-6)
      #expect(abs(Double(right[0]) - (1 + sine) / 2) < 1e-6)
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func `left and right are mirror images, bit for bit`(_ algorithm: Float) throws {
    for (azimuth, elevation) in [(30.0, 0.0), (77, 40), (135, -20), (90, 0)] {
      let there = try ears(algorithm, azimuth: azimuth, elevation: elevation)
      let back = try ears(algorithm, azimuth: -azimuth, elevation: elevation)
      #expect(there.left == back.right && there.right == back.left)
    }
  }

  @Test(arguments: [0, 1, 2, 3]) func `the front is the same in both ears`(_ algorithm: Float) throws {
    let (left, right) = try ears(algorithm, azimuth: 0)
    #expect(left == right)
  }

  @Test(arguments: [0, 1, 2, 3]) func `a source at the listener has no direction`(_ algorithm: Float) throws {
    let (left, right) = try ears(algorithm, azimuth: 70, distance: 0)
    #expect(left == right)
  }

  /// The inverse law: half the gain at twice the distance, past the reference distance.
  @Test func `twice the distance is half the amplitude`() throws {
    func level(_ distance: Float) throws -> Double {
      let description = try #require(unit("panner"))
      var values = ParameterStore(description.spec, sampleRate: 48_000)
      values[3] = distance
      values[4] = 100
      values[5] = 2
      let output = try TestSupport.render(try description.node(SignalNode([[1]]), values), frames: 1)
      return decibels(output[0][0])
    }
    for distance: Float in [0.02, 0.04, 0.08, 0.3] {
      #expect(abs(try level(distance) - level(2 * distance) - 6.0206) < 0.001)
    }
    #expect(try level(0.01) == level(0.02))
  }

  @Test func `a stereo input is placed as its mean`() throws {
    let description = try #require(unit("panner"))
    var values = ParameterStore(description.spec, sampleRate: 44_100)
    values[1] = 90
    let node = try description.node(SignalNode([[1, 0.5], [0.5, -0.5]]), values)
    #expect(try TestSupport.render(node, frames: 2) == [[0, 0], [0.75, 0]])
  }

  // MARK: - Ears

  /// The moment at which a response first reaches a tenth of its peak, in frames, from 16 places a frame.
  ///
  /// Between frames it is smoothed by a Gaussian of 12 kHz: an ideal interpolation would ring before a response that
  /// begins with its peak, and be above a tenth long before it.
  private func onset(_ response: [Float]) -> Double {
    let width = Double.pi * 12_000 / 48_000
    let fine: [Double] = (0..<16 * 200).map { step in
      let place = Double(step) / 16
      var sum = 0.0
      for n in max(0, Int(place) - 12)...Int(place) + 12 {
        let x = width * (place - Double(n))
        sum += Double(response[n]) * exp(-x * x)
      }
      return abs(sum)
    }
    let peak = fine.max() ?? 0
    return Double(fine.firstIndex { $0 > 0.1 * peak } ?? 0) / 16
  }

  /// Woodworth: (a/c)(sin λ + λ) for the angle λ from the median plane, within 10 µs at onset.
  @Test func `the far ear is late by Woodworth's formula`() throws {
    for elevation in [0.0, 30, -45] {
      for azimuth in stride(from: -90.0, through: 90, by: 15) {
        let (left, right) = try ears(sphere, azimuth: azimuth, elevation: elevation, lead: 20)
        let lateral = asin(sin(azimuth * .pi / 180) * cos(elevation * .pi / 180))
        let formula = 0.0875 / 343 * (sin(lateral) + lateral) * 1e6
        let measured = (onset(left) - onset(right)) / 48_000 * 1e6
        #expect(abs(measured - formula) < 10, "azimuth \(azimuth), elevation \(elevation)")
      }
    }
  }

  /// The far-field values of B11 in dB, by the angle between source and ear, the right one here.
  @Test func `levels at an ear are those of a sphere`() throws {
    let table: [(azimuth: Double, frequency: Double, level: Double)] = [
      (90, 1000, 3.8), (90, 4000, 5.8), (90, 16_000, 6.1), (0, 1000, 1.0), (0, 4000, 2.1), (0, 16_000, 2.6),
      (-60, 2000, -5.4), (-60, 8000, -7.2), (-60, 16_000, -11.7), (-90, 2000, 1.1), (-90, 8000, -0.3),
    ]
    for (azimuth, frequency, level) in table {
      let (_, right) = try ears(sphere, azimuth: azimuth, distance: 100)
      let measured = gain(right, at: frequency, sampleRate: 48_000)
      #expect(abs(measured - level) < 0.3, "\(frequency) Hz at \(azimuth)°")
    }
  }

  /// 128 taps at 48 kHz follow the series of Duda and Martens within 0.05 dB.
  @Test(arguments: [48_000.0, 44_100, 96_000]) func `the filters are exact`(_ sampleRate: Double) throws {
    for azimuth in [-90.0, -60, -25, 0, 40, 90] {
      let (_, right) = try ears(sphere, azimuth: azimuth, distance: 5, sampleRate: sampleRate)
      for frequency in [100.0, 300, 1000, 3000, 6000, 10_000, 16_000] {
        let exact = SphericalHead.magnitude(
          frequency: frequency, cosine: sin(azimuth * .pi / 180), distance: 5)
        let error = gain(right, at: frequency, sampleRate: sampleRate) - decibels(exact)
        #expect(abs(error) < 0.05, "\(frequency) Hz at \(azimuth)°")
      }
    }
  }

  @Test func `a near source is louder at its ear`() throws {
    let near = try ears(sphere, azimuth: 90, distance: 0.15)
    let far = try ears(sphere, azimuth: 90, distance: 10)
    func difference(_ pair: (left: [Float], right: [Float])) -> Double {
      gain(pair.right, at: 500, sampleRate: 48_000) - gain(pair.left, at: 500, sampleRate: 48_000)
    }
    #expect(difference(near) > difference(far) + 5)
  }

  @Test func `outer ears tell above from before`() throws {
    let front = try ears(hrtf, azimuth: 0)
    let above = try ears(hrtf, azimuth: 0, elevation: 90)
    let differences: [Double] = [6000.0, 8000, 10_000].map { frequency in
      let before = gain(front.left, at: frequency, sampleRate: 48_000)
      return abs(before - gain(above.left, at: frequency, sampleRate: 48_000))
    }
    #expect(differences.max() ?? 0 > 3)
    // Of long waves an ear makes nothing.
    #expect(abs(gain(front.left, at: 100, sampleRate: 48_000)) < 0.5)
  }

  @Test func `the panners go by Apple's names`() {
    let algorithms = [("panner", 0), ("soundfieldpanner", 1), ("sphericalheadpanner", 2), ("hrtfpanner", 3)]
    for (name, algorithm) in algorithms {
      #expect(unit(name)?.spec.parameter(id: 60_000)?.row.defaultValue(sampleRate: 44_100) == Float(algorithm))
    }
  }
}
