import DSPCore
import Rendering
import TestSupport
import Testing

/// What files hold beside samples, cases C of the list of faults.
@Suite struct MetadataTests {
  let folder = TemporaryFolder()

  private let data = RIFF.Chunk("data", RIFF.samples16((0..<20_000).map { $0 % 999 }))

  /// bext of version 1 with a time of day, in samples since midnight.
  private func bext(time: Int) -> RIFF.Chunk {
    let text = Array("Take 5".utf8) + [UInt8](repeating: 0, count: 332)
    let coding = Array("A=PCM,F=44100,W=16\r\n".utf8)
    return RIFF.Chunk(
      "bext", text + RIFF.little(time, 8) + RIFF.little(1, 2) + [UInt8](repeating: 7, count: 254) + coding)
  }

  private func cue(_ frames: [Int]) -> RIFF.Chunk {
    let points = frames.enumerated().flatMap { i, frame in
      RIFF.little(i + 1, 4) + RIFF.little(frame, 4) + Array("data".utf8) + RIFF.little(0, 8) + RIFF.little(frame, 4)
    }
    return RIFF.Chunk("cue ", RIFF.little(frames.count, 4) + points)
  }

  private func sampler(_ first: Int, _ last: Int) -> RIFF.Chunk {
    let head = [0, 0, 22_676, 64, 0, 0, 0, 1, 0].flatMap { RIFF.little($0, 4) }
    return RIFF.Chunk("smpl", head + [1, 1, first, last, 0, 3].flatMap { RIFF.little($0, 4) })
  }

  private var info: RIFF.Chunk {
    RIFF.Chunk(
      "LIST",
      Array("INFO".utf8) + RIFF.Chunk("INAM", Array("Gl\u{fc}ck ♪\0".utf8)).bytes
        + RIFF.Chunk("IART", Array("Ada\0".utf8)).bytes)
  }

  private var labels: RIFF.Chunk {
    RIFF.Chunk(
      "LIST",
      Array("adtl".utf8) + RIFF.Chunk("labl", RIFF.little(1, 4) + Array("verse\0".utf8)).bytes
        + RIFF.Chunk("ltxt", RIFF.little(2, 4) + RIFF.little(4000, 4) + [UInt8](repeating: 0, count: 12)).bytes)
  }

  /// Also case C3: `id3 ` of 4 KB.
  @Test func `C1 and C3: every chunk survives byte by byte, on its side of the samples`() throws {
    let chunks = [
      bext(time: 441_000), RIFF.format(), RIFF.Chunk("iXML", Array("<BWFXML/>".utf8)), data, info,
      cue([11_025, 15_000]), labels, sampler(2000, 7999), RIFF.Chunk("id3 ", (0..<4096).map { UInt8($0 % 255) }),
      RIFF.Chunk("cart", [UInt8](repeating: 65, count: 2048)), RIFF.Chunk("acid", [UInt8](repeating: 1, count: 24)),
      RIFF.Chunk("_PMX", Array("<x/>".utf8)), RIFF.Chunk("zzzz", [1, 2, 3]),
    ]
    folder.write("in.wav", RIFF.file(chunks))
    let writer = try copy(folder.file("in.wav"), folder.file("out.wav"))
    #expect(writer.metadata.dropped.isEmpty)
    let written = RIFF.chunks(folder.read("out.wav"))
    // `fmt ` leads; the others keep their order.
    #expect(written == [chunks[1], chunks[0]] + chunks[2...])
  }

