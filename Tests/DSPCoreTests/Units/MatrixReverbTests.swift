import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// The acceptance list of reference/dsp.md U21, and decisions 3, 17 and 26.
@Suite struct MatrixReverbTests {
  typealias Values = ParameterValues<MatrixReverb>

  /// The response to an impulse of 1 in the given channels (all, if none are named), channels × frames.
  private func response(
    seconds: Double, channels: Int = 2, into inputs: [Int]? = nil, layout: ChannelLayout? = nil,
    sampleRate: Double = 44_100, _ set: (inout Values) -> Void = { _ in }
  ) -> [[Float]] {
    let silence = [Float](repeating: 0, count: Int(seconds * sampleRate))
    let signal = (0..<channels).map { inputs?.contains($0) ?? true ? impulse(silence.count) : silence }
    return render(signal, layout: layout, sampleRate: sampleRate, set)
  }

  private func render(
    _ signal: [[Float]], layout: ChannelLayout? = nil, sampleRate: Double = 44_100,
    _ set: (inout Values) -> Void = { _ in }
  ) -> [[Float]] {
    var values = Values(sampleRate: sampleRate)
    set(&values)
    var unit = MatrixReverbUnit(
      format: RenderFormat(sampleRate: sampleRate, channelCount: signal.count, layout: layout))
    unit.update(values)
    return process(&unit, signal)
  }

  // MARK: U21 (1)

  @Test(arguments: [Float(0.4), 3.07, 10], [Float(0), 0.2])
  func `the large network decays by the formula`(size: Float, depth: Float) {
    let x = response(seconds: max(1.5, 0.7 * Double(size))) {
      $0.smallLargeMix = 100
      $0.largeSize = size
      $0.largeBrightness = 0.8
      $0.modulationDepth = depth
    }
    for octave in [250.0, 500, 1000, 2000] {
      let expected = jotDecay(
        at: octave, dc: Double(size), nyquist: Double(size) * 0.4096, meanDelay: Double(size) / 50, sampleRate: 44_100)
      let measured = t30(x[0], octave: octave, sampleRate: 44_100)
      #expect(abs(measured / expected - 1) < 0.07, "\(octave) Hz: \(measured) s for \(expected) s")
    }
  }

  @Test func `a size below 0.3 is the delay that a saved state holds`() {
    func level(_ a: Float, _ b: Float) -> Double {
      differenceLevel(
        response(seconds: 0.5) { $0.largeSize = a }[0], response(seconds: 0.5) { $0.largeSize = b }[0])
    }
    // The same lines, and losses as alike as the two numbers are in Float32 (decision 3).
    #expect(level(3.07, 0.0614) < -100)
    #expect(level(0.4, 0.35) < -100)
    #expect(level(0.2, 0.25) < -100)
    #expect(level(10, 0.2) < -100)
  }

  // MARK: U21 (2), (3)

  @Test func `nothing sounds before the delays have passed`() {
    // At density 0 there is no diffuser; lines of one length, but for primes and jitter, are close to the mean.
    func first(_ mix: Float, _ preDelay: Float) -> Int {
      let x = response(seconds: 0.4) {
        $0.smallLargeMix = mix
        $0.preDelay = preDelay
        $0.smallDensity = 0
        $0.largeDensity = 0
        $0.modulationDepth = 0
      }
      return x[0].firstIndex { $0 != 0 } ?? -1
    }
    // 20 ms more of pre-delay are 882 frames; the shortest line is the same.
    #expect(first(0, 0.03) - first(0, 0.01) == 882)
    #expect(first(100, 0.03) - first(100, 0.01) == 882)
    // Shortest line: mean × 1.57^-1 for the small network at range 0.5, a little less for the spread's own mean.
    #expect((0.01 + 0.5 * 0.014745...0.01 + 0.014745).contains(Double(first(0, 0.01)) / 44_100))
    #expect((0.045 + 0.5 * 0.0614...0.045 + 0.0614).contains(Double(first(100, 0.01)) / 44_100))
  }

