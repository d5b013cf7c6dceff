import Glibc
import Rendering
import TestSupport
import Testing

/// Renders by the built tool: files, names, exit codes.
@Suite struct RenderCommandTests {
  private let folder = TemporaryFolder()

  private func report(_ tool: Tool) throws -> JSON { try JSON(text: tool.text) }

  // MARK: What works

  @Test func `a render writes the file and says so on standard error only`() throws {
    folder.write("in.wav", tone())
    let tool = try Tool("in.wav", "out.wav", "--chain", "lowpass:cutoff=6900", directory: folder.path)
    #expect(tool.code == 0, "\(tool.error)")
    #expect(tool.output.isEmpty)
    for fact in ["cutoffFrequency 6900 Hz", "resonance 0 dB", "out.wav", "44100 Hz", "peak", "times real time"] {
      #expect(tool.error.contains(fact), "\(fact)")
    }
    #expect(RIFF.chunk("data", of: folder.read("out.wav"))!.count >= 4000)
    #expect(folder.names == ["in.wav", "out.wav"])
  }

  @Test func `no chain copies the samples`() throws {
    folder.write("in.wav", tone())
    let tool = try Tool("in.wav", "out.wav", "--quiet", directory: folder.path)
    #expect(tool.code == 0 && tool.error.isEmpty && tool.output.isEmpty)
    #expect(RIFF.chunk("data", of: folder.read("out.wav")) == RIFF.chunk("data", of: folder.read("in.wav")))
  }

  @Test func `standard input and output`() throws {
    let tool = try Tool("-", "-", "--chain", "lowpass", "--quiet", "--tail", "none", input: tone())
    #expect(tool.code == 0, "\(tool.error)")
    #expect(RIFF.chunk("data", of: tool.output)?.count == 4000)
  }

