import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// .aupreset files (reference/units.md 4).
@Suite struct SavedStateTests {
  /// A real AULowpass state's values, in Apple's form, with a key that nobody knows.
  static let lowpass = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>data</key>
    \t<data>
    \tAAAAAAAAAAAAAAACAAAAAER187kAAAABQW306A==
    \t</data>
    \t<key>made by</key>
    \t<dict>
    \t\t<key>hand</key>
    \t\t<true/>
    \t</dict>
    \t<key>manufacturer</key>
    \t<integer>1634758764</integer>
    \t<key>name</key>
    \t<string>Untitled</string>
    \t<key>subtype</key>
    \t<integer>1819304307</integer>
    \t<key>type</key>
    \t<integer>1635083896</integer>
    \t<key>version</key>
    \t<integer>0</integer>
    </dict>
    </plist>

    """.utf8)

  private func chain(_ text: String, in folder: TemporaryFolder) throws -> ChainDescription {
    try ChainDescription(text, directory: FilePath(folder.path))
  }

  private func state(_ text: String) throws -> SavedState {
    try SavedState(try #require(try ChainDescription(text).items.first), sampleRate: 44_100)
  }

  private func pairs(_ state: SavedState) -> [AudioUnitParameterID: Float] {
    Dictionary(state.blob.blocks.flatMap { $0.pairs.map { ($0.id, $0.value) } }) { $1 }
  }

  private func render(_ chain: ChainDescription, _ signal: [[Float]]) throws -> [[Float]] {
    let node = try chain.resolved(sampleRate: 44_100).node(SignalNode(signal))
    return try TestSupport.render(node, frames: signal[0].count)
  }

  @Test func `a state reads and is written as it was`() throws {
    let state = try SavedState(Self.lowpass)
    let (unit, component) = try state.unit()
    #expect(unit.spec.name == "lowpass" && component.subtype == "lpas" && state.name == "Untitled")
    #expect(state.values == [StoredValue(0, 983.808167), StoredValue(1, 14.872292)])
    #expect(state.bytes == Self.lowpass)
  }

  @Test func `the binary form holds the same`() throws {
    var state = try SavedState(Self.lowpass)
    state.form = .binary
    let read = try SavedState(state.bytes)
    #expect(read == state)
    #expect(read.blob.bytes.count == 28)
  }

  @Test func `a chain with a state sounds as with its values`() throws {
    let folder = TemporaryFolder()
    folder.write("a.aupreset", Self.lowpass)
    let signal = [noise(3000, seed: 1), noise(3000, seed: 2)]
    let text = "lowpass:cutoff=983.808167:resonance=14.872292"
    #expect(try render(try chain("state:a.aupreset", in: folder), signal) == render(try ChainDescription(text), signal))
    let overridden = try chain("state:a.aupreset:cutoff=500,highpass", in: folder)
    let plain = try ChainDescription("lowpass:cutoff=500:resonance=14.872292,highpass")
    #expect(try render(overridden, signal) == render(plain, signal))
  }

  @Test(arguments: allUnits.filter { $0.kind == .effect || $0.kind == .rateChanger }.map(\.spec.name))
  func `a state of every unit sounds as the unit`(_ name: String) throws {
    let folder = TemporaryFolder()
    let spec = try #require(unit(name)).spec
    let preset = spec.presets.first.map { ":preset=\($0.number)" } ?? ""
    folder.write("a.aupreset", try state(name + preset).bytes)
    let signal = [noise(2000, seed: 3), noise(2000, seed: 4)]
    #expect(
      try render(try chain("state:a.aupreset", in: folder), signal)
        == render(try ChainDescription(name + preset), signal))
  }

  @Test func `what a chain changes is changed and the rest is kept`() throws {
    let folder = TemporaryFolder()
    folder.write("a.aupreset", Self.lowpass)
    let item = try #require(try chain("state:a.aupreset:resonance=3", in: folder).items.first)
    let changed = try SavedState(item, sampleRate: 44_100)
    #expect(pairs(changed) == [0: 983.808167, 1: 3])
    #expect(changed["made by"] == .dictionary([.init("hand", .boolean(true))]))
    let same = try SavedState(try #require(try chain("state:a.aupreset", in: folder).items.first), sampleRate: 44_100)
    #expect(same.bytes == Self.lowpass)
  }

  @Test func `unknown blocks and values are kept`() throws {
    var blob = ParameterBlob()
    blob.blocks = [
      .init(scope: 0, element: 0, pairs: [.init(id: 77, value: .nan), .init(id: 0, value: 500)]),
      .init(scope: 9, element: 3, pairs: [.init(id: 5, value: 1)]), .init(scope: 1, element: 0, pairs: []),
    ]
    #expect(try ParameterBlob(blob.bytes) == blob)
    #expect(blob.bytes.count == 12 + 16 + 12 + 8 + 12)
  }

  @Test func `values are written as Apple's units write them`() throws {
    // One block of all parameters in the order of their numbers, 12 + 8 · count bytes; counts from real states.
    for (text, count) in [
      ("lowpass", 2), ("delay", 4), ("distortion", 16), ("reverb", 17), ("graphiceq", 32),
      ("nbandeq:gain3=2", 81),
    ] {
      let state = try state(text)
      #expect(state.blob.blocks.count == 1 && state.blob.bytes.count == 12 + 8 * count, "\(text)")
      let ids = state.blob.blocks[0].pairs.map(\.id)
      #expect(ids == ids.sorted() && Set(ids).count == count)
    }
    #expect(try state("nbandeq:gain3=2")["numberOfBands"] == .integer(3))
    #expect(try state("graphiceq:bands=10")["Num EQ Bands"] == .integer(10))
    let dynamics = try state("dynamics:preset=0:curve=db")
    #expect(dynamics["ThresholdOK"] == .integer(1) && dynamics["preset-number"] == .integer(0))
    #expect(dynamics.name == "Fast and Smooth")
    // Neither our extensions nor meters are Apple's.
    #expect(pairs(dynamics) == [0: -35, 1: 30, 2: 1, 3: -100, 4: 0.03, 5: 0.03, 6: 0])
  }

  @Test func `bands beyond their number are off`() throws {
    var eq = try state("nbandeq:gain1=6:gain2=-6")
    let text = String(decoding: eq.bytes, as: UTF8.self).replacing(
      "<key>numberOfBands</key>\n\t<integer>2</integer>", with: "<key>numberOfBands</key>\n\t<integer>1</integer>")
    eq = try SavedState(Array(text.utf8))
    let last = eq.values.last { $0.id == kAUNBandEQParam_BypassBand + 1 }
    #expect(last?.value == 1)
    #expect(eq.values.last { $0.id == kAUNBandEQParam_BypassBand }?.value == 0)
  }

  @Test func `codes of several components go by their type`() throws {
    for (text, code, type) in [("aufx/tmpt", "pitch", "aufx"), ("aufc/tmpt", "timepitch", "aufc")] {
      let (unit, component) = try state(text).unit()
      #expect(unit.spec.name == code && component.type == type, "\(text)")
    }
  }

  @Test func `states of others are refused by name`() throws {
    let text = String(decoding: Self.lowpass, as: UTF8.self)
    // 'Vlha' is a maker's code.
    let other = try SavedState(Array(text.replacing("1634758764", with: "1449945185").utf8))
    #expect(throws: SavedStateError.foreign(Component("aufx", "lpas", manufacturer: "Vlha"))) { try other.unit() }
    #expect("\(SavedStateError.foreign(other.component))".contains("'Vlha'"))
    let folder = TemporaryFolder()
    folder.write("a.aupreset", other.bytes)
    #expect { try chain("state:a.aupreset", in: folder) } throws: { ($0 as? ChainError)?.kind == .state }
    // Another version, and a count of three values where there are two.
    for (old, new) in [("<integer>0<", "<integer>1<"), ("AAACAAAAAER1", "AAADAAAAAER1")] {
      folder.write("b.aupreset", Array(text.replacing(old, with: new).utf8))
      #expect { try chain("state:b.aupreset", in: folder) } throws: { ($0 as? ChainError)?.kind == .state }
    }
  }
}
