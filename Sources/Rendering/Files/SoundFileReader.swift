import CSndfile
public import DSPCore
import Glibc

/// Reads a sound file of any kind, by content and not by name, as planar Float32.
///
/// Integers of up to 24 bits and floats are exact; 32-bit integers and 64-bit floats are rounded to Float32.
public final class SoundFileReader {
  public let path: FilePath
  public let format: SoundFileFormat
  public let metadata: Metadata

  /// What was not as it should be. Whole only at the end of the file.
  public private(set) var warnings: [SoundFileWarning] = []
  /// Samples that were NaN or infinite and are read as 0.
  public private(set) var nonFiniteSamples = 0
  /// Frames handed out so far.
  public private(set) var position = 0

  /// Beyond this a sample is taken for a fault: 120 dB over full scale.
  private static let loudest: Float = 1e6
  /// Small enough to stay in the nearest cache.
  private static let unpackedFrames = 512

  private let file: OpaquePointer
  private let input: VirtualFile
  private let transfer: SampleTransfer
  private let order: [Int]
  /// Frames that are asked of the library at once: what some decoders give depends on it, so it never varies.
  private let chunkFrames: Int
  private let chunk: UnsafeMutableRawPointer
  /// Packed samples, spread out.
  private let unpacked: UnsafeMutablePointer<Int32>
  private var chunkCount = 0
  private var chunkOffset = 0
  private var decoded = 0
  private var isAtEnd = false
  /// What the file says, before anyone has looked whether it is there; nil where it says nothing.
  private let promisedFrames: Int?

  /// Opens a file; `-` is standard input. `raw` says what samples without a header are.
  public init(path: FilePath, raw: RawFormat? = nil) throws(SoundFileError) {
    let source = try InputFile.open(path)
    let chunks = raw == nil ? ChunkList(source) : nil
    input = VirtualFile(source, base: chunks?.start ?? 0, patch: chunks?.repair)
    var info = SF_INFO()
    if let raw {
      info =
        SoundFileFormat(
          container: .raw, encoding: raw.encoding, sampleRate: raw.sampleRate, channelCount: raw.channelCount
        ).info
    }
    var opened = input.open(SFM_READ, &info)
    if opened == nil, raw == nil, !path.isStandardStream {
      // A few kinds have no mark of their own and are known by the extension only.
      info = SF_INFO()
      opened = path.withCString { sf_open($0, Int32(SFM_READ), &info) }
    }
    guard let opened else {
      close(source)
      throw .unreadable(path, Self.reason(nil))
    }
    do {
      format = try Self.format(of: opened, info, path)
    } catch {
      sf_close(opened)
      close(source)
      throw error
    }
    metadata = raw == nil ? Metadata(source, opened, format, chunks) : Metadata()
    self.path = path
    file = opened
    transfer = SampleTransfer(format, opened)
    order = ChannelMap.order(format.container, channelCount: format.channelCount)
    chunkFrames = transfer.bufferFrames(channelCount: format.channelCount)
    chunk = .allocate(byteCount: chunkFrames * format.channelCount * transfer.bytesPerSample + 1, alignment: 64)
    unpacked = .allocate(capacity: Self.unpackedFrames * format.channelCount)
    promisedFrames = Self.promisedFrames(format, chunks)
    if promisedFrames == nil { warnings.append(.unknownLength) }
  }

  deinit {
    sf_close(file)
    close(input.descriptor)
    chunk.deallocate()
    unpacked.deallocate()
  }

  /// Fills the frames in use of the block, channels × frames, and tells how many there were; fewer only at the end.
  public func read(into block: inout AudioBuffer) throws(SoundFileError) -> Int {
    precondition(block.channelCount == format.channelCount, "a block of other channels than the file")
    var filled = 0
    while filled < block.frameCount {
      if chunkOffset == chunkCount {
        guard !isAtEnd, try refill() else { break }
      }
      let count = min(block.frameCount - filled, chunkCount - chunkOffset)
      spread(into: &block, at: filled, count: count)
      chunkOffset += count
      filled += count
    }
    position += filled
    return filled
  }

  /// Decodes the next chunk; false at the end.
  private func refill() throws(SoundFileError) -> Bool {
    // Vorbis with gaps gives nothing now and then, and goes on.
    for _ in 0..<16 {
      let count = transfer.read(file, chunk, frames: chunkFrames, channelCount: format.channelCount)
      let failed = sf_error(file) != 0
      decoded += max(count, 0)
      if failed {
        guard decoded > 0 else { throw .unreadable(path, Self.reason(file)) }
        warnings.append(.damaged(reason: Self.reason(file), frame: decoded))
        isAtEnd = true
      }
      chunkOffset = 0
      chunkCount = max(count, 0)
      if chunkCount > 0 || failed { break }
    }
    if chunkCount == 0 || isAtEnd { finish() }
    return chunkCount > 0
  }

