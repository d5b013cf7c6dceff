import Rendering
import TestSupport
import Testing

/// Text that nobody would write: it is read or refused, with a place that is in it, and nothing else happens.
@Suite struct ChainTextFuzzTests {
  private static let pieces = [
    "lowpass", "nbandeq", "graphiceq", "reverb", "varispeed", "state", "cutoff", "gain", "gain1", "1khz", "gains", "#0",
    "#4294967295", "#", "preset", "bypass", "bands", "on", "1", "-3dB", "1/0", "1e400", "10", "nan", ",", ",", ":", ":",
    "=",
    "=", "'", "\"", "\\", " ", "\n", "\r\n", "@", "@x", "/", "é", "🎸", "\u{301}", "\0", "[", "{", "}", "]", "\"unit\"",
  ]

  @Test func `any text is a chain or an error with a place`() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 1...12, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random)! }.joined()
      guard let error = fault(of: text) else { continue }
      #expect(!error.message.isEmpty)
      #expect(error.position.line <= text.count { $0.isNewline } + 1, "\(text)")
      #expect(error.position.column <= text.count + 1, "\(text)")
      #expect(error.details(sampleRate: 8000).allSatisfy { !$0.isEmpty })
    }
  }

  /// What is wrong with a text, as it is read or at the ends of the sample rates; nil where nothing is.
  private func fault(of text: String) -> ChainError? {
    do throws(ChainError) {
      let chain = try ChainDescription(text, presets: ChainPresets([]))
      for rate in [1000.0, 768_000] { _ = try chain.resolved(sampleRate: rate) }
      return nil
    } catch {
      return error
    }
  }

  @Test func `what reads back from canonical text is the same chain`() throws {
    var random = SplitMix64(seed: 8)
    var count = 0
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 1...8, using: &random))
        .map { _ in Self.pieces[..<30].randomElement(using: &random)! }.joined()
      guard let chain = try? ChainDescription(text, presets: ChainPresets([])) else { continue }
      count += 1
      #expect(try ChainDescription(chain.description).description == chain.description, "\(text)")
    }
    #expect(count > 100)
  }
}
