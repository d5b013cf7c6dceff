import DSPCore
import ParamSpec
import Rendering
import TestSupport
import Testing

/// Whole renders of files that the tests write.
@Suite struct RendererTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  private func write(_ signal: [[Float]], sampleRate: Int = 44_100, as encoding: SampleEncoding = .float32) throws
    -> FilePath
  {
    let path = file("in.wav")
    let writer = try SoundFileWriter(
      path: path,
      format: SoundFileFormat(
        container: .wav, encoding: encoding, sampleRate: sampleRate, channelCount: signal.count), dither: .none)
    var block = AudioBuffer(channelCount: signal.count, frameCapacity: max(signal[0].count, 1))
    block.resize(to: signal[0].count)
    for channel in signal.indices {
      block.withChannel(channel) { span in
        for i in span.indices { span[i] = signal[channel][i] }
      }
    }
    try writer.write(block)
    try writer.finish()
    return path
  }

  private func read(_ path: FilePath) throws -> [[Float]] {
    let reader = try SoundFileReader(path: path)
    var output = [[Float]](repeating: [], count: reader.format.channelCount)
    var block = AudioBuffer(channelCount: output.count, frameCapacity: 1000)
    while true {
      block.resize(to: 1000)
      let count = try reader.read(into: &block)
      for channel in output.indices {
        block.readChannel(channel) { span in
          for i in 0..<count { output[channel].append(span[i]) }
        }
      }
      if count == 0 { return output }
    }
  }

  private func render(
    _ signal: [[Float]], _ chain: String, sampleRate: Int = 44_100, _ change: (inout RenderOptions) -> Void = { _ in }
  ) throws -> (signal: [[Float]], report: RenderReport) {
    var options = RenderOptions()
    change(&options)
    let input = try write(signal, sampleRate: sampleRate)
    let output = file("out.wav")
    let report = try Rendering.render(input, to: output, chain: ChainDescription(chain), options: options)
    return (try read(output), report)
  }

  @Test func `threads do not change a byte`() throws {
    let signal = [noise(50_000, amplitude: 0.5, seed: 1), noise(50_000, amplitude: 0.5, seed: 2)]
    let one = try render(signal, "lowpass:cutoff=300,highpass:cutoff=50") { $0.threads = 1 }
    for threads in [2, 8] {
      #expect(try render(signal, "lowpass:cutoff=300,highpass:cutoff=50") { $0.threads = threads }.signal == one.signal)
    }
  }

  // Case F9: lengths that are a multiple of every block size in use, and their neighbours.
  @Test(arguments: [0, 1, 4095, 4096, 4097, 8192, 65_536]) func `the last frame is there once`(_ frames: Int) throws {
    let signal = [frames > 0 ? impulse(frames, at: frames - 1) : []]
    for threads in [1, 2] {
      let output = try render(signal, "lowpass:bypass=on") { $0.threads = threads }
      #expect(output.signal == signal)
    }
  }

  @Test func `without a tail the output is as long as the input`() throws {
    let output = try render([noise(10_000)], "lowpass:cutoff=20:resonance=40") { $0.tail = .none }
    #expect(output.signal[0].count == 10_000)
  }

  // Case F3.
  @Test func `a tail in seconds is exact`() throws {
    let output = try render([noise(10_000)], "lowpass") { $0.tail = .seconds(3) }
    #expect(output.signal[0].count == 10_000 + 3 * 44_100)
  }

  @Test func `an automatic tail rings out and then ends`() throws {
    // A resonance of 40 dB is Q = 100: at 1 kHz it falls by 120 dB in 13.8 · Q / (pi · f) seconds.
    let output = try render([impulse(1000)], "lowpass:cutoff=1k:resonance=40")
    let expected = 1000 + Int(13.8155 * 100 / (.pi * 1000) * 44_100)
    #expect(abs(output.signal[0].count - expected) < expected / 4)
    #expect(abs(output.signal[0].last ?? 0) >= 1e-6)
  }

  @Test func `silence has no tail`() throws {
    let output = try render([[Float](repeating: 0, count: 5000)], "lowpass:cutoff=1k:resonance=40")
    #expect(output.signal[0].count == 5000)
  }

  @Test func `an endless tail is faded out at thirty seconds`() throws {
    // At 10 Hz and Q = 100 the filter takes 44 s to fall by 120 dB.
    let output = try render([impulse(1000).map { $0 * 100 }], "lowpass:cutoff=10:resonance=40", sampleRate: 8000)
    // The last frames of the fade are below -120 dBFS and left out.
    let longest = 1000 + 30 * 8000
    #expect((longest - 80...longest).contains(output.signal[0].count))
    #expect(output.report.warnings.map(\.code) == ["tail-capped"])
  }

  @Test func `a failed render leaves the target as it was`() throws {
    let input = try write([noise(1000)])
    let output = file("out.wav")
    _ = try Rendering.render(input, to: output, chain: ChainDescription("lowpass"))
    let before = try output.read()
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: RenderError.cancelled) {
      _ = try Rendering.render(
        input, to: output, chain: ChainDescription("lowpass:cutoff=100"), cancellation: cancellation)
    }
    #expect(try output.read() == before)
    #expect(folder.names == ["in.wav", "out.wav"])
  }
}