  private func finish() {
    isAtEnd = true
    guard let expected = promisedFrames, decoded < expected else { return }
    warnings.append(.truncated(expected: expected, actual: decoded))
  }

  /// Hands frames of the chunk out.
  private func spread(into block: inout AudioBuffer, at first: Int, count: Int) {
    let channels = format.channelCount
    let skipped = chunkOffset * channels
    switch transfer {
    case .int16:
      let samples = chunk.assumingMemoryBound(to: Int16.self) + skipped
      SampleConversion.deinterleave(samples, order: order, into: &block, at: first, count: count)
    case .int32:
      let samples = chunk.assumingMemoryBound(to: Int32.self) + skipped
      SampleConversion.deinterleave(samples, order: order, into: &block, at: first, count: count)
    case .float:
      let samples = chunk.assumingMemoryBound(to: Float.self) + skipped
      SampleConversion.deinterleave(samples, order: order, into: &block, at: first, count: count)
      for channel in 0..<channels { clean(block[channel] + first, count: count) }
    case .packed24(let isBigEndian):
      var done = 0
      while done < count {
        let frames = min(Self.unpackedFrames, count - done)
        let bytes = chunk + 3 * (skipped + done * channels)
        SampleConversion.unpack(bytes, isBigEndian: isBigEndian, count: frames * channels, into: unpacked)
        SampleConversion.deinterleave(
          unpacked, order: order, into: &block, at: first + done, count: frames)
        done += frames
      }
    }
  }

  /// Replaces what no unit should see: NaN and infinity by 0, absurd magnitudes by the loudest.
  private func clean(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    guard SampleConversion.peakPattern(samples, count: count) > Self.loudest.bitPattern else { return }
    for i in 0..<count {
      if !samples[i].isFinite {
        samples[i] = 0
        nonFiniteSamples += 1
      } else if abs(samples[i]) > Self.loudest {
        samples[i] = samples[i] < 0 ? -Self.loudest : Self.loudest
      }
    }
  }

  /// The frames that the header of a chunk of samples promises, where they all have one size. Programs that stream
  /// leave the size at the greatest value, or at 0.
  private static func promisedFrames(_ format: SoundFileFormat, _ chunks: ChunkList?) -> Int? {
    guard let chunks, let audio = chunks.audio, let bytes = format.encoding.bytesPerSample else { return format.frames }
    let isOpen = audio.size == 0 ? format.frames != 0 : audio.size >= 0x7FFF_0000 && !chunks.isWhole(audio)
    let frames = audio.size / (bytes * format.channelCount)
    return isOpen ? nil : min(frames, chunks.countedFrames ?? frames)
  }

  private static func format(
    of file: OpaquePointer, _ info: SF_INFO, _ path: FilePath
  ) throws(SoundFileError) -> SoundFileFormat {
    let major = Int(info.format) & SF_FORMAT_TYPEMASK
    let minor = Int(info.format) & SF_FORMAT_SUBMASK
    guard let container = SoundContainer(majorType: major, subtype: minor),
      let encoding = SampleEncoding(subtype: minor)
    else {
      throw .unreadable(path, "its encoding is not known here")
    }
    let (rate, channels) = (Int(info.samplerate), Int(info.channels))
    guard (1...255).contains(channels) else {
      throw .unreadable(path, "it has \(channels) channels; 1 to 255 can be rendered")
    }
    guard (1000...768_000).contains(rate) else {
      throw .unreadable(path, "its sample rate is \(rate) Hz; 1000 to 768000 Hz can be rendered")
    }
    return SoundFileFormat(
      container: container, encoding: encoding, sampleRate: rate, channelCount: channels,
      layout: ChannelMap.layout(of: file, container: container, channelCount: channels),
      frames: info.frames >= 0 && info.frames < sf_count_t.max ? Int(info.frames) : nil)
  }

  /// libsndfile's reason for its last error, in a user's words where its own say nothing.
  static func reason(_ file: OpaquePointer?) -> String {
    let text = String(cString: sf_strerror(file))
    switch text {
    case "File contains data in an unimplemented format.": return "its samples are in an encoding that is not supported"
    case "Unspecified internal error.", "Internal error : SF_INFO struct incomplete.":
      return "its header makes no sense"
    default:
      let words = text.hasPrefix("Error : ") ? text.dropFirst(8) : text[...]
      return String(words.reversed().drop { $0 == "." || $0 == " " }.reversed())
    }
  }
}