  /// Positions follow the number of frames, the time of day and the sampler's period the sample rate alone.
  @Test func `C4: positions and times follow a change of length and of rate`() throws {
    folder.write(
      "in.wav",
      RIFF.file([
        RIFF.format(), bext(time: 441_000), data, cue([11_025, 15_000]), labels, sampler(2000, 7999),
        RIFF.Chunk("acid", RIFF.little(0, 20) + RIFF.little(Int(Float(120).bitPattern), 4)),
      ]))
    let metadata = try SoundFileReader(path: FilePath(folder.file("in.wav"))).metadata
    let half = metadata.rescaled(frames: 0.5)
    func chunk(_ name: String, _ metadata: Metadata) -> [UInt8] {
      metadata.chunks.first { $0.name == name }?.content ?? []
    }
    #expect(chunk("cue ", half) == cue([5513, 7500]).content)
    #expect(chunk("smpl", half) == sampler(1000, 3999).content)
    #expect(chunk("bext", half) == bext(time: 441_000).content)
    #expect(chunk("acid", half).suffix(4) == RIFF.little(Int(Float(240).bitPattern), 4)[...])
    #expect(RIFF.integer(chunk("LIST", half)[34..<38]) == 2000)
    #expect(half.markers.map(\.frame) == [5513, 7500])
    #expect(half.loops == [.init(first: 1000, last: 3999, direction: .alternating, count: 3)])

    let double = metadata.rescaled(frames: 2, sampleRate: 2)
    #expect(chunk("bext", double) == bext(time: 882_000).content)
    #expect(chunk("smpl", double)[8..<12] == RIFF.little(11_338, 4)[...])
    #expect(chunk("acid", double) == chunk("acid", metadata))
  }

  @Test func `markers, loops and words cross from WAV to AIFF and back`() throws {
    folder.write(
      "in.wav",
      RIFF.file([
        RIFF.format(), bext(time: 1), data, info, cue([11_025, 15_000]), labels, sampler(2000, 7999),
        RIFF.Chunk("id3 ", Array("ID3 tag".utf8)),
      ]))
    let writer = try copy(folder.file("in.wav"), folder.file("a.aiff"))
    #expect(writer.metadata.dropped == ["bext"])
    let aiff = try SoundFileReader(path: FilePath(folder.file("a.aiff")))
    #expect(aiff.metadata.texts[.title] == "Gl\u{fc}ck ♪")
    #expect(aiff.metadata.texts[.artist] == "Ada")
    #expect(aiff.metadata.loops == [.init(first: 2000, last: 7999, direction: .alternating)])
    #expect(aiff.metadata.baseNote == 64)
    #expect(aiff.metadata.markers.suffix(2) == [.init(frame: 11_025, name: "verse"), .init(frame: 15_000, name: "")])

    try copy(folder.file("a.aiff"), folder.file("b.aiff"))
    #expect(folder.read("a.aiff") == folder.read("b.aiff"))

    try copy(folder.file("a.aiff"), folder.file("back.wav"))
    let back = try SoundFileReader(path: FilePath(folder.file("back.wav"))).metadata
    #expect(back.texts[.title] == "Gl\u{fc}ck ♪")
    #expect(back.markers.suffix(2) == aiff.metadata.markers.suffix(2))
    #expect(back.loops == aiff.metadata.loops)
    #expect(RIFF.chunk("id3 ", of: folder.read("back.wav")) == Array("ID3 tag".utf8))
  }

  @Test(arguments: ["flac", "ogg", "caf", "mp3"])
  func `the words reach every kind of file that has some`(suffix: String) throws {
    folder.write("in.wav", RIFF.file([RIFF.format(), data, info]))
    try copy(folder.file("in.wav"), folder.file("out.\(suffix)"))
    let (read, reader) = try readAll(folder.file("out.\(suffix)"))
    #expect(reader.metadata.texts[.title] == "Gl\u{fc}ck ♪")
    #expect(reader.metadata.texts[.artist] == "Ada")
    #expect(read[0].count == 20_000)
  }

  /// RFC 9639, section 8.8: a front cover of 5000 bytes that calls itself a PNG.
  private var picture: [UInt8] {
    let head = [0, 0, 0, 3, 0, 0, 0, 9] + Array("image/png".utf8) + [UInt8](repeating: 0, count: 20)
    return head + [0, 0, 0x13, 0x88] + (0..<5000).map { UInt8($0 % 253) }
  }

