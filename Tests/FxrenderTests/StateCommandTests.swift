import Rendering
import TestSupport
import Testing

/// `save-state`, `inspect` of a state, and `export`, by the built tool.
@Suite struct StateCommandTests {
  private let folder = TemporaryFolder()

  private func run(_ words: String...) throws -> Tool {
    try Tool(words.map { Array($0.utf8) }, directory: folder.path)
  }

  @Test func `a saved chain is inspected and loads`() throws {
    #expect(try run("save-state", "lowpass:cutoff=12345.5:resonance=-3,delay", ".").code == 0)
    #expect(folder.names == ["1-lowpass.aupreset", "2-delay.aupreset"])
    let json = try JSON(text: try run("inspect", "1-lowpass.aupreset", "--json", "--rate", "8k").text)
    #expect(json["unit"] == "lowpass" && json["name"] == "Untitled")
    #expect(json["component"] == ["type": "aufx", "subtype": "lpas", "manufacturer": "appl"])
    guard case .array(let values)? = json["values"] else {
      Issue.record("no values")
      return
    }
    #expect(
      values[0] == [
        "id": .number(0), "constant": "kLowPassParam_CutoffFrequency", "key": "cutoffFrequency",
        "value": .number(12345.5), "unit": "hertz", "inRange": false,
      ])
    #expect(values[1]["value"] == .number(-3) && values[1]["inRange"] == true)
    let page = try run("inspect", "1-lowpass.aupreset", "--rate", "8k").text
    #expect(page.contains("AULowpass") && page.contains("outside its range"))
  }

  @Test func `a state of one unit goes to a file`() throws {
    #expect(try run("save-state", "delay", "a.aupreset", "--binary").code == 0)
    #expect(folder.read("a.aupreset").starts(with: Array("bplist00".utf8)))
    #expect(try run("save-state", "delay,delay", "b.aupreset").code == 2)
    #expect(try run("save-state", "delay", "nowhere").code == 4)
    let ours = try run("save-state", "dynamics:curve=db", "c.aupreset")
    #expect(ours.code == 0 && ours.error.contains("curve is left out"))
    folder.write("broken.aupreset", Array("<plist><dict>".utf8))
    #expect(try run("inspect", "broken.aupreset").code == 3)
    #expect(try run("inspect", "none.aupreset").code == 3)
  }

  @Test func `export prints Swift that sets what the chain sets`() throws {
    let source = try run("export", "highpass:cutoff=80,newtimepitch:rate=1.5", "--swift").text
    #expect(source.contains("(kHipassParam_CutoffFrequency, 80),"))
    #expect(source.contains("0x61756678 /* aufx */, 0x68706173 /* hpas */"))
    #expect(source.contains("(kNewTimePitchParam_Rate, 1.5),"))
    #expect(source.contains("0x61756663 /* aufc */, 0x6E757470 /* nutp */"))
    #expect(try run("export", "highpass").code == 2)
    #expect(try run("export", "nothing", "--swift").code == 2)
  }
}
