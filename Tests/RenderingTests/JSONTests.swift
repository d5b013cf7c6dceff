import Rendering
import Testing

@Suite struct JSONTests {
  @Test func `numbers take a dot and no more digits than they need`() {
    #expect(JSON.number(Float(0.1)).text == "0.1\n")
    #expect(JSON.number(44_100.0).text == "44100\n")
    #expect(JSON.number(Float(21829.5)).text == "21829.5\n")
    #expect(JSON.number(-1e-7).text == "-1e-07\n")
    #expect(JSON.number(Double.infinity).text == "null\n")
  }

  @Test func `text that is written reads back the same`() throws {
    let value: JSON = [
      "name": "tab\t quote\" slash\\ bell\u{7} 🎸 é", "list": [.number(1.5), true, .null, []], "empty": [:],
      "long": .array((0..<60).map { .number($0) }),
    ]
    #expect(try JSON(text: value.text) == value)
  }

  @Test func `escapes of RFC 8259 are read`() throws {
    #expect(try JSON(text: #""\u00e9\ud83c\udfb8\/\n\"""#) == .string("é🎸/\n\""))
  }

  @Test(
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "[01]", "[1.]", "[.5]", "[+1]", "[NaN]", "[1e999]", "\"\u{1}\"", "\"a",
      "\"\\x\"", "\"\\ud83c\"", "1 2", "{\"a\":1,\"a\":2}", "tru", "[1 2]",
    ])
  func `is no JSON`(text: String) {
    #expect(throws: JSONError.self) { try JSON(text: text) }
  }

  @Test func `an error has its line and column`() throws {
    let error = try #require(throws: JSONError.self) { try JSON(text: "{\n  \"a\": ?}") }
    #expect(error.line == 2 && error.column == 8)
  }

  @Test func `nesting without end is refused, not followed`() {
    #expect(throws: JSONError.self) { try JSON(text: String(repeating: "[", count: 100_000)) }
  }
}
