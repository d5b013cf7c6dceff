import DSPCore
import Glibc
import Rendering
import TestSupport
import Testing

/// What goes into files, cases B of the list of faults.
@Suite struct WritingTests {
  let folder = TemporaryFolder()

  private func flac(_ encoding: SampleEncoding = .pcm16) -> SoundFileFormat {
    SoundFileFormat(container: .flac, encoding: encoding, sampleRate: 44_100, channelCount: 1)
  }

  @Test(arguments: [(SampleEncoding.pcm16, 0x1p-15), (.pcm24, 0x1p-23), (.u8, 0x1p-7)])
  func `B1: what is too loud saturates and is counted`(encoding: SampleEncoding, step: Double) throws {
    let tone = sine(44_100, frequency: 440, amplitude: 1.5)
    let writer = try writeAll([tone], to: folder.file("a.wav"), waveFormat(encoding), dither: .none)
    let read = try readAll(folder.file("a.wav")).samples[0]
    #expect(read.max() == Float(1 - step))
    #expect(read.min() == -1)
    let tooLoud = tone.indices.filter { Double(tone[$0]) >= 1 - step / 2 || Double(tone[$0]) < -1 - step / 2 }
    #expect(writer.clipped[0] == .init(count: tooLoud.count, firstFrame: tooLoud.first))
    #expect(writer.peak == tone.map(abs).max())
    // Nothing wraps: away from the edge each sample is where it belongs.
    for (written, asked) in zip(read, tone) { #expect(abs(written - min(max(asked, -1), 1)) <= Float(step)) }
  }

  @Test(arguments: [SoundContainer.flac, .wav, .aiff, .caf])
  func `B3 and B4: NaN becomes 0, and every frame is written`(container: SoundContainer) throws {
    var format = waveFormat(.pcm16)
    format.container = container
    let samples: [Float] = [0.5, 1.5, 0.5, .nan, -0.25, .infinity, 0]
    let writer = try writeAll([samples], to: folder.file("a"), format)
    #expect(try readAll(folder.file("a")).samples == [[0.5, 32767.0 / 32768, 0.5, 0, -0.25, 0, 0]])
    #expect(writer.nonFiniteSamples == 2)
    #expect(writer.clipped == [.init(count: 1, firstFrame: 1)])
  }

  @Test(arguments: [(6, 0x3F), (8, 0x63F), (3, 0x7), (4, 0), (2, 0), (2, 3)])
  func `B9: the channel mask is copied, none stays none`(channels: Int, mask: Int) throws {
    let format = RIFF.extensible(channels: channels, mask: mask)
    let data = RIFF.Chunk("data", RIFF.samples16(0..<channels * 10))
    folder.write("in.wav", RIFF.file([format, data]))
    try copy(folder.file("in.wav"), folder.file("out.wav"))
    let written = try #require(RIFF.chunk("fmt ", of: folder.read("out.wav")))
    if channels > 2 || mask != 0 {
      #expect(written == format.content)
    } else {
      #expect(written == RIFF.format(channels: channels).content)
    }
  }

  /// Each channel of 5.1 has a tone of its own; the one of the low frequencies is low, since Opus filters it.
  @Test(arguments: [SoundContainer.ogg, .opus])
  func `5.1 keeps its channels through Vorbis and Opus, which order them otherwise`(container: SoundContainer) throws {
    let tones = [400.0, 500, 600, 60, 700, 800]
    let samples = tones.map { sine(24_000, frequency: $0, sampleRate: 48_000, amplitude: 0.3) }
    let format = SoundFileFormat(
      container: container, encoding: container == .opus ? .opus : .vorbis, sampleRate: 48_000, channelCount: 6,
      layout: ChannelLayout(waveMask: 0x3F))
    try writeAll(samples, to: folder.file("a"), format)
    let (read, reader) = try readAll(folder.file("a"))
    #expect(reader.format.layout?.waveMask == 0x3F)
    for (channel, tone) in zip(read, tones) {
      let middle = Array(channel[6000..<18_000])
      #expect(sineFit(middle, frequency: tone, sampleRate: 48_000).residual < -20)
    }
  }

  @Test(arguments: [SampleEncoding.pcm24, .pcm32, .float32, .float64, .u8, .alaw, .ulaw])
  func `B10: the encoding stays as it is`(encoding: SampleEncoding) throws {
    try writeAll([sine(500, frequency: 440)], to: folder.file("in.wav"), waveFormat(encoding))
    try copy(folder.file("in.wav"), folder.file("out.wav"))
    #expect(try readAll(folder.file("out.wav")).reader.format.encoding == encoding)
  }

  @Test(arguments: [
    (SampleEncoding.float32, "a.flac", SampleEncoding.pcm24), (.u8, "a.flac", .s8), (.pcm32, "a.flac", .pcm24),
    (.pcm24, "a.caf", .pcm24), (.alaw, "a.flac", .pcm16), (.pcm16, "a.ogg", .vorbis), (.float64, "a.aiff", .float64),
  ])
  func `the nearest encoding that the container has is taken`(
    input: SampleEncoding, path: String, expected: SampleEncoding
  ) throws {
    #expect(try SoundFileFormat.output(path: FilePath(path), like: waveFormat(input)).encoding == expected)
  }

  @Test func `what a container cannot hold is refused with what it can`() {
    let input = waveFormat(.pcm16, channels: 9)
    for (path, encoding, reason) in [
      ("a.xyz", nil, "its extension names no kind of sound file"), ("a", nil, "its extension names no kind"),
      ("a.wav", SampleEncoding.vorbis, "wav has no encoding vorbis; it has u8, pcm16"),
      ("a.flac", nil, "flac cannot hold 9 channels at 44100 Hz"),
    ] {
      do {
        _ = try SoundFileFormat.output(path: FilePath(path), encoding: encoding, like: input)
        Issue.record("\(path) was not refused")
      } catch {
        #expect(error.description.contains(reason))
      }
    }
  }

  @Test func `A16: 5.1 floats have all that WAVE_FORMAT_EXTENSIBLE asks for`() throws {
    let layout = ChannelLayout(waveMask: 0x3F)
    let format = SoundFileFormat(
      container: .wav, encoding: .float32, sampleRate: 48_000, channelCount: 6, layout: layout)
    try writeAll(Array(repeating: [0.5, 0.25], count: 6), to: folder.file("a.wav"), format)
    let file = folder.read("a.wav")
    #expect(
      RIFF.chunk("fmt ", of: file) == RIFF.extensible(tag: 3, channels: 6, rate: 48_000, bits: 32, mask: 0x3F).content)
    #expect(RIFF.chunk("fact", of: file) == RIFF.little(2, 4))
    #expect(RIFF.integer(file[4..<8]) == file.count - 8)
  }

