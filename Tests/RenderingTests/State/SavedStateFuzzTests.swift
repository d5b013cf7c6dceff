import Glibc
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Damaged states: always a value or a typed error. More rounds with FXRENDER_FUZZ=20, say.
@Suite struct SavedStateFuzzTests {
  private let rounds = getenv("FXRENDER_FUZZ").flatMap { Int(String(cString: $0)) } ?? 1

  /// Changes, cuts, repeats and overwrites bytes, a few at a time.
  private func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }

  /// What a list comes to in memory, at least.
  private func size(_ list: PropertyList) -> Int {
    switch list {
    case .array(let elements): elements.reduce(16) { $0 + size($1) }
    case .dictionary(let entries): entries.reduce(16) { $0 + $1.key.utf8.count + size($1.value) }
    case .data(let bytes): bytes.count
    case .string(let text): text.utf8.count
    default: 16
    }
  }

  @Test func `180 000 damaged blobs are read or refused`() throws {
    var random = SplitMix64(seed: 1)
    var read = 0
    let seeds = try ["lowpass", "delay", "distortion", "multichannelmixer"].map { text in
      try SavedState(try #require(try ChainDescription(text).items.first), sampleRate: 44_100).blob.bytes
    }
    for i in 0..<180_000 * rounds {
      let bytes = mutated(seeds[i % seeds.count], &random)
      guard let blob = try? ParameterBlob(bytes) else { continue }
      read += 1
      // What is read is what was there.
      #expect(blob.bytes == bytes)
    }
    // Values may be any: most damage to them is none to the blob.
    #expect(read > 10_000 && read < 180_000 * rounds)
  }

  @Test(arguments: PropertyList.Form.allCases)
  func `15 000 damaged files of either form are read or refused`(_ form: PropertyList.Form) throws {
    var random = SplitMix64(seed: form == .xml ? 2 : 3)
    var state = try SavedState(SavedStateTests.lowpass)
    state.form = form
    let seed = state.bytes
    var read = 0
    for _ in 0..<15_000 * rounds {
      let bytes = mutated(seed, &random)
      guard let (list, _) = try? PropertyList.read(bytes) else { continue }
      read += 1
      #expect(size(list) <= max(1 << 16, 10 * bytes.count))
      guard let state = try? SavedState(bytes) else { continue }
      _ = try? state.unit()
      #expect(try SavedState(state.bytes).bytes == state.bytes)
    }
    #expect(read > 100)
  }
}
