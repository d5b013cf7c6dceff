import DSPCore
import Glibc
import ParamSpec
import TestSupport
import Testing

/// What all mixers share: how buses sum, and what a bus that is not heard leaves behind.
@Suite struct MixerTests {
  static let names = ["multichannelmixer", "stereomixer", "matrixmixer"]

  private let a = [noise(3000, seed: 1), noise(3000, seed: 2)]
  private let b = [noise(3000, seed: 3), noise(3000, seed: 4)]

  @Test(arguments: names) func `a stereo input passes bit for bit`(_ name: String) throws {
    #expect(try mix(name, [a]) == a)
  }

  /// Apple's mixer gives the plain binary32 sum (reference/apple-vectors.md 3.6).
  @Test(arguments: ["multichannelmixer", "stereomixer"])
  func `two inputs give their binary32 sum`(_ name: String) throws {
    let sums: [[Float]] = zip(a, b).map { zip($0, $1).map { $0 + $1 } }
    #expect(try mix(name, [a, b]) == sums)
  }

  @Test(arguments: names) func `an input at volume 0 is not heard, not even its NaN`(_ name: String) throws {
    let broken = [[Float](repeating: .nan, count: 3000), [Float](repeating: .infinity, count: 3000)]
    #expect(try mix(name, [a, broken]) { $0[0, .input, 1] = 0 } == a)
  }

  @Test(arguments: ["multichannelmixer", "matrixmixer"])
  func `an input that is off is not heard, not even its NaN`(_ name: String) throws {
    let broken = [[Float](repeating: .nan, count: 3000), [Float](repeating: .infinity, count: 3000)]
    #expect(try mix(name, [a, broken]) { $0[1, .input, 1] = 0 } == a)
  }