  @Test func `B13: output over input through any name is safe`() throws {
    let samples = [noise(3000, seed: 5)]
    for name in ["a.wav", "./a.wav", "soft.wav", "hard.wav"] {
      try writeAll(samples, to: folder.file("a.wav"), waveFormat(.float32))
      unlink(folder.file("soft.wav"))
      unlink(folder.file("hard.wav"))
      symlink("a.wav", folder.file("soft.wav"))
      link(folder.file("a.wav"), folder.file("hard.wav"))
      let reader = try SoundFileReader(path: FilePath(folder.file("a.wav")))
      let writer = try SoundFileWriter(path: FilePath(folder.file(name)), format: reader.format)
      var block = AudioBuffer(channelCount: 1, frameCapacity: 100)
      while true {
        let count = try reader.read(into: &block)
        block.resize(to: count)
        try writer.write(block)
        if count < 100 { break }
      }
      try writer.finish()
      #expect(try readAll(folder.file("a.wav")).samples == samples)
      #expect(try readAll(folder.file(name)).samples == samples)
    }
    #expect(folder.names == ["a.wav", "hard.wav", "soft.wav"])
  }

  @Test func `B14: a shorter file takes the place of a longer one`() throws {
    try writeAll([noise(88_200)], to: folder.file("a.wav"), waveFormat(.pcm16))
    chmod(folder.file("a.wav"), 0o640)
    try writeAll([noise(44_100)], to: folder.file("a.wav"), waveFormat(.pcm16))
    #expect(folder.read("a.wav").count == 44 + 88_200)
    var status = stat()
    stat(folder.file("a.wav"), &status)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test func `B16: what is not finished leaves nothing behind`() throws {
    folder.write("old.wav", [1, 2, 3])
    for name in ["old.wav", "new.wav"] {
      let writer = try SoundFileWriter(path: FilePath(folder.file(name)), format: waveFormat(.pcm16))
      try writer.write(AudioBuffer(channelCount: 1, frameCapacity: 5000))
      writer.discard()
    }
    #expect(folder.names == ["old.wav"])
    #expect(folder.read("old.wav") == [1, 2, 3])
  }

  @Test(arguments: SoundContainer.allCases.prefix(10))
  func `a sound without frames is a whole file, or refused`(container: SoundContainer) throws {
    let encoding = SampleEncoding(rawValue: container.rawValue) ?? (container == .ogg ? .vorbis : .pcm16)
    let format = SoundFileFormat(container: container, encoding: encoding, sampleRate: 48_000, channelCount: 1)
    let writer = try SoundFileWriter(path: FilePath(folder.file("a")), format: format, expectedFrames: 0)
    if container == .opus || container == .mp3 {
      #expect(throws: SoundFileError.self) { try writer.finish() }
      #expect(folder.names.isEmpty)
    } else {
      try writer.finish()
      #expect(try readAll(folder.file("a")).samples == [[]])
    }
  }

  @Test func `a full disk is an error`() throws {
    let writer = try SoundFileWriter(path: "/dev/full", format: waveFormat(.pcm16))
    try writer.write(AudioBuffer(channelCount: 1, frameCapacity: 5000))
    #expect(throws: SoundFileError.unwritable("/dev/full", "No space left on device")) { try writer.finish() }
  }

  @Test func `places that take no file are refused`() {
    for (name, reason) in [("no/a.wav", "No such file or directory"), (".", "it is a folder")] {
      let path = FilePath(folder.file(name))
      #expect(throws: SoundFileError.unwritable(path, reason)) {
        try SoundFileWriter(path: path, format: waveFormat(.pcm16))
      }
    }
  }