  @Test func `the ends of the mix are one network alone and its middle is the sum of powers`() {
    func power(_ mix: Float, _ smallSize: Float, _ largeSize: Float) -> Double {
      let x = response(seconds: 5) {
        $0.smallLargeMix = mix
        $0.smallSize = smallSize
        $0.largeSize = largeSize
        $0.modulationDepth = 0
      }
      return rms(x[0]) * rms(x[0])
    }
    let small = power(0, 0.0147, 3)
    let large = power(100, 0.0147, 3)
    #expect(power(0, 0.0147, 1) == small)
    #expect(power(100, 0.01, 3) == large)
    #expect(abs(10 * log10(power(50, 0.0147, 3) / (0.5 * small + 0.5 * large))) < 0.2)
  }

  // MARK: U21 (4), (5)

  @Test func `brightness 1 decays alike at all frequencies and 0.1 darkens at once`() {
    func ratio(_ brightness: Float) -> Double {
      let x = response(seconds: 2.5) {
        $0.smallLargeMix = 100
        $0.largeBrightness = brightness
      }
      return t30(x[0], octave: 8000, sampleRate: 44_100) / t30(x[0], octave: 500, sampleRate: 44_100)
    }
    #expect(ratio(1) > 0.85)
    #expect(ratio(0.1) < 0.25)
  }

  @Test func `density brings the echoes together at least twice as soon`() {
    func time(_ density: Float) -> Double {
      let x = response(seconds: 1, into: [0]) {
        $0.smallLargeMix = 100
        $0.largeBrightness = 1
        $0.largeDensity = density
        $0.preDelay = 0.001
        $0.largeDelay = 0.001
      }
      return timeToDensity(0.9, x[0], sampleRate: 44_100)
    }
    #expect(time(0) > 2 * time(1), "\(time(0)) s, \(time(1)) s")
  }

  // MARK: U21 (6)

  @Test func `modulation moves the reads by the depth and leaves the level`() {
    // The first echo comes through the shortest line alone: where it lies tells that line's delay at the time.
    let arrivals = (0..<12).map { k -> Double in
      let start = k * 44_100 / 12
      let x = render([impulse(start + 15_000, at: start), impulse(start + 15_000, at: start)]) {
        $0.smallLargeMix = 100
        $0.largeSize = 10
        $0.largeDelayRange = 1
        $0.largeDensity = 0
        $0.largeBrightness = 1
        $0.modulationRate = 1
        $0.modulationDepth = 1
      }[0]
      let first = x.firstIndex { abs($0) > 1e-3 } ?? 0
      var (moment, energy) = (0.0, 0.0)
      for i in first - 4..<first + 8 {
        moment += Double(i - start) * pow(Double(x[i]), 2)
        energy += pow(Double(x[i]), 2)
      }
      return moment / energy
    }
    // Eight frames either way at 44.1 kHz, seen at twelve places of the sine.
    let deviation = (arrivals.max()! - arrivals.min()!) / 2
    #expect(abs(deviation / 8 - 1) < 0.2, "\(deviation) frames")

    func level(_ depth: Float) -> Double {
      let x = response(seconds: 4) {
        $0.smallLargeMix = 100
        $0.largeBrightness = 0.8
        $0.modulationDepth = depth
      }
      return decibels(rms(octaveBand(x[0], about: 1000, sampleRate: 44_100)))
    }
    #expect(abs(level(1) - level(0)) < 0.5)
  }

  // MARK: U21 (7), (8)

  @Test func `the filter is a peak on the wet sound`() {
    let flat = response(seconds: 3) { $0.modulationDepth = 0 }
    let peak = response(seconds: 3) {
      $0.modulationDepth = 0
      $0.filterFrequency = 1000
      $0.filterBandwidth = 2
      $0.filterGain = 9
    }
    // Full at the centre, half of it in dB at edges two octaves apart whose warped frequencies, tan(πf/fs), lie
    // about the centre's in equal ratios (reference/dsp.md B1); nothing far away.
    func warped(_ frequency: Double) -> Double { tan(Double.pi * frequency / 44_100) }
    var (low, high) = (100.0, 1000.0)
    for _ in 0..<60 {
      let edge = (low + high) / 2
      let isLow = warped(edge) * warped(4 * edge) < warped(1000) * warped(1000)
      if isLow { low = edge } else { high = edge }
    }
    let expected: [(frequency: Double, gain: Double)] = [
      (1000, 9), (low, 4.5), (4 * low, 4.5), (20, 0), (20_000, 0),
    ]
    for point in expected {
      let before = gain(flat[0], at: point.frequency, sampleRate: 44_100)
      let after = gain(peak[0], at: point.frequency, sampleRate: 44_100)
      #expect(abs(after - before - point.gain) < 0.05, "\(point.frequency) Hz: \(after - before) dB")
    }
  }

