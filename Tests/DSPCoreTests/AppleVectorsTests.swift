import DSPCore
import ParamSpec
import TestSupport
import Testing

/// Hashes of what Apple's own units gave, as AudioKit published them: the strongest tests that we have
/// (reference/apple-vectors.md sections 2, 3 and 7). The input of each set is rebuilt bit for bit.
@Suite struct AppleVectorsTests {
  struct Published: Sendable, CustomTestStringConvertible {
    let name: String
    let input: [[Float]]
    /// Low-pass and high-pass, four each; low shelf and high shelf, two each.
    let hashes: [String]
    /// The cutoff of the second high shelf, in Hz.
    let shelf: Float

    init(_ name: String, _ input: [[Float]], shelf: Float, _ hashes: String) {
      self.name = name
      self.input = input
      self.shelf = shelf
      self.hashes = hashes.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    var testDescription: String { name }
  }

  private static func both(_ signal: [Float]) -> [[Float]] { [signal, signal] }
  private static func left(_ signal: [Float]) -> [[Float]] { [signal, signal.map { _ in 0 }] }

  static let sets = [
    Published(
      "August 2020: sine, 2205 frames", both(publishedSine(2205)), shelf: 400,
      """
      17c159eb6841c34a 16a562311182510f 335ae94aba0b3237 77f2e1b7d3f7b411
      e12683be413b1a46 f2c7865551149a02 c541a54467717a65 e9cfe65ced84dc18
      fc7360c50988fba3 943ab4e22f4ea3e5 8f70bdc411f8c3c7 bc92323d189e36ba
      """),
    Published(
      "3 September 2020: sine on the left, 4410 frames", left(publishedSine(4410)), shelf: 400,
      """
      d174c713b39b0e8f a16d62330c88ca2d c3559600ccd3fda6 f1e6d7684153095d
      20cae3151fc4381d cc8e1afae6cb29ff 98914163ee8e5525 76b316fd2fcdcaff
      7e5d10bdc5095b41 f676485e70aa1d3c 0671d43ae61c0ef5 d71af0dcecbd0a63
      """),
    Published(
      "4 September 2020: sine on the left, 44100 frames", left(publishedSine(44_100)), shelf: 400,
      """
      324d9a474a6eaa35 ffe9376b00542593 25ec8923854cca83 fe4e337100276d3a
      4c1ce81e37d2b809 4e78bd027c943dc4 f656df3a1e03b10f bd51c65cd09db754
      da2049675b570c8d efa047c1f985d384 d37ca76b429c0c6a 0f9d5737371c9a29
      """),
    Published(
      "25 September 2020: sine, 44100 frames", both(publishedSine(44_100)), shelf: 10_000,
      """
      9b155606de91f1ea 2b7ea29c1057669c 17fb6b6d8947a90c 8fca4df57d6b1567
      66b4df75af5ccf0d c2521ac478b399bc dba8d067e68ebb18 36741bfd5d093f3d
      bfa4e3792af93d6b f36df45579f09803 7ad69bf803f231c8 7ad69bf803f231c8
      """),
    Published(
      "AudioKit 5.0.1: triangle, 44100 frames", both(publishedTriangle(44_100)), shelf: 10_000,
      """
      a414ebf3cb592262 0e3f8b2ec2ad9491 241f2bf4c46f093d 4c5d8091e4711af9
      c2f075a9ca06aedd 281a69126bc59add ec9760f39a86730f 1041f6c67b1a14a1
      ffa34b3e2698569e 76f6b57ec0eb0b3c a995dee54a1acb39 a995dee54a1acb39
      """),
  ]

  /// Cutoff in Hz and resonance in dB, in the order of the hashes.
  private static let cutoffs: [(Float, Float)] = [(6900, 0), (6900, 1), (500, 0), (500, 1)]

  /// A unit's output in blocks of a size that divides nothing.
  private func hash<Design: FilterDesign>(_: Design.Type, _ input: [[Float]], _ settings: [UInt32: Float]) -> String {
    var unit = FilterUnit<Design>(format: RenderFormat(sampleRate: 44_100, channelCount: 2))
    var values = ParameterValues<Design>(sampleRate: 44_100)
    for (id, value) in settings { values.store[id] = value }
    unit.update(values)
    return publishedHash(process(&unit, input, blockSize: 509))
  }

  @Test(arguments: sets) func `AULowpass is bit-identical`(_ set: Published) {
    for (i, (cutoff, resonance)) in Self.cutoffs.enumerated() {
      #expect(hash(LowPass.self, set.input, [0: cutoff, 1: resonance]) == set.hashes[i])
    }
  }

  @Test(arguments: sets) func `AUHipass is bit-identical`(_ set: Published) {
    for (i, (cutoff, resonance)) in Self.cutoffs.enumerated() {
      #expect(hash(HighPass.self, set.input, [0: cutoff, 1: resonance]) == set.hashes[4 + i])
    }
  }

  @Test(arguments: sets) func `AULowShelfFilter is bit-identical at +1 dB`(_ set: Published) {
    #expect(hash(LowShelf.self, set.input, [0: 80, 1: 1]) == set.hashes[8])
    #expect(hash(LowShelf.self, set.input, [0: 100, 1: 1]) == set.hashes[9])
  }

  @Test(arguments: sets) func `AUHighShelfFilter is bit-identical at +1 dB`(_ set: Published) {
    #expect(hash(HighShelf.self, set.input, [0: 10_000, 1: 1]) == set.hashes[10])
    #expect(hash(HighShelf.self, set.input, [0: set.shelf, 1: 1]) == set.hashes[11])
  }

  // A cascade at rest but for one section is that section: the wavefront keeps the arithmetic.
  @Test(arguments: sets) func `a band of AUNBandEQ is the same section`(_ set: Published) {
    #expect(hash(NBandEQ.self, set.input, [1005: 0, 2005: 7, 3005: 80, 4005: 1]) == set.hashes[8])
  }

  // The hashes of neutral chains, which show that the inputs are rebuilt right.
  @Test func `the inputs are those of the published renders`() {
    #expect(publishedHash(Self.both(publishedSine(2205))) == "b24dd77c31bd4c69")
    #expect(publishedHash(Self.both(publishedSine(44_100))) == "f4cc261bdf98ae17")
    #expect(publishedHash(Self.both(publishedTriangle(44_100))) == "54fb40c15242198d")
    #expect(publishedHash(Self.both(publishedPhaseTriangle(44_100))) == "789c1e77803a4f9d")
  }
}