  @Test func `G4: any bytes are a name`() throws {
    let names =
      ["n\u{e4}", "n\u{61}\u{308}", "🎧 loud", "two\nlines", " "].map { Array($0.utf8) } + [[0xFF, 0xC3, 0x28]]
    for name in names {
      let path = FilePath(folder.path).appending(FilePath(bytes: name + Array(".wav".utf8)))
      let writer = try SoundFileWriter(path: path, format: waveFormat(.pcm16))
      try writer.write(AudioBuffer(channelCount: 1, frameCapacity: 10))
      try writer.finish()
      #expect(try SoundFileReader(path: path).format.frames == 10)
      _ = path.withCString { unlink($0) }
    }
  }

  /// Serial numbers, time stamps and the like; the second file is written more than a second after the first.
  @Test func `H1: the same samples give the same bytes in every container`() async throws {
    let tone = [sine(30_000, frequency: 440, sampleRate: 48_000, amplitude: 0.3)]
    let formats = SoundContainer.allCases.prefix(11).map {
      let encoding: SampleEncoding =
        switch $0 {
        case .ogg: .vorbis
        case .opus: .opus
        case .mp3: .mp3
        default: .pcm16
        }
      return SoundFileFormat(container: $0, encoding: encoding, sampleRate: 48_000, channelCount: 1)
    }
    for format in formats { try writeAll(tone, to: folder.file("1-\(format.container)"), format) }
    try await Task.sleep(for: .milliseconds(1100))
    for format in formats {
      try writeAll(tone, to: folder.file("2-\(format.container)"), format, blockFrames: 77)
      let first = folder.read("1-\(format.container)")
      #expect(first == folder.read("2-\(format.container)"))
      guard format.container != .raw else { continue }
      let read = try readAll(folder.file("1-\(format.container)"))
      #expect(read.reader.format.container == format.container)
      #expect(read.samples[0].count >= 30_000)
    }
  }
}