  @Test(arguments: names) func `block size does not change a sum`(_ name: String) throws {
    func render(_ size: Int) throws -> [[Float]] {
      try mix(name, [a, [b[0]]], blockSize: size) {
        $0[0, .input, 0] = 0.3
        $0[0, .output] = 0.7
      }
    }
    let whole = try render(3000)
    for size in [1, 7, 64, 509] { #expect(try render(size) == whole) }
  }

  @Test(arguments: names) func `the output sounds on as long as the longest input`(_ name: String) throws {
    let short = [noise(1000, seed: 5), noise(1000, seed: 6)]
    let output = try mix(name, [short, a], frames: 3000) { $0[0, .input, 1] = 1 }
    // The gain of one input does not depend on another's length.
    if name != "matrixmixer" { #expect(Array(output[0][1000...]) == Array(a[0][1000...])) }
    let description = try #require(unit(name))
    let node = try description.node(
      [SignalNode(short), SignalNode(a)], output: RenderFormat(sampleRate: 44_100, channelCount: 2),
      ParameterStore(description.spec, sampleRate: 44_100))
    _ = try TestSupport.render(node, frames: 4000)
    #expect(node.end == 3000)
  }

  @Test(arguments: names) func `a mono input in a chain comes out in stereo`(_ name: String) throws {
    let description = try #require(unit(name))
    let node = try description.node(SignalNode([a[0]]), ParameterStore(description.spec, sampleRate: 44_100))
    #expect(node.format.channelCount == 2)
  }

  // MARK: - AUMultiChannelMixer

  /// Equal power: cos and sin of (p + 1)π/4 (reference/dsp.md U24).
  @Test func `a pan of a mono input keeps its power`() throws {
    for p in stride(from: -1.0, through: 1, by: 0.05) {
      let output = try mix("multichannelmixer", [[[1]]]) { $0[2, .input] = Float(p) }
      let (left, right) = (Double(output[0][0]), Double(output[1][0]))
      let power = left * left + right * right
      #expect(abs(power - 1) < 1e-6)
      let formula = sin((p + 1) * .pi / 4)
      #expect(abs(right - formula) < 1.2e-6)
      let mirrored = try mix("multichannelmixer", [[[1]]]) { $0[2, .input] = Float(-p) }
      #expect(mirrored == [output[1], output[0]])
    }
  }

  /// The balance of the Web Audio panner (reference/dsp.md B14), whose ends fold one channel onto the other.
  @Test func `a pan of a stereo input folds the far channel over`() throws {
    let left = try mix("multichannelmixer", [a]) { $0[2, .input] = -1 }
    let folded: [Float] = zip(a[0], a[1]).map { $0 + $1 }
    #expect(left[0] == folded)
    #expect(left[1].allSatisfy { $0 == 0 })
    let half = try mix("multichannelmixer", [[[0], [1]]]) { $0[2, .input] = -0.5 }
    for channel in half { #expect(abs(channel[0] - 0.707_106_78) < 1e-6) }
  }

  @Test func `a negative volume turns the signal over`() throws {
    let output = try mix("multichannelmixer", [a]) { $0[0, .input] = -1 }
    let inverse: [[Float]] = a.map { $0.map { -$0 } }
    #expect(output == inverse)
  }

  @Test func `a mono output takes the mean of a stereo input`() throws {
    #expect(try mix("multichannelmixer", [[[1], [0.5]]], channels: 1) == [[0.75]])
  }

  // MARK: - AUMixer

  /// Apple's definition of the fader unit: the cube of the value. 0.5 is -18.0618 dB.
  @Test func `a fader's gain is its cube`() throws {
    let output = try mix("stereomixer", [[[1], [1]]]) { $0[0, .input] = 0.5 }
    #expect(abs(decibels(output[0][0]) + 18.0618) < 1e-4)
    let both = try mix("stereomixer", [[[1], [1]]]) {
      $0[0, .input] = 0.5
      $0[0, .output] = 0.8
    }
    let product = 0.125 * 0.512
    #expect(abs(Double(both[0][0]) - product) < 1e-8)
  }

  @Test func `the stereo mixer's pan runs from 0 to 1`() throws {
    #expect(try mix("stereomixer", [[[1]]]) { $0[1, .input] = 0 } == [[1], [0]])
    #expect(try mix("stereomixer", [[[1]]]) { $0[1, .input] = 1 } == [[0], [1]])
    for p in stride(from: 0.0, through: 1, by: 0.05) {
      let output = try mix("stereomixer", [[[1]]]) { $0[1, .input] = Float(p) }
      let (left, right) = (Double(output[0][0]), Double(output[1][0]))
      let power = left * left + right * right
      #expect(abs(power - 1) < 1e-6)
    }
  }

  // MARK: - AUMatrixMixer

  @Test func `a matrix gives what Double gives`() throws {
    var random = SplitMix64(seed: 9)
    let matrix = (0..<8).map { _ in (0..<8).map { _ in random.sample() } }
    let inputs = (0..<4).map { bus in (0..<2).map { noise(500, seed: UInt64(10 + 2 * bus + $0)) } }
    let output = try mix("matrixmixer", inputs, channels: 8) { values in
      for i in 0..<8 {
        for o in 0..<8 { values[0, .global, i << 16 | o] = matrix[i][o] }
      }
    }
    let channels = inputs.flatMap { $0 }
    for o in 0..<8 {
      var error: [Float] = []
      for frame in 0..<500 {
        var sum = 0.0
        for i in 0..<8 { sum += Double(matrix[i][o]) * Double(channels[i][frame]) }
        error.append(Float(Double(output[o][frame]) - sum))
      }
      // Eight roundings of Float32, each 2^-25 of the sum at most.
      #expect(decibels(rms(error)) < -130)
    }
  }

  @Test func `volumes multiply from crosspoint to master`() throws {
    let output = try mix("matrixmixer", [[[1]]], channels: 1) {
      $0[0, .global, 0] = 0.5
      $0[0, .input, 0] = 0.5
      $0[0, .output, 0] = 0.5
      $0[0, .global, 0xFFFF_FFFF] = 0.5
    }
    #expect(output == [[0.0625]])
  }

  @Test func `a crosspoint that is 0 leaks no NaN`() throws {
    let broken = [[Float](repeating: .nan, count: 3000)]
    #expect(try mix("matrixmixer", [a, broken]) == a)
  }

  @Test func `64 channels go to 64`() throws {
    let input = (0..<64).map { [Float($0), 1] }
    let output = try mix("matrixmixer", [input], channels: 64) { values in
      for i in 0..<64 { values[0, .global, i << 16 | (63 - i)] = 1 }
    }
    #expect(output == Array(input.reversed()))
  }
}