  @Test(arguments: [Float(0.4), 10]) func `energy never grows once the input ends`(size: Float) {
    let burst = noise(44_100, seed: 9) + [Float](repeating: 0, count: 4 * 44_100)
    let y = render([burst, burst]) {
      $0.smallLargeMix = 100
      $0.largeSize = size
      $0.largeBrightness = 1
      $0.modulationDepth = 1
    }
    // Energy of stretches of half a second: what a hundred dB of decay leaves of chance is far below 1 dB.
    let energies = stride(from: 66_150, to: y[0].count, by: 22_050).map { rms(y[0][$0..<$0 + 22_050]) }
    for (a, b) in zip(energies, energies.dropFirst()) { #expect(b <= a * 1.05) }
  }

  @Test func `the level does not depend on the size`() {
    let levels = [Float(0.4), 1, 3.07, 10].map { size in
      let x = response(seconds: 2 * Double(size)) {
        $0.smallLargeMix = 100
        $0.largeSize = size
      }
      // The energy of the response is the power of white noise.
      let power = pow(rms(x[0]), 2) + pow(rms(x[1]), 2)
      return 10 * log10(power * Double(x[0].count))
    }
    #expect(levels.max()! - levels.min()! < 3, "\(levels)")
  }

  // MARK: Channels, mix, presets

  @Test func `left and right are not alike`() {
    let x = response(seconds: 2).map { $0.suffix(from: 8820) }
    #expect(abs(correlation(x[0], x[1])) < 0.1)
    #expect(abs(decibels(rms(x[0])) - decibels(rms(x[1]))) < 1.5)
  }

  @Test func `mono is the mean of what two equal channels give`() {
    let mono = response(seconds: 1, channels: 1)[0]
    let stereo = response(seconds: 1, channels: 2)
    let isMean = mono == zip(stereo[0], stereo[1]).map { 0.5 * ($0 + $1) }
    #expect(isMean)
  }

  @Test func `every channel has a tail of its own and the low-frequency channel passes`() {
    let layout = ChannelLayout(waveMask: 0x3F)
    let signal = (0..<6).map { noise(4000, seed: UInt64($0)) + [Float](repeating: 0, count: 40_000) }
    let y = render(signal, layout: layout)
    let passes = y[3] == signal[3]
    #expect(passes)
    for channel in [0, 1, 2, 4, 5] { #expect(rms(y[channel].suffix(30_000)) > 1e-4) }
    // The surround pair has a seed of its own: the same input gives another room.
    let same = render(Array(repeating: signal[0], count: 6), layout: layout)
    #expect(abs(correlation(same[0].suffix(30_000), same[4].suffix(30_000))) < 0.1)
  }

  @Test func `mix 0 passes the input bit for bit and 50 adds powers`() {
    let x = [noise(5000, seed: 1), noise(5000, seed: 2)]
    let passes = render(x) { $0.dryWetMix = 0 } == x
    #expect(passes)
    let wet = response(seconds: 0.5) { $0.dryWetMix = 50 }
    #expect(wet[0][0] == Float(0.5.squareRoot()))
  }

  @Test func `a room at rest is exactly silent`() {
    let y = response(seconds: 12) {
      $0.largeSize = 0.4
      $0.smallSize = 0.005
    }
    #expect(y.allSatisfy { $0.suffix(44_100).allSatisfy { $0 == 0 } })
  }

  @Test(arguments: [
    ("Small Room", 0.29), ("Large Hall", 2.63), ("Cathedral", 7.64), ("Large Room 2", 0.95), ("Medium Hall 3", 1.77),
    ("Large Hall 2", 2.76),
  ])
  func `rooms decay in their published times`(name: String, published: Double) throws {
    let preset = try #require(MatrixReverb.spec.presets.first { $0.name == name })
    let x = response(seconds: 1 + published) { values in
      for (id, value) in preset.values { values.store[id] = value }
    }
    // Published figures: reference/units.md 3. Ten per cent is what two ears make of a room.
    #expect(abs(rt60(x, sampleRate: 44_100) / published - 1) < 0.1, "\(rt60(x, sampleRate: 44_100)) s")
  }
}
