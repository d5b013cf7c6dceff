import DSPCore
import Rendering
import TestSupport
import Testing

/// Files of all shapes, cases A of the list of faults.
@Suite struct ReadingTests {
  let folder = TemporaryFolder()

  private func wave(_ samples: [Int], sizes: Int? = nil) -> [UInt8] {
    var file = RIFF.file([RIFF.format(), RIFF.Chunk("data", RIFF.samples16(samples))])
    if let sizes {
      file.replaceSubrange(4..<8, with: RIFF.little(sizes, 4))
      file.replaceSubrange(40..<44, with: RIFF.little(sizes, 4))
    }
    return file
  }

  @Test(arguments: [0xFFFF_FFFF, 0x7FFF_F000, 0])
  func `A1: a streamed file is read to its end`(size: Int) throws {
    let samples = (0..<44_100).map { $0 % 1000 }
    folder.write("in.wav", wave(samples, sizes: size))
    let (read, reader) = try readAll(folder.file("in.wav"))
    #expect(read == [samples.map { Float($0) / 32768 }])
    #expect(reader.warnings == [.unknownLength])
    try copy(folder.file("in.wav"), folder.file("out.wav"))
    #expect(folder.read("out.wav") == wave(samples))
  }

  @Test func `A3: a file that is cut short gives what is there`() throws {
    folder.write("in.wav", Array(wave((0..<44_100).map { $0 % 1000 }).prefix(50_001)))
    let (read, reader) = try readAll(folder.file("in.wav"))
    // (50001 - 44) / 2, the last byte alone.
    #expect(read[0].count == 24_978)
    #expect(reader.warnings == [.truncated(expected: 44_100, actual: 24_978)])
  }

  @Test func `A5: an odd chunk before the samples is padded`() throws {
    let bext = RIFF.Chunk("bext", (0..<615).map { UInt8($0 % 251) })
    let data = RIFF.Chunk("data", RIFF.samples16(0..<1000))
    folder.write("in.wav", RIFF.file([RIFF.format(), bext, data]))
    let (read, reader) = try readAll(folder.file("in.wav"))
    #expect(read[0].count == 1000)
    #expect(reader.metadata.chunks == [Metadata.Chunk("bext", bext.content, precedesAudio: true)])
  }

  @Test func `A6: odd samples are padded, and what follows is found`() throws {
    let list = RIFF.Chunk("LIST", Array("INFO".utf8) + RIFF.Chunk("INAM", Array("odd\0".utf8)).bytes)
    let data = RIFF.Chunk("data", (0..<44_101).map { UInt8($0 % 256) })
    folder.write("in.wav", RIFF.file([RIFF.format(bits: 8), data, list]))
    let (read, reader) = try readAll(folder.file("in.wav"))
    #expect(read[0].count == 44_101)
    #expect(reader.metadata.texts[.title] == "odd")
    let writer = try writeAll(read, to: folder.file("out.wav"), reader.format, metadata: reader.metadata)
    #expect(writer.metadata.dropped.isEmpty)
    #expect(folder.read("out.wav") == folder.read("in.wav"))
  }

  @Test func `A9: a small RF64 file is read by its 64-bit sizes, plain RIFF ignores them`() throws {
    let samples = RIFF.samples16(0..<500)
    let sizes = RIFF.Chunk("ds64", RIFF.little(0, 8) + RIFF.little(1000, 8) + RIFF.little(500, 8) + RIFF.little(0, 4))
    var file = RIFF.file([sizes, RIFF.format(), RIFF.Chunk("data", samples)], form: "RF64")
    file.replaceSubrange(4..<8, with: RIFF.little(0xFFFF_FFFF, 4))
    file.replaceSubrange(file.count - 1004..<file.count - 1000, with: RIFF.little(0xFFFF_FFFF, 4))
    folder.write("rf64.wav", file)
    let (read, reader) = try readAll(folder.file("rf64.wav"))
    #expect(read[0] == (0..<500).map { Float($0) / 32768 })
    #expect(reader.warnings.isEmpty)

    let lie = RIFF.Chunk("ds64", RIFF.little(0, 8) + RIFF.little(77, 8) + RIFF.little(77, 8) + RIFF.little(0, 4))
    folder.write("riff.wav", RIFF.file([lie, RIFF.format(), RIFF.Chunk("data", samples)]))
    #expect(try readAll(folder.file("riff.wav")).samples == read)
  }

