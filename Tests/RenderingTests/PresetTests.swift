import DSPCore
import Rendering
import TestSupport
import Testing

/// The chains in presets/.
@Suite struct PresetTests {
  /// The presets of the source tree that this file belongs to.
  static let folder = FilePath(#filePath).directory.directory.directory.appending("presets")
  static let names = folder.entries.map(\.description)

  @Test func `the chains that people ask for are there`() {
    for name in [
      "telephone", "radio", "podcast", "mastering", "deboom", "lofi", "hall", "plate", "slapback", "megaphone",
      "vinyl-speedup", "nightmode",
    ] {
      #expect(Self.names.contains("\(name).fx"))
    }
  }

  @Test(arguments: names) func `a preset says what it is for and renders`(_ name: String) throws {
    let file = Self.folder.appending(FilePath(name))
    #expect(try file.read().starts(with: Array("# ".utf8)))
    let chain = try ChainDescription(file: file)
    for rate in [44_100.0, 48_000] {
      let resolved = try chain.resolved(sampleRate: rate, strict: true)
      #expect(resolved.warnings.isEmpty)
      let signal = [noise(8000, amplitude: 0.25, seed: 1), noise(8000, amplitude: 0.25, seed: 2)]
      let node = try resolved.node(SignalNode(signal, sampleRate: rate))
      let output = try render(node, frames: 8000)
      #expect(output.allSatisfy { $0.allSatisfy { $0.isFinite && abs($0) <= 2 } })
      // Audible, and no more than 12 dB louder or 20 dB quieter than it was.
      let change = decibels(rms(output[0])) - decibels(rms(signal[0]))
      #expect(change < 12 && change > -20, "\(change) dB")
    }
  }
}
