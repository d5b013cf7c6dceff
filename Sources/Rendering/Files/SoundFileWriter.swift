import CSndfile
public import DSPCore

/// Writes a sound file beside its target, and puts it in the target's place once it is whole.
///
/// Integers are rounded here, half to even, dithered and saturated; libsndfile only packs them. NaN and infinity are
/// written as 0. The same samples always give the same bytes.
public final class SoundFileWriter {
  public let path: FilePath
  public let format: SoundFileFormat

  /// What the file holds beside the samples, and by name what it has no place for.
  public let metadata: Metadata

  /// The greatest magnitude that was asked for, before clipping.
  public private(set) var peak: Float = 0
  /// Per channel, the samples that the encoding has no room for and the frame of the first.
  public private(set) var clipped: [Clipping]
  /// Samples that were NaN or infinite and are written as 0.
  public private(set) var nonFiniteSamples = 0
  /// Frames written so far.
  public private(set) var position = 0

  public struct Clipping: Sendable, Equatable {
    public var count: Int
    public var firstFrame: Int?

    public init(count: Int = 0, firstFrame: Int? = nil) {
      self.count = count
      self.firstFrame = firstFrame
    }
  }

  private let output: OutputFile
  private var container: any ContainerWriter
  private let body: VirtualFile
  private var file: OpaquePointer?
  private let quantizer: Quantizer?
  private let transfer: SampleTransfer
  private let order: [Int]
  /// Planar samples of one piece: cleaned floats, then integers.
  private let pieceFrames: Int
  private let cleaned: UnsafeMutablePointer<Float>
  private let planes: UnsafeMutablePointer<Int32>
  private let woven: UnsafeMutablePointer<Int32>
  /// Interleaved samples on their way into the file.
  private let bufferFrames: Int
  private let buffer: UnsafeMutableRawPointer
  private var buffered = 0

  /// Opens the output; `-` is standard output.
  ///
  /// - Parameters:
  ///   - metadata: the input's, `rescaled` where the length changes.
  ///   - expectedFrames: about how long it will be. WAV has room to become RF64, as it does beyond 4 GB, where that
  ///     may be needed.
  public init(
    path: FilePath, format: SoundFileFormat, metadata: Metadata = Metadata(), dither: Dither = .tpdf,
    expectedFrames: Int? = nil
  ) throws(SoundFileError) {
    self.path = path
    self.format = format
    quantizer = format.encoding.gridBits.map { Quantizer(bits: $0, dither: dither) }
    clipped = Array(repeating: Clipping(), count: format.channelCount)
    output = try OutputFile(path)
    self.metadata = metadata.adapted(to: format.container, sampleRate: format.sampleRate)
    container = Self.container(format, self.metadata, mayBeLarge: Self.isLarge(format, expectedFrames))
    var info = format.info
    info.format = container.bodyFormat
    do throws(SystemError) {
      body = try container.begin(output.descriptor)
    } catch {
      output.discard()
      throw .unwritable(path, error.description)
    }
    guard let file = body.open(SFM_WRITE, &info) else {
      output.discard()
      throw .unwritable(path, SoundFileReader.reason(nil))
    }
    self.file = file
    // The PEAK chunk holds the time of day.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, 0)
    if self.metadata.chunks.isEmpty { self.metadata.writeTexts(to: file) }
    if let layout = format.layout { ChannelMap.write(layout, to: file) }
    let channels = format.channelCount
    transfer = SampleTransfer(format, file)
    order = ChannelMap.order(format.container, channelCount: channels)
    pieceFrames = 512
    cleaned = .allocate(capacity: pieceFrames * channels)
    planes = .allocate(capacity: pieceFrames * channels)
    woven = .allocate(capacity: pieceFrames * channels)
    bufferFrames = transfer.bufferFrames(channelCount: channels)
    buffer = .allocate(byteCount: bufferFrames * channels * transfer.bytesPerSample + 1, alignment: 64)
  }

  deinit {
    discard()
    cleaned.deallocate()
    planes.deallocate()
    woven.deallocate()
    buffer.deallocate()
  }

  /// Appends the frames in use of a block, channels × frames.
  public func write(_ block: borrowing AudioBuffer) throws(SoundFileError) {
    precondition(block.channelCount == format.channelCount, "a block of other channels than the file")
    var first = 0
    while first < block.frameCount {
      if buffered == bufferFrames { try flush() }
      let count = min(pieceFrames, block.frameCount - first, bufferFrames - buffered)
      convert(block, first, count)
      first += count
      position += count
      buffered += count
    }
  }

  /// Completes the file and puts it in the target's place.
  public func finish() throws(SoundFileError) {
    guard let file else { return }
    try flush()
    if position == 0 { try writeEmptyHeader() }
    self.file = nil
    let status = sf_close(file)
    guard status == 0, body.error == nil else {
      output.discard()
      throw .unwritable(path, body.error?.description ?? String(cString: sf_error_number(status)))
    }
    do throws(SystemError) {
      try container.finish(output.descriptor, frames: position)
    } catch {
      output.discard()
      throw .unwritable(path, error.description)
    }
    try output.commit()
  }