  @Test(arguments: [("flac", "flac"), ("ogg", "ogg"), ("flac", "ogg")])
  func `comments and pictures go from FLAC and Ogg to FLAC and Ogg`(from: String, to: String) throws {
    var metadata = Metadata()
    metadata.family = .vorbis
    let entries = ["TITLE=Gl\u{fc}ck", "MOOD=calm", "MOOD=bright", "LONG=" + String(repeating: "x", count: 100_000)]
    let list = entries.reduce(RIFF.little(4, 4)) { $0 + RIFF.little($1.utf8.count, 4) + Array($1.utf8) }
    metadata.chunks = [.init("VORBIS_COMMENT", list)]
    if from == "flac" && to == "flac" { metadata.chunks.append(.init("PICTURE", picture)) }
    let tone = [sine(30_000, frequency: 440, amplitude: 0.4)]
    let path = FilePath(folder.file("1.\(from)"))
    try writeAll(tone, to: "\(path)", .output(path: path, like: waveFormat(.pcm16)), metadata: metadata)
    let first = try SoundFileReader(path: path)
    #expect(first.metadata.chunks == metadata.chunks)
    try copy("\(path)", folder.file("2.\(to)"))
    let (samples, second) = try readAll(folder.file("2.\(to)"))
    #expect(second.metadata.chunks == metadata.chunks)
    #expect(second.metadata.texts[.title] == "Gl\u{fc}ck")
    #expect(samples[0].count == 30_000)
    #expect(second.warnings.isEmpty)
  }

  @Test func `pictures of FLAC become comments of Ogg`() throws {
    var metadata = Metadata()
    metadata.family = .vorbis
    metadata.chunks = [.init("PICTURE", Array("Man".utf8) + Array("Ma".utf8)), .init("APPLICATION", [1, 2, 3, 4])]
    let writer = try writeAll(
      [sine(2000, frequency: 440)], to: folder.file("a.ogg"),
      .output(path: "a.ogg", like: waveFormat(.pcm16)), metadata: metadata)
    // RFC 4648: "ManMa" is TWFuTWE=.
    let entry = Array("METADATA_BLOCK_PICTURE=TWFuTWE=".utf8)
    let read = try SoundFileReader(path: FilePath(folder.file("a.ogg"))).metadata
    #expect(read.chunks == [.init("VORBIS_COMMENT", RIFF.little(1, 4) + RIFF.little(entry.count, 4) + entry)])
    #expect(writer.metadata.dropped == ["APPLICATION"])
  }

  @Test func `ID3 tags go from MP3 to MP3 and to WAV`() throws {
    // An empty ID3v2.3 tag with 40 bytes of padding.
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 40] + [UInt8](repeating: 0, count: 40)
    var metadata = Metadata()
    metadata.family = .id3
    metadata.chunks = [.init("ID3", tag)]
    try writeAll(
      [sine(20_000, frequency: 440, amplitude: 0.4)], to: folder.file("a.mp3"),
      .output(path: "a.mp3", like: waveFormat(.pcm16)), metadata: metadata)
    #expect(folder.read("a.mp3").starts(with: tag))
    try copy(folder.file("a.mp3"), folder.file("b.mp3"))
    #expect(folder.read("b.mp3").starts(with: tag))
    try copy(folder.file("a.mp3"), folder.file("c.wav"))
    #expect(RIFF.chunk("id3 ", of: folder.read("c.wav")) == tag)
  }

  @Test func `chunks that promise more than there is are named and cost nothing`() throws {
    var file = RIFF.file([RIFF.format(), data])
    file += Array("LIST".utf8) + RIFF.little(0xFFFF_FFF0, 4) + [1, 2, 3]
    folder.write("in.wav", file)
    let (read, reader) = try readAll(folder.file("in.wav"))
    #expect(read[0].count == 20_000)
    #expect(reader.metadata.dropped == ["LIST"])
  }
}
