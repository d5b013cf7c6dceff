import DSPCore
import Glibc
import ParamSpec
import Rendering
import TestSupport
import Testing

/// AUPeakLimiter over recordings: Apple's published output, and true peaks by a meter that is not ours.
@Suite struct LimiterTests {
  let folder = TemporaryFolder()

  /// Channels × frames of a file.
  private func samples(_ path: FilePath) throws -> [[Float]] {
    let reader = try SoundFileReader(path: path)
    var signal = [[Float]](repeating: [], count: reader.format.channelCount)
    var block = AudioBuffer(channelCount: signal.count, frameCapacity: 4096)
    while true {
      let count = try reader.read(into: &block)
      guard count > 0 else { return signal }
      for channel in signal.indices {
        block.readChannel(channel) { span in
          for i in 0..<count { signal[channel].append(span[i]) }
        }
      }
    }
  }

  // AudioKit's 12345.wav: hashes of AUPeakLimiter's own output (reference/apple-vectors.md).
  @Test(arguments: [
    (0.012, 0, 1, "61c67b55ea69bad8"), (0.02, 0, 1, "8e221adb58aca54c"), (0.012, 1, 1, "2f1b0dd9020be6b1"),
    (0.02, 1, 1, "e4abd97f9f0a0826"),
    // A second of sound and three of frames that were never rendered.
    (0.012, 0, 4, "0ae9a6b248486f34"),
  ])
  func `an idle limiter's output is that of Apple's, bit for bit`(
    attack: Double, preGain: Int, seconds: Int, hash: String
  ) throws {
    let recording = try samples(Corpus.path("reference/audiokit-12345.wav")).map { Array($0.prefix(44_100)) }
    #expect(publishedHash(recording) == "6b2d34e86130813c")
    var unit = PeakLimiterUnit(format: RenderFormat(sampleRate: 44_100, channelCount: 2))
    var values = ParameterValues<PeakLimiter>(sampleRate: 44_100)
    values.attackTime = Float(attack)
    values.preGain = Float(preGain)
    unit.update(values)
    let silence = [Float](repeating: 0, count: (seconds - 1) * 44_100)
    #expect(publishedHash(process(&unit, recording).map { $0 + silence }) == hash)
  }

  static let music = [
    "audiokit-drumloop.wav", "csound-flute.aiff", "cycfi-Hammer-Pull High E.wav", "freesound-60988-crash-fast-14.wav",
    "pd-bell.aiff", "sonicpi-ambi_choir.flac", "sonicpi-guit_em9.flac", "sonicpi-loop_breakbeat.flac",
    "sonicpi-loop_tabla.flac", "signalsmith-loop.mp3",
  ]

  @Test(arguments: music) func `music driven 12 dB into the true-peak limiter stays below full scale`(
    _ file: String
  ) throws {
    let output = FilePath(folder.file("limited.wav"))
    var options = RenderOptions()
    options.tail = .none
    options.encoding = .float32
    let source = try samples(Corpus.path("recordings/\(file)"))
    let peak = decibels(source.map { $0.map(abs).max() ?? 0 }.max() ?? 0)
    let drive = 12 - min(peak, 0)
    _ = try render(
      Corpus.path("recordings/\(file)"), to: output,
      chain: ChainDescription("limiter:truepeak=on:pregain=\(drive)"), options: options)
    let ours = decibels(try samples(output).map(truePeak).max() ?? 0)
    #expect(ours <= 0.02)
    #expect(ours > -1, "it was driven hard")
    // FFmpeg's ebur128 looks at the wave four times a frame, and so reads up to 0.55 dB low at 0.45 of the rate; music
    // has little there.
    let theirs = decibels(try #require(ffmpegTruePeak(folder.file("limited.wav"))))
    #expect(abs(ours - theirs) < 0.1)
  }

  /// The true peak, an amplitude, that FFmpeg's ebur128 filter reads.
  private func ffmpegTruePeak(_ path: String) -> Double? {
    let filter = "ebur128=peak=true:metadata=1,ametadata=print:file=-"
    let command = "ffmpeg -hide_banner -nostats -i '\(path)' -af \(filter) -f null - 2>/dev/null"
    guard let pipe = popen(command, "r") else { return nil }
    defer { pclose(pipe) }
    var line = [CChar](repeating: 0, count: 256)
    var peak: Double?
    while fgets(&line, 256, pipe) != nil {
      let text = String(cString: line)
      if text.hasPrefix("lavfi.r128.true_peak="), let value = text.split(separator: "=").last {
        peak = strtod(String(value), nil)
      }
    }
    return peak
  }
}
