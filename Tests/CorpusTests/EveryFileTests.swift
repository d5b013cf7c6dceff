import CSndfile
import DSPCore
import Glibc
import Rendering
import TestSupport
import Testing

/// Every file goes through a chain: right, or refused with a reason, and nothing is left behind.
@Suite(.serialized) struct EveryFileTests {
  let folder = TemporaryFolder()

  static let files = ["recordings", "containers", "broken"].flatMap(Corpus.files)

  @Test(.timeLimit(.minutes(1)), arguments: files)
  func `a render is right, or refused with a reason`(file: String) throws {
    let input = Corpus.path(file)
    let output = FilePath(folder.file("out.wav"))
    var options = RenderOptions()
    options.tail = .none
    do {
      let report = try render(
        input, to: output, chain: ChainDescription("lowpass:cutoff=400"), options: options)
      let expected = try #require(Decoded(input), "the library opens what we render")
      #expect(report.input.frames == expected.frames)
      let written = try #require(Decoded(output))
      #expect(written.frames == expected.frames)
      #expect(written.channels == expected.channels)
      #expect(written.rate == expected.rate)
      #expect(report.peak.isFinite)
      if [SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_RF64].contains(expected.majorType) {
        // Encodings in blocks cannot hold every length.
        let inBlocks = [SF_FORMAT_MPEG_LAYER_III, SF_FORMAT_IMA_ADPCM, SF_FORMAT_MS_ADPCM, SF_FORMAT_GSM610]
        let kept = inBlocks.contains(expected.subtype) ? SF_FORMAT_PCM_16 : expected.subtype
        #expect(written.subtype == kept)
      }
      #expect(folder.names == ["out.wav"])
    } catch let error as SoundFileError {
      guard case .unreadable(input, let reason) = error else { throw error }
      #expect(!reason.isEmpty)
      #expect(Decoded(input).map { $0.frames == 0 || !$0.isUsual } ?? true, "it was refused: \(reason)")
      #expect(folder.names.isEmpty)
    }
  }

  /// The samples that the library decodes in blocks of another size, bit by bit.
  @Test(.timeLimit(.minutes(1)), arguments: files)
  func `the samples are those of the library`(file: String) throws {
    guard let expected = Decoded(Corpus.path(file)), expected.frames > 0, expected.isUsual else { return }
    let reader = try SoundFileReader(path: Corpus.path(file))
    var block = AudioBuffer(channelCount: expected.channels, frameCapacity: 777)
    var frame = 0
    var differences = 0
    while true {
      let count = try reader.read(into: &block)
      for channel in 0..<expected.channels {
        block.readChannel(channel) { span in
          for i in 0..<count where frame + i < expected.frames {
            let sample = expected.samples[(frame + i) * expected.channels + expected.place(of: channel)]
            if span[i] != sample && sample.isFinite { differences += 1 }
          }
        }
      }
      frame += count
      if count < block.frameCount { break }
    }
    #expect(frame == expected.frames)
    #expect(differences == 0)
  }
}

/// What libsndfile makes of a file, without our code, in blocks of 1009 frames.
private struct Decoded {
  private(set) var samples: [Float] = []
  let channels: Int
  let rate: Int
  let majorType: Int
  let subtype: Int

  var frames: Int { samples.count / channels }
  /// Whether the header is one that cli.md promises to take.
  var isUsual: Bool { (1...255).contains(channels) && (1000...768_000).contains(rate) }

  /// Ogg has the centre second and the low frequencies last, we and WAV third and fourth.
  func place(of channel: Int) -> Int {
    switch (majorType, channels) {
    case (SF_FORMAT_OGG, 3): [0, 2, 1][channel]
    case (SF_FORMAT_OGG, 6): [0, 2, 1, 5, 3, 4][channel]
    default: channel
    }
  }

  init?(_ path: FilePath) {
    var info = SF_INFO()
    guard let file = path.withCString({ sf_open($0, Int32(SFM_READ), &info) }) else { return nil }
    defer { sf_close(file) }
    channels = Int(info.channels)
    rate = Int(info.samplerate)
    majorType = Int(info.format) & SF_FORMAT_TYPEMASK
    subtype = Int(info.format) & SF_FORMAT_SUBMASK
    var block = [Float](repeating: 0, count: 1009 * channels)
    while true {
      let count = Int(sf_readf_float(file, &block, 1009))
      guard count > 0 else { return }
      samples += block[..<(count * channels)]
      if sf_error(file) != 0 { return }
    }
  }
}
