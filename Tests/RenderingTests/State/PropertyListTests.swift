import Rendering
import Testing

/// Property lists in both forms.
@Suite struct PropertyListTests {
  private let list: PropertyList = .dictionary([
    .init("name", .string("Größe <&>")),
    .init("n", .array([-1, 0, 255, 256, 65_536, 1 << 40, -(1 << 40), 1 << 63].map { .integer($0) })),
    .init("real", .real(0.5)), .init("yes", .boolean(true)), .init("data", .data(Array(0..<20))),
    .init("empty", .dictionary([])),
  ])

  private func xml(_ content: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<!-- a comment --><plist version=\"1.0\">\(content)</plist>".utf8)
  }

  @Test(arguments: PropertyList.Form.allCases) func `what is written reads back`(_ form: PropertyList.Form) throws {
    let whole: PropertyList = .dictionary([
      .init("list", list), .init("other", .array([.boolean(false), .array([]), .date(86_400.0 * 8000), .string("")])),
      .init("long", .string(String(repeating: "x", count: 300))), .init("bytes", .data([])),
    ])
    let read = try PropertyList.read(whole.bytes(form))
    #expect(read.0 == whole && read.1 == form)
  }

  @Test func `a binary list of Python's is read`() throws {
    // python3 -c 'import plistlib, base64; print(base64.b64encode(plistlib.dumps({"name": "Größe <&>", "n": [-1, 0,
    // 255, 256, 65536, 2**40, -2**40, 2**63], "real": 0.5, "yes": True, "data": bytes(range(20)), "empty": {}},
    // fmt=plistlib.FMT_BINARY, sort_keys=False)))'
    let text = """
      YnBsaXN0MDDWAQIDBAUGBwgREhMUVG5hbWVRblRyZWFsU3llc1RkYXRhVWVtcHR5aQBHAHIA9gDfAGUAIAA8ACYAPqgJCgsMDQ4PEBP/////\
      /////xAAEP8RAQASAAEAABMAAAEAAAAAABP///8AAAAAABQAAAAAAAAAAIAAAAAAAAAAIz/gAAAAAAAACU8QFAABAgMEBQYHCAkKCwwNDg8Q\
      ERIT0AgVGhwhJSowQ0xVV1lcYWpzhI2OpQAAAAAAAAEBAAAAAAAAABUAAAAAAAAAAAAAAAAAAACm
      """
    guard case .data(let bytes) = try PropertyList.read(xml("<data>\(text)</data>")).0 else {
      Issue.record("no data")
      return
    }
    #expect(try PropertyList.read(bytes).0 == list)
  }

  @Test func `XML has its references, comments and short forms`() throws {
    let read = try PropertyList.read(
      xml("<dict><key>a&amp;b</key><string>&lt;&#65;&#x42;<![CDATA[<c>&]]></string><!-- x --><key/><true></true></dict>")).0
    #expect(read == .dictionary([.init("a&b", .string("<AB<c>&")), .init("", .boolean(true))]))
    #expect(try PropertyList.read(xml("<array>***PLACE***<!-- x -->y<true/></array>")).0 == .array([.boolean(true)]))
    let numbers = "<array><integer> +12 </integer><integer>-0x1F</integer><real>1e3</real><real>-inf</real></array>"
    #expect(
      try PropertyList.read(xml(numbers)).0 == .array([.integer(12), .integer(-31), .real(1000), .real(-.infinity)]))
    // 29 February 2024 is day 8459 from 1 January 2001.
    #expect(try PropertyList.read(xml("<date>2024-02-29T01:02:03Z</date>")).0 == .date(8459 * 86_400 + 3723))
  }

  @Test(arguments: [
    "", "<dict>", "<dict><key>a</key></dict>", "<dict><string>a</string></dict>", "<integer>1.5</integer>",
    "<data>A</data>", "<true>", "<nothing/>", "<string>&none;</string>", "<string>a</integer>", "text",
    "<date>2024-13-01T00:00:00Z</date>", "</dict>",
  ])
  func `damaged XML is an error`(_ content: String) {
    #expect(throws: PropertyListError.self) { try PropertyList.read(xml(content)) }
  }

  @Test func `lists may not lie too deep`() {
    let deep = String(repeating: "<array>", count: 100_000)
    #expect(throws: PropertyListError.self) { try PropertyList.read(xml(deep)) }
    // An array that holds itself.
    var bytes = PropertyList.array([.boolean(true)]).bytes(.binary)
    // Objects stand at 8 (true) and 9 (the array, its reference at 10).
    bytes[10] = 1
    #expect(throws: PropertyListError.self) { try PropertyList.read(bytes) }
  }

  @Test func `a small file cannot stand for a large list`() {
    // Every array holds the next one 14 times: 14^20 values in 400 bytes.
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 1...20 {
      offsets.append(bytes.count)
      bytes += [0xAE] + [UInt8](repeating: UInt8(level), count: 14)
    }
    offsets.append(bytes.count)
    bytes.append(0x09)
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 255)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for value in [offsets.count, 0, table] { bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) } }
    #expect(throws: PropertyListError.self) { try PropertyList.read(bytes) }
  }
}
