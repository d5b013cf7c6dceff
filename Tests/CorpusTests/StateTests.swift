import Glibc
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Saved states of real units, in presets/ beside the recordings.
@Suite struct StateTests {
  static let folder = FilePath("\(Corpus.folder)/../presets")
  static let files = folder.entries.filter { $0.extension == "aupreset" }.map(\.description)

  /// The states that are there as facts: their keys and values.
  private static let facts: [JSON.Member] = {
    guard let bytes = try? folder.appending("states.json").read(),
      case .object(let members)? = try? JSON(text: String(decoding: bytes, as: UTF8.self))
    else { return [] }
    return members
  }()

  @Test func `all states are there`() {
    #expect(Self.files.count == 9 && Self.facts.count == 10)
  }

  @Test(arguments: files) func `a real file round-trips`(_ name: String) throws {
    let bytes = try Self.folder.appending(FilePath(name)).read()
    let state = try SavedState(bytes)
    let (unit, _) = try state.unit()
    #expect(unit.spec.name == (name.hasPrefix("nbeq") ? "nbandeq" : "sampler"))
    guard case .dictionary(let entries) = try PropertyList.read(bytes).0,
      case .dictionary(let again) = try PropertyList.read(state.bytes).0
    else {
      Issue.record("no dictionary")
      return
    }
    #expect(entries == again)
    if case .data(let blob)? = entries.first(where: { $0.key == "data" })?.value { #expect(state.blob.bytes == blob) }
  }

  @Test func `the states of states-json have their values`() throws {
    for fact in Self.facts {
      let state = try Self.state(fact.value)
      let read = try SavedState(state)
      #expect(try !read.unit().unit.spec.name.isEmpty, "\(fact.key)")
      guard case .array(let blocks)? = fact.value["blocks"] else { continue }
      #expect(read.blob.blocks.count == blocks.count)
      for (block, expected) in zip(read.blob.blocks, blocks) {
        guard case .array(let pairs)? = expected["values"] else { continue }
        #expect(expected["scope"] == .number(Int(block.scope)) && expected["element"] == .number(Int(block.element)))
        for (pair, numbers) in zip(block.pairs, pairs) {
          guard case .array(let numbers) = numbers, case .number(let value) = numbers[1] else { continue }
          #expect(numbers[0] == .number(Int(pair.id)) && pair.value == Float(value))
        }
      }
    }
  }

  @Test func `Python reads what is written`() throws {
    let folder = TemporaryFolder()
    for (number, fact) in Self.facts.enumerated() {
      var state = try SavedState(try Self.state(fact.value))
      for form in PropertyList.Form.allCases {
        state.form = form
        folder.write("\(number)-\(form).aupreset", state.bytes)
      }
    }
    let script = "import plistlib,glob; [plistlib.load(open(f,'rb'))['data'] for f in glob.glob('\(folder.path)/*')]"
    #expect(system("python3 -c \"\(script)\"") == 0)
  }

  /// A state's file from its facts.
  private static func state(_ fact: JSON) throws -> [UInt8] {
    var entries: [PropertyList.Entry] = []
    guard case .object(let keys)? = fact["keys"], case .array(let blocks)? = fact["blocks"] else { return [] }
    for key in keys {
      switch key.value {
      case .number(let number): entries.append(.init(key.key, .integer(Int128(number))))
      case .string(let text) where ["type", "subtype", "manufacturer"].contains(key.key):
        entries.append(.init(key.key, .integer(text.utf8.reduce(0) { $0 << 8 | Int128($1) })))
      case .string(let text): entries.append(.init(key.key, .string(text)))
      default: break
      }
    }
    var blob = ParameterBlob()
    for block in blocks {
      guard case .number(let scope)? = block["scope"], case .number(let element)? = block["element"],
        case .array(let pairs)? = block["values"]
      else { continue }
      blob.blocks.append(
        .init(
          scope: UInt32(scope), element: UInt32(element),
          pairs: pairs.compactMap { pair in
            guard case .array(let numbers) = pair, case .number(let id) = numbers[0], case .number(let value) = numbers[1]
            else { return nil }
            return .init(id: UInt32(id), value: Float(value))
          }))
    }
    entries.append(.init("data", .data(blob.bytes)))
    return PropertyList.dictionary(entries).bytes(fact["container"] == "binary" ? .binary : .xml)
  }
}
