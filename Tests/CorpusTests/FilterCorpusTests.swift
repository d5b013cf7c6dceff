import DSPCore
import Glibc
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Filters against recordings and impulse responses that are not ours.
@Suite struct FilterCorpusTests {
  /// The first frames of a sound file, channels × frames.
  private func read(_ file: String, frames: Int = .max) throws -> [[Float]] {
    let reader = try SoundFileReader(path: Corpus.path("reference/\(file)"))
    let count = min(frames, reader.format.frames ?? frames)
    var block = AudioBuffer(channelCount: reader.format.channelCount, frameCapacity: count)
    #expect(try reader.read(into: &block) == count)
    return (0..<block.channelCount).map { channel in
      block.readChannel(channel) { span in span.indices.map { span[$0] } }
    }
  }

  // reference/apple-vectors.md section 7: a second of a recording through Apple's units, then two of zeros.
  @Test func `AULowpass and AUHipass are bit-identical on AudioKit's recording`() throws {
    let second = try read("audiokit-12345.wav", frames: 44_100)
    #expect(publishedHash(second) == "6b2d34e86130813c")
    let silence = [Float](repeating: 0, count: 2 * 44_100)
    let format = RenderFormat(sampleRate: 44_100, channelCount: 2)
    var low = LowPassUnit(format: format)
    low.update(ParameterValues<LowPass>(sampleRate: 44_100))
    #expect(publishedHash(process(&low, second).map { $0 + silence }) == "a43c821e13efa260")
    var high = HighPassUnit(format: format)
    high.update(ParameterValues<HighPass>(sampleRate: 44_100))
    #expect(publishedHash(process(&high, second).map { $0 + silence }) == "03e7b02e4fceb5fe")
  }

  // audio/SOURCES.md: 15000 frames of an impulse through a section of 1 kHz, gain 0, Q 1. Six decimals are printed.
  @Test(arguments: ["LPF", "HPF"]) func `Faust's impulse responses come out`(_ name: String) throws {
    let expected = try faust(name)
    try #require(expected.count >= 15_000)
    let response: [Float]
    if name == "LPF" {
      var values = ParameterValues<LowPass>(sampleRate: 44_100)
      values.cutoffFrequency = 1000
      response = filtered(impulse(15_000), values)
    } else {
      var values = ParameterValues<HighPass>(sampleRate: 44_100)
      values.cutoffFrequency = 1000
      response = filtered(impulse(15_000), values)
    }
    for (x, y) in zip(response, expected) { #expect(abs(x - y) < 1e-6) }
  }

  /// The samples of a response of Faust's: text lines `frame : sample` behind a header.
  private func faust(_ name: String) throws -> [Float] {
    let path = Corpus.path("reference/faust-\(name).ir.gz")
    let pipe = try #require(popen("gzip -dc '\(path)'", "r"))
    var samples: [Float] = []
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), pipe) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      if words.count == 3, Int(words[0]) == samples.count, let sample = Float(words[2]) { samples.append(sample) }
    }
    #expect(pclose(pipe) == 0, "gzip cannot read \(path)")
    return samples
  }

  // audio/SOURCES.md: a Butterworth section, whose state they start elsewhere than at rest; that is over after 0.1 s.
  // Half a step of the 16 bits that both are stored in.
  @Test func `audiomentations' high-pass comes out`() throws {
    let input = try read("pair-speech48-input.flac")[0]
    let expected = try read("pair-speech48-highpass-1000Hz-12dBoct.flac")[0]
    var values = ParameterValues<HighPass>(sampleRate: 48_000)
    values.cutoffFrequency = 1000
    values.resonance = -3.0103
    let output = filtered(input, values)
    for (x, y) in zip(output, expected).dropFirst(4800) { #expect(abs(x - y) < 1.6e-5) }
  }
}