  @Test func `the report holds what the summary says`() throws {
    folder.write("in.wav", tone(rate: 8000))
    let tool = try Tool(
      "in.wav", "out.wav", "--chain", "lowpass:cutoff=6900", "--report", "-", "--quiet", "--tail=none",
      directory: folder.path)
    #expect(tool.code == 0)
    let report = try report(tool)
    #expect(report["input"]?["sampleRate"] == .number(8000) && report["input"]?["frames"] == .number(2000))
    #expect(report["output"]?["path"] == "out.wav" && report["output"]?["encoding"] == "pcm16")
    guard case .array(let units)? = report["chain"], case .array(let warnings)? = report["warnings"] else {
      Issue.record("no chain or no warnings")
      return
    }
    #expect(units[0]["unit"] == "lowpass")
    #expect(units[0]["parameters"] == ["cutoffFrequency": .number(3960), "resonance": .number(0)])
    #expect(warnings.count == 1)
    #expect(warnings[0]["code"] == "clamped" && warnings[0]["parameter"] == "cutoffFrequency")
    #expect(warnings[0]["asked"] == .number(6900) && warnings[0]["used"] == .number(3960))
    for key in ["peak", "clipped", "nonFiniteInput", "elapsedSeconds", "realtime"] { #expect(report[key] != nil) }
    #expect(tool.error.contains("warning") && tool.error.contains("3960"))
  }

  /// Case G1.
  @Test func `a locale with a decimal comma changes nothing`() throws {
    folder.write("in.wav", tone())
    let tool = try Tool(
      "in.wav", "out.wav", "--chain", "lowpass:cutoff=1000.5", "--report", "-", "--quiet",
      environment: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"], directory: folder.path)
    #expect(tool.code == 0)
    #expect(tool.text.contains("\"cutoffFrequency\": 1000.5"))
    _ = try report(tool)
  }

  /// Cases G4 and G5: NFC, NFD, emoji, spaces, newlines, dashes.
  @Test(arguments: [
    "a b.wav", "é.wav", "e\u{301}.wav", "🎸 🥁.wav", "line\nbreak.wav", "a:b,c=d.wav", "'q\".wav", "$x.wav",
  ])
  func `a file may be called`(name: String) throws {
    folder.write(name, tone())
    let tool = try Tool(name, "out \(name)", "--chain", "lowpass", directory: folder.path)
    #expect(tool.code == 0, "\(tool.error)")
    #expect(tool.error.contains(name))
    #expect(folder.names.contains("out \(name)"))
  }

  @Test func `a name may begin with a dash behind two dashes`() throws {
    folder.write("-x.wav", tone())
    let tool = try Tool("--chain", "lowpass", "--", "-x.wav", "-y.wav", directory: folder.path)
    #expect(tool.code == 0, "\(tool.error)")
    #expect(folder.names.contains("-y.wav"))
    let refused = try Tool("-x.wav", "y.wav", directory: folder.path)
    #expect(refused.code == 2 && refused.error.contains("./-x.wav"))
  }

  @Test func `a name need not be valid UTF-8`() throws {
    folder.write("in.wav", tone())
    let output = Array("\(folder.path)/".utf8) + [0xFF, 0xFE] + Array(".wav".utf8)
    let tool = try Tool([Array("in.wav".utf8), output], directory: folder.path)
    #expect(tool.code == 0, "\(tool.error)")
    let path = FilePath(bytes: output)
    #expect(try path.read().count > 4000)
    path.withCString { _ = unlink($0) }
  }

  @Test func `output over input replaces it`() throws {
    folder.write("a.wav", tone())
    #expect(try Tool("a.wav", "./a.wav", "--chain", "lowpass:cutoff=100", directory: folder.path).code == 0)
    #expect(folder.read("a.wav") != tone())
    #expect(folder.names == ["a.wav"])
  }

  @Test func `meters go to a table`() throws {
    folder.write("in.wav", tone(44_100))
    let tool = try Tool(
      "in.wav", "out.wav", "--chain", "lowpass,dynamics", "--meters", "m.csv", directory: folder.path)
    #expect(tool.code == 0)
    let rows = String(decoding: folder.read("m.csv"), as: UTF8.self).split(separator: "\n")
    #expect(rows[0] == "seconds,dynamics.compressionAmount,dynamics.inputAmplitude,dynamics.outputAmplitude")
    // A row every 10 ms of the sound, none of its tail.
    #expect(rows.count == 101)
    #expect(tool.error.contains("dynamics  compressionAmount "))
    #expect(tool.error.contains(" at the end"))
  }

  @Test func `a chain file is read, text or JSON`() throws {
    folder.write("in.wav", tone())
    folder.write("chain.fx", Array("# two\nlowpass: cutoff=1k\nhighpass\n".utf8))
    folder.write(
      "chain.json", Array(#"[{"unit":"lowpass","parameters":{"cutoffFrequency":1000}},{"unit":"highpass"}]"#.utf8))
    let arguments = [["--chain-file", "chain.fx"], ["--chain-file", "chain.json"], ["--chain", "@chain.fx"]]
    for words in arguments {
      let tool = try Tool(
        (["in.wav", "out.wav"] + words).map { Array($0.utf8) }, directory: folder.path)
      #expect(tool.code == 0 && tool.error.contains("cutoffFrequency 1000 Hz") && tool.error.contains("highpass"))
    }
  }

  @Test func `a preset is found by its name`() throws {
    folder.write("in.wav", tone())
    folder.write("my-phone.fx", Array("lowpass:cutoff=3400".utf8))
    let tool = try Tool(
      "in.wav", "out.wav", "--chain", "@My Phone", environment: ["FXRENDER_PRESETS": folder.path],
      directory: folder.path)
    #expect(tool.code == 0 && tool.error.contains("3400 Hz"), "\(tool.error)")
  }

  // MARK: What is refused

  /// The code, with a file in the output's place that must stay as it is.
  private func refusal(_ words: [String]) throws -> Tool {
    folder.write("in.wav", tone())
    folder.write("out.wav", [1, 2, 3])
    folder.write("empty.wav", [])
    folder.write("text.wav", Array("not a sound file at all, but a text".utf8))
    mkdir(folder.file("dir"), 0o700)
    let before = folder.names
    let tool = try Tool(words.map { Array($0.utf8) }, directory: folder.path)
    #expect(folder.read("out.wav") == [1, 2, 3], "\(words)")
    #expect(folder.names == before, "\(words)")
    #expect(tool.output.isEmpty)
    #expect(tool.error.hasPrefix("fxrender: "), "\(tool.error)")
    rmdir(folder.file("dir"))
    return tool
  }

  private static let refusals: [(words: [String], code: Int32, message: String)] = [
    (["no.wav", "out.wav"], 3, "no.wav"),
    (["dir", "out.wav"], 3, "dir"),
    (["empty.wav", "out.wav"], 3, "empty.wav"),
    (["text.wav", "out.wav"], 3, "text.wav"),
    (["in.wav", "dir"], 4, "dir"),
    (["in.wav", "no/out.wav"], 4, "no/out.wav"),
    (["in.wav", "out.xyz"], 4, "out.xyz"),
    (["in.wav", "out.wav", "--no-clobber"], 4, "out.wav"),
    (["in.wav", "out.wav", "--report", "no/r.json"], 4, "no/r.json"),
    (["in.wav", "out.wav", "--meters", "dir"], 4, "dir"),
    (["in.wav", "out.wav", "--chain", "foo:1"], 2, "foo"),
    (["in.wav", "out.wav", "--chain", "lowpas"], 2, "lowpass"),
    (["in.wav", "out.wav", "--chain", "lowpass:cutof:3"], 2, "cutof"),
    (["in.wav", "out.wav", "--chain", "lowpass:cuttof=3"], 2, "cutoffFrequency"),
    (["in.wav", "out.wav", "--chain", "lowpass:cutoff=abc"], 2, "abc"),
    (["in.wav", "out.wav", "--chain", "lowpass:cutoff=nan"], 2, "nan"),
    (["in.wav", "out.wav", "--chain", "lowpass:cutoff=1,cutoff=2"], 2, "twice"),
    (["in.wav", "out.wav", "--chain", "lowpass:cutoff=0", "--strict"], 2, "outside"),
    (["in.wav", "out.wav", "--chain", "sampler"], 2, "sampler"),
    (["in.wav", "out.wav", "--chain", "lowpass", "--chain-file", "x"], 2, "--chain-file"),
    (["in.wav", "out.wav", "--chain-file", "no.fx"], 2, "no.fx"),
    (["in.wav"], 2, "OUTPUT"),
    (["in.wav", "out.wav", "b"], 2, "b"),
    (["in.wav", "out.wav", "lowpass", "reverb"], 2, "--chain lowpass,reverb"),
    (["in.wav", "out.wav", "--chian", "x"], 2, "--chain"),
    (["in.wav", "out.wav", "--chain"], 2, "CHAIN"),
    (["in.wav", "out.wav", "--tail", "-3"], 2, "-3"),
    (["in.wav", "out.wav", "--rate", "999999999"], 2, "999999999"),
    (["in.wav", "out.wav", "--dither", "x"], 2, "tpdf"),
    (["in.wav", "out.wav", "--encoding", "pcm61"], 2, "pcm16"),
    (["in.wav", "out.wav", "--quiet", "--quiet"], 2, "twice"),
    (["in.wav", "out.wav", "--threads", "0"], 2, "0"),
    (["in.wav", "out.wav", "--input-rate", "8000"], 2, "--input-format"),
    (["in.wav", "out.wav", "--input-format", "raw"], 2, "--input-rate"),
    (["in.wav", "-", "--report", "-"], 2, "-"),
    (["unit"], 2, "units"),
    ([], 2, "INPUT"),
  ]

  @Test(arguments: refusals)
  func `is refused, and no file is touched`(words: [String], code: Int32, message: String) throws {
    let tool = try refusal(words)
    #expect(tool.code == code, "\(words): \(tool.error)")
    #expect(tool.error.contains(message), "\(words): \(tool.error)")
  }

  @Test func `the place in the chain and what could stand there are shown`() throws {
    folder.write("in.wav", tone(rate: 8000))
    let tool = try Tool("in.wav", "out.wav", "--chain", "highpass,lowpass:cuttof=1", directory: folder.path)
    #expect(tool.code == 2)
    #expect(tool.error.contains("chain:1:18: lowpass has no parameter \"cuttof\""))
    #expect(tool.error.contains("Parameters of lowpass at 8000 Hz:"))
    #expect(tool.error.contains("10 … 3960 Hz"))
  }

  @Test func `an unwritable folder is refused`() throws {
    guard geteuid() != 0 else { return }  // root may write anywhere
    folder.write("in.wav", tone())
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(try Tool("in.wav", "out.wav", directory: folder.path).code == 4)
  }

  @Test func `a full device is refused`() throws {
    folder.write("in.wav", tone())
    let tool = try Tool("in.wav", "/dev/full", "--format", "wav", directory: folder.path)
    #expect(tool.code == 4, "\(tool.error)")
  }

  @Test func `clipping fails where that is asked for`() throws {
    folder.write("in.wav", tone())
    folder.write("out.wav", [1])
    let words = ["in.wav", "out.wav", "--chain", "lowpass:cutoff=440:resonance=20", "--fail-on-clip"]
    let tool = try Tool(words.map { Array($0.utf8) }, directory: folder.path)
    #expect(tool.code == 1, "\(tool.error)")
    #expect(folder.read("out.wav") == [1])
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func `a signal ends the render and leaves the target as it was`(signal: Int32, code: Int32) throws {
    // Two hours of silence without a byte on the disk.
    let frames = 2 * 3600 * 44_100
    let header = RIFF.file([RIFF.format(bits: 8), .init("data", [])]).dropLast(4) + RIFF.little(frames, 4)
    folder.write("in.wav", Array(header))
    truncate(folder.file("in.wav"), header.count + frames)
    folder.write("out.wav", [1])
    let words = ["in.wav", "out.wav", "--chain", "lowpass", "--progress"]
    let tool = try Tool(words.map { Array($0.utf8) }, directory: folder.path, interrupt: signal)
    #expect(tool.code == code)
    #expect(folder.read("out.wav").count == 1)
    #expect(folder.names == ["in.wav", "out.wav"])
  }
}
