import Glibc
import Rendering
import TestSupport
import Testing

/// Many files by one command.
@Suite struct BatchCommandTests {
  private let folder = TemporaryFolder()

  private func batch(_ arguments: String..., input: [UInt8] = []) throws -> (tool: Tool, lines: [JSON]) {
    let words = ["batch", "--chain", "lowpass:cutoff=6900", "--out", folder.path + "/out"] + arguments
    let tool = try Tool(words.map { Array($0.utf8) }, input: input, directory: folder.path)
    let lines = try tool.text.split(separator: "\n").map { try JSON(text: String($0)) }
    return (tool, lines)
  }

  private func clean() {
    for name in FilePath(folder.file("out")).entries { unlink(folder.file("out/\(name)")) }
    rmdir(folder.file("out"))
  }

  @Test func `every file is rendered, a bad one stops none, and the highest code is the end`() throws {
    defer { clean() }
    for i in 0..<5 { folder.write("\(i).wav", tone(1000 + i)) }
    folder.write("bad.wav", Array("no sound".utf8))
    let (tool, lines) = try batch("0.wav", "bad.wav", "1.wav", "2.wav", "3.wav", "4.wav")
    #expect(tool.code == 3)
    #expect(lines.count == 6)
    for line in lines {
      let isBad = line["input"]?["path"] == "bad.wav"
      #expect(line["code"] == .number(isBad ? 3 : 0))
      #expect((line["error"] != nil) == isBad)
    }
    #expect(FilePath(folder.file("out")).entries.map(\.description) == (0..<5).map { "\($0).wav" })
    #expect(tool.error.contains("5 rendered, 0 left as they were, 1 failed"))
  }

  /// Case F15: what one file leaves in a unit is not heard in the next.
  @Test func `each file gives the bytes that it gives alone, for any number of jobs`() throws {
    defer { clean() }
    folder.write("loud.wav", tone(3000))
    folder.write(
      "silent.wav", RIFF.file([RIFF.format(), .init("data", RIFF.samples16(repeatElement(0, count: 3000)))]))
    var alone: [[UInt8]] = []
    for name in ["loud", "silent"] {
      let tool = try Tool("\(name).wav", "\(name)-1.wav", "--chain", "lowpass:cutoff=6900", directory: folder.path)
      #expect(tool.code == 0)
      alone.append(folder.read("\(name)-1.wav"))
    }
    for order in [["loud.wav", "silent.wav"], ["silent.wav", "loud.wav"]] {
      for jobs in ["1", "2"] {
        #expect(try batch(order[0], order[1], "--jobs", jobs).tool.code == 0)
        #expect(contents(of: folder.file("out/loud.wav")) == alone[0])
        #expect(contents(of: folder.file("out/silent.wav")) == alone[1])
      }
    }
  }

  @Test func `two files of one name are refused before any work`() throws {
    defer { clean() }
    folder.write("a.wav", tone())
    let (tool, lines) = try batch("a.wav", "./a.wav")
    #expect(tool.code == 2)
    #expect(lines.isEmpty)
    #expect(tool.error.contains("would both become"))
    #expect(folder.names == ["a.wav"])
  }

  @Test func `a list, another format, and a second run that resumes`() throws {
    defer { clean() }
    folder.write("a.wav", tone())
    folder.write("b b.wav", tone())
    let list = Array("a.wav\nb b.wav\n".utf8)
    #expect(try batch("--list", "-", "--format", "flac", input: list).tool.code == 0)
    #expect(FilePath(folder.file("out")).entries == ["a.flac", "b b.flac"])
    unlink(folder.file("out/a.flac"))
    let (tool, lines) = try batch("--list", "-", "--format", "flac", "--resume", input: list)
    #expect(tool.code == 0)
    #expect(lines.filter { $0["skipped"] == true }.map { $0["input"]?["path"] } == ["b b.wav"])
    #expect(FilePath(folder.file("out")).entries == ["a.flac", "b b.flac"])
  }
}
