import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// `units`, `presets`, `inspect` and `help` by the built tool.
@Suite struct ListingTests {
  private func json(_ words: String...) throws -> [JSON] {
    let tool = try Tool(words.map { Array($0.utf8) })
    #expect(tool.code == 0, "\(tool.error)")
    guard case .array(let elements) = try JSON(text: tool.text) else { return [] }
    return elements
  }

  @Test func `units lists every unit`() throws {
    let tool = try Tool("units")
    #expect(tool.code == 0 && tool.error.isEmpty)
    for unit in allUnits {
      #expect(tool.text.contains(unit.spec.name) && tool.text.contains(unit.spec.title))
    }
  }

  @Test func `a unit's page has ranges and defaults at the sample rate`() throws {
    for words in [["units", "AULowpass"], ["help", "lpas"]] {
      let tool = try Tool((words + ["--rate", "8k"]).map { Array($0.utf8) })
      #expect(tool.code == 0)
      #expect(tool.text.contains("cutoffFrequency  10 … 3960 Hz  default 3960 Hz"), "\(tool.text)")
    }
    let unknown = try Tool("units", "lowpas")
    #expect(unknown.code == 2 && unknown.error.contains("lowpass"))
  }

  /// The example of cli.md.
  @Test func `units as JSON follow the schema`() throws {
    let units = try json("units", "--json")
    #expect(units.count == allUnits.count)
    let lowpass = try #require(units.first { $0["name"] == "lowpass" })
    #expect(lowpass["title"] == "AULowpass" && lowpass["implemented"] == true)
    #expect(lowpass["component"] == ["type": "aufx", "subtype": "lpas", "manufacturer": "appl"])
    #expect(lowpass["aliases"] == ["aulowpass"] && lowpass["presets"] == [])
    #expect(lowpass["latencyFrames"] == .number(0) && lowpass["tailSeconds"] != nil)
    #expect(
      lowpass["constants"] == ["kLowPassParam_CutoffFrequency": .number(0), "kLowPassParam_Resonance": .number(1)])
    guard case .array(let rows)? = lowpass["parameters"] else {
      Issue.record("no parameters")
      return
    }
    for (key, value) in [
      ("id", .number(0)), ("constant", "kLowPassParam_CutoffFrequency"), ("key", "cutoffFrequency"),
      ("name", "Cutoff Frequency"), ("scope", "global"), ("unit", "hertz"), ("min", .number(10)),
      ("max", .number(21829.5)), ("default", .number(6900)), ("access", "rw"), ("source", "header"), ("note", .null),
      (
        "documented",
        ["scope": "Global", "valueUnit": "Hz", "min": "10", "max": "(SampleRate/2)", "default": "6900"]
      ),
    ] as [(String, JSON)] {
      #expect(rows[0][key] == value, "\(key)")
    }
    #expect(try json("units", "lowpass", "--json", "--rate", "8000").count == 1)
  }

  /// 194 constants of the header listing, kept beside the tables' own tests.
  @Test func `every constant is some unit's`() throws {
    var names: Set<String> = []
    for unit in try json("units", "--json") {
      guard case .object(let members)? = unit["constants"] else { continue }
      names.formUnion(members.map(\.key))
    }
    for constant in ["kAUNetStatus_Listening", "kRoundTripAACParam_BitRate", "k3DMixerParam_Azimuth"] {
      #expect(names.contains(constant))
    }
    #expect(names.count >= 194)
  }

  @Test func `a table in Markdown has a line a unit, and is the README's`() throws {
    let table = try Tool("units", "--markdown").text
    #expect(table.split(separator: "\n").count == allUnits.count + 2)
    let readme = FilePath(#filePath).directory.appending("../../README.md")
    let text = String(decoding: try readme.read(), as: UTF8.self)
    let isFresh = text.contains(table)
    #expect(isFresh, "the README's table of units is out of date: make readme")
  }

  @Test func `presets are listed by unit, with values as JSON`() throws {
    let tool = try Tool("presets")
    #expect(tool.code == 0 && tool.text.contains("11  Medium Hall 3"))
    let presets = try json("presets", "dynamics", "--json")
    #expect(presets.count == 6)
    #expect(presets[0]["name"] == "Fast and Smooth" && presets[0]["values"]?["headRoom"] == .number(30))
    #expect(try Tool("presets", "lowpass").text == "lowpass has no factory presets\n")
  }

  @Test func `inspect tells a sound file's format`() throws {
    let folder = TemporaryFolder()
    folder.write("a.wav", tone(4410, channels: 2))
    let tool = try Tool("inspect", "a.wav", "--json", directory: folder.path)
    #expect(tool.code == 0)
    let json = try #require(try JSON(text: tool.text)["input"])
    #expect(json["metadata"]?["markers"] == [])
    #expect(json["format"] == "wav" && json["encoding"] == "pcm16" && json["channels"] == .number(2))
    #expect(json["frames"] == .number(4410) && json["sampleRate"] == .number(44_100))
    #expect(try Tool("inspect", "a.wav", directory: folder.path).text.contains("0:00.100 (4410 frames)"))
    #expect(try Tool("inspect", "no.wav", directory: folder.path).code == 3)
    #expect(try Tool("inspect").code == 2)
  }

  @Test func `help and version go to standard output`() throws {
    for words in [["--help"], ["help"], ["-h"]] {
      let tool = try Tool(words.map { Array($0.utf8) })
      #expect(tool.code == 0 && tool.error.isEmpty)
      for option in ["--chain", "--tail", "--report", "fxrender units"] { #expect(tool.text.contains(option)) }
    }
    #expect(try Tool("--version").text.hasPrefix("fxrender "))
    #expect(try Tool("help", "units").text.contains("--markdown"))
    #expect(try Tool("help", "nonsense").code == 2)
  }

  @Test func `options may be shortened and take their value behind an equals sign`() throws {
    #expect(try Tool("units", "lowpass", "--ra=8000").text.contains("3960"))
    #expect(try Tool("units", "--j=1").code == 2)
  }
}