  /// Gives up: the target stays as it was.
  public func discard() {
    if let file { sf_close(file) }
    file = nil
    output.discard()
  }

  /// Codecs write their header with the first frame; without one there is none.
  private func writeEmptyHeader() throws(SoundFileError) {
    guard ![.opus, .mp3].contains(format.container) else {
      discard()
      throw .unwritable(path, "\(format.container.rawValue) cannot hold a sound without frames")
    }
    sf_command(file, Int32(SFC_UPDATE_HEADER_NOW), nil, 0)
  }

  private func flush() throws(SoundFileError) {
    guard position * (format.encoding.bytesPerSample ?? 1) * format.channelCount <= container.longestBody else {
      discard()
      throw .unwritable(path, "\(format.container.rawValue) holds 4 GB at most; wav, caf and w64 hold more")
    }
    let written = transfer.write(file, buffer, frames: buffered, channelCount: format.channelCount)
    guard written == buffered else {
      let reason = body.error?.description ?? SoundFileReader.reason(file)
      discard()
      throw .unwritable(path, reason)
    }
    buffered = 0
  }

  /// Brings frames into the form of the buffer, behind those that are there.
  private func convert(_ block: borrowing AudioBuffer, _ first: Int, _ count: Int) {
    let channels = format.channelCount
    for channel in 0..<channels {
      let plane = cleaned + channel * pieceFrames
      plane.update(from: block[channel] + first, count: count)
      inspect(plane, count, channel)
      quantizer?.quantize(
        plane, count: count, frame: position, channel: channel, into: planes + channel * pieceFrames)
    }
    let bits = quantizer?.bits ?? 0
    let target = buffer + buffered * channels * transfer.bytesPerSample
    switch transfer {
    case .float:
      let floats = target.assumingMemoryBound(to: Float.self)
      interleave(cleaned, count, into: floats) { $0 }
    case .int16:
      let shift = Int32(16 - bits)
      interleave(planes, count, into: target.assumingMemoryBound(to: Int16.self)) {
        Int16(truncatingIfNeeded: $0 &<< shift)
      }
    case .int32:
      let shift = Int32(32 - bits)
      interleave(planes, count, into: target.assumingMemoryBound(to: Int32.self)) { $0 &<< shift }
    case .packed24(let isBigEndian):
      interleave(planes, count, into: woven) { $0 }
      SampleConversion.pack(woven, isBigEndian: isBigEndian, count: count * channels, into: target)
    }
  }

  @inline(__always)
  private func interleave<Source, Sample>(
    _ source: UnsafePointer<Source>, _ count: Int, into target: UnsafeMutablePointer<Sample>,
    _ convert: (Source) -> Sample
  ) {
    SampleConversion.interleave(
      source, stride: pieceFrames, order: order, count: count, into: target, convert)
  }

  /// Keeps the statistics, and replaces what is not finite.
  private func inspect(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ channel: Int) {
    var pattern = SampleConversion.peakPattern(samples, count: count)
    if pattern >= Float.infinity.bitPattern {
      for i in 0..<count where !samples[i].isFinite {
        samples[i] = 0
        nonFiniteSamples += 1
      }
      pattern = SampleConversion.peakPattern(samples, count: count)
    }
    let loudest = Float(bitPattern: pattern)
    if loudest > peak { peak = loudest }
    guard let quantizer, loudest > quantizer.ceiling else { return }
    let found = quantizer.clipped(samples, count: count)
    clipped[channel].count += found.count
    if clipped[channel].firstFrame == nil { clipped[channel].firstFrame = found.first.map { position + $0 } }
  }

  private static func container(
    _ format: SoundFileFormat, _ metadata: Metadata, mayBeLarge: Bool
  ) -> any ContainerWriter {
    let body = format.info.format
    switch format.container {
    case .wav, .rf64:
      return WaveWriter(format, chunks: metadata.chunks, mayBeLarge: mayBeLarge) ?? PlainWriter(bodyFormat: body)
    case .aiff: return AIFFWriter(bodyFormat: body, chunks: metadata.chunks)
    case .caf: return CAFWriter(bodyFormat: body, chunks: metadata.chunks)
    case .flac: return FLACWriter(bodyFormat: body, chunks: metadata.chunks)
    case .ogg, .opus: return OggWriter(bodyFormat: body, comments: metadata.chunks.first?.content)
    case .mp3: return TaggedWriter(bodyFormat: body, tag: metadata.chunks.first?.content ?? [])
    default: return PlainWriter(bodyFormat: body)
    }
  }

  /// Whether the file may come near 4 GB; so may one of unknown length, and a tail comes on top.
  private static func isLarge(_ format: SoundFileFormat, _ expectedFrames: Int?) -> Bool {
    guard let expectedFrames else { return true }
    let bytes = Double(expectedFrames + 60 * format.sampleRate) * Double(format.channelCount) * 8
    return bytes > 4e9
  }
}