  @Test func `A11: EXTENSIBLE floats and 24 bits at 96 kHz are read`() throws {
    let floats = noise(2000, amplitude: 0.7)
    let data = RIFF.Chunk("data", floats.flatMap { RIFF.little(Int($0.bitPattern), 4) })
    folder.write("in.wav", RIFF.file([RIFF.extensible(tag: 3, rate: 96_000, bits: 32), data]))
    let (read, reader) = try readAll(folder.file("in.wav"))
    #expect(read == [floats])
    #expect(reader.format.sampleRate == 96_000)
  }

  @Test func `A13: the middle of unsigned 8 bits is silence`() throws {
    let data = [UInt8](repeating: 128, count: 500)
    folder.write("in.wav", RIFF.file([RIFF.format(bits: 8), RIFF.Chunk("data", data)]))
    #expect(try readAll(folder.file("in.wav")).samples == [[Float](repeating: 0, count: 500)])
  }

  /// Companding keeps 38 dB between signal and noise (ITU-T G.711); 4 bits that adapt keep more than 20.
  @Test(arguments: [(SampleEncoding.float64, -390.0), (.alaw, -35), (.ulaw, -35), (.ima, -20), (.ms, -20)])
  func `A14: 64-bit floats, companded and predicted samples are read`(encoding: SampleEncoding, noise: Double) throws {
    let tone = sine(44_100, frequency: 997, amplitude: 0.5)
    try writeAll([tone], to: folder.file("a.wav"), waveFormat(encoding))
    let (read, reader) = try readAll(folder.file("a.wav"))
    #expect(reader.format.encoding == encoding)
    #expect(read[0].count >= tone.count)
    #expect(differenceLevel(tone, Array(read[0].prefix(tone.count))) < noise)
  }

  @Test(arguments: [(0, 44_100, 16), (1, 0, 16), (1, 44_100, 0), (1, 541_633_604, 16)])
  func `A17: absurd headers are refused`(channels: Int, rate: Int, bits: Int) {
    let format = RIFF.format(channels: channels, rate: rate, bits: bits)
    folder.write("in.wav", RIFF.file([format, RIFF.Chunk("data", RIFF.samples16(0..<100))]))
    #expect(throws: SoundFileError.self) { try SoundFileReader(path: FilePath(folder.file("in.wav"))) }
  }

  @Test func `A20: the type goes by the content`() throws {
    let format = SoundFileFormat(container: .flac, encoding: .pcm16, sampleRate: 44_100, channelCount: 1)
    try writeAll([sine(1000, frequency: 440)], to: folder.file("a.flac"), format)
    folder.write("b.wav", folder.read("a.flac"))
    #expect(try readAll(folder.file("b.wav")).reader.format.container == .flac)
    folder.write("bare", wave([1, 2, 3]))
    #expect(try readAll(folder.file("bare")).reader.format.container == .wav)
  }

  @Test func `D9: NaN, infinity and absurd values never reach a unit`() throws {
    let values: [Float] = [0.5, .nan, .infinity, -.infinity, 1e30, -1e7, 3]
    let data = RIFF.Chunk("data", values.flatMap { RIFF.little(Int($0.bitPattern), 4) })
    folder.write("in.wav", RIFF.file([RIFF.format(tag: 3, bits: 32), data]))
    let (read, reader) = try readAll(folder.file("in.wav"))
    #expect(read == [[0.5, 0, 0, 0, 1e6, -1e6, 3]])
    #expect(reader.nonFiniteSamples == 3)
  }

  @Test func `what is no sound file is refused with the reason`() {
    folder.write("empty.wav", [])
    folder.write("text.wav", Array("This is a text.".utf8))
    for (name, reason) in [
      ("empty.wav", "it is empty"), ("text.wav", "Format not recognised"), (".", "it is a folder"),
      ("missing.wav", "No such file or directory"),
    ] {
      let path = FilePath(folder.file(name))
      #expect(throws: SoundFileError.unreadable(path, reason)) { try SoundFileReader(path: path) }
    }
  }

  @Test(arguments: [1, 3, 255])
  func `channels keep their places`(channels: Int) throws {
    let samples = (0..<channels).map { channel in (0..<700).map { Float(channel * 100 + $0 % 100) / 32768 } }
    try writeAll(samples, to: folder.file("a.wav"), waveFormat(.pcm16, channels: channels))
    #expect(try readAll(folder.file("a.wav"), blockFrames: 33).samples == samples)
  }

  @Test func `raw samples are what the caller says`() throws {
    folder.write("in.raw", RIFF.samples16([0, 16384, -32768, 1]))
    let raw = RawFormat(sampleRate: 8000, channelCount: 2, encoding: .pcm16)
    #expect(try readAll(folder.file("in.raw"), raw: raw).samples == [[0, -1], [0.5, 1 / 32768]])
  }
}
