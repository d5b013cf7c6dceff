import DSPCore

/// A sound file as a stream: its frames, then silence.
final class FileNode: Node {
  private let reader: SoundFileReader
  private var length: Int?

  init(_ reader: SoundFileReader, maximumFrames: Int, quality: Quality) {
    self.reader = reader
    super.init(
      format: RenderFormat(
        sampleRate: Double(reader.format.sampleRate), channelCount: reader.format.channelCount,
        maximumFrames: maximumFrames, layout: reader.format.layout, quality: quality))
  }

  override func render(_ block: inout AudioBuffer) throws {
    let read = length == nil ? try reader.read(into: &block) : 0
    block.clear(from: read)
    if read < block.frameCount && length == nil { length = reader.position }
  }

  override var end: Int? { length }
}
