import DSPCore
import Rendering

/// All of a sound file, channels × frames, read in blocks of a size.
func readAll(
  _ path: String, blockFrames: Int = 1000, raw: RawFormat? = nil
) throws -> (samples: [[Float]], reader: SoundFileReader) {
  let reader = try SoundFileReader(path: FilePath(path), raw: raw)
  var samples = [[Float]](repeating: [], count: reader.format.channelCount)
  var block = AudioBuffer(channelCount: samples.count, frameCapacity: blockFrames)
  while true {
    let count = try reader.read(into: &block)
    for channel in samples.indices {
      block.readChannel(channel) { span in
        for i in 0..<count { samples[channel].append(span[i]) }
      }
    }
    if count < blockFrames { return (samples, reader) }
  }
}

/// Writes a sound file from channels × frames, in blocks of a size.
@discardableResult
func writeAll(
  _ samples: [[Float]], to path: String, _ format: SoundFileFormat, metadata: Metadata = Metadata(),
  dither: Dither = .tpdf, blockFrames: Int = 1000
) throws -> SoundFileWriter {
  let writer = try SoundFileWriter(
    path: FilePath(path), format: format, metadata: metadata, dither: dither, expectedFrames: samples[0].count)
  var block = AudioBuffer(channelCount: samples.count, frameCapacity: blockFrames)
  var first = 0
  while first < samples[0].count {
    block.resize(to: min(blockFrames, samples[0].count - first))
    for channel in samples.indices {
      block.withChannel(channel) { span in
        for i in span.indices { span[i] = samples[channel][first + i] }
      }
    }
    try writer.write(block)
    first += block.frameCount
  }
  try writer.finish()
  return writer
}

/// What changes nothing: one file in, one out, of the same encoding or another.
@discardableResult
func copy(
  _ input: String, _ output: String, encoding: SampleEncoding? = nil, blockFrames: Int = 1000
) throws -> SoundFileWriter {
  let (samples, reader) = try readAll(input)
  let format = try SoundFileFormat.output(path: FilePath(output), encoding: encoding, like: reader.format)
  return try writeAll(samples, to: output, format, metadata: reader.metadata, blockFrames: blockFrames)
}

func waveFormat(_ encoding: SampleEncoding, channels: Int = 1, rate: Int = 44_100) -> SoundFileFormat {
  SoundFileFormat(container: .wav, encoding: encoding, sampleRate: rate, channelCount: channels)
}
