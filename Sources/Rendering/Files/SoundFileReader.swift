import CSndfile
public import DSPCore
import Glibc

/// Reads a sound file of any kind, by content and not by name, as planar Float32.
///
/// Integers of up to 24 bits and floats are exact; 32-bit integers and 64-bit floats are rounded to Float32.
public final class SoundFileReader {
  public let path: FilePath
  public let format: SoundFileFormat

  /// What was not as it should be. Whole only at the end of the file.
  public private(set) var warnings: [SoundFileWarning] = []
  /// Samples that were NaN or infinite and are read as 0.
  public private(set) var nonFiniteSamples = 0
  /// Frames handed out so far.
  public private(set) var position = 0

  /// Frames that are asked of the library at once: what some decoders give depends on it.
  private static let chunkFrames = 4096
  /// Beyond this a sample is taken for a fault: 120 dB over full scale.
  private static let loudest: Float = 1e6

  private enum Transfer { case int16, int32, float }

  private let file: OpaquePointer
  private let transfer: Transfer
  private let chunk: UnsafeMutableRawPointer
  private var chunkCount = 0
  private var chunkOffset = 0
  private var decoded = 0
  private var isAtEnd = false

  /// Opens a file; `-` is standard input. `raw` says what samples without a header are.
  public init(path: FilePath, raw: RawFormat? = nil) throws(SoundFileError) {
    let source = try InputFile.open(path)
    var info = SF_INFO()
    if let raw {
      info =
        SoundFileFormat(
          container: .raw, encoding: raw.encoding, sampleRate: raw.sampleRate, channelCount: raw.channelCount
        ).info
    }
    var opened = sf_open_fd(source, Int32(SFM_READ), &info, 1)
    if opened == nil, raw == nil, !path.isStandardStream {
      // A few kinds have no mark of their own and are known by the extension only.
      info = SF_INFO()
      opened = path.withCString { sf_open($0, Int32(SFM_READ), &info) }
    }
    guard let opened else { throw .unreadable(path, Self.reason(nil)) }
    do {
      format = try Self.format(of: opened, info, path)
    } catch {
      sf_close(opened)
      throw error
    }
    self.path = path
    file = opened
    switch format.encoding.gridBits {
    case nil: transfer = .float
    case let bits? where bits <= 16: transfer = .int16
    default: transfer = .int32
    }
    chunk = .allocate(byteCount: Self.chunkFrames * format.channelCount * 4, alignment: 64)
    if format.frames == nil { warnings.append(.unknownLength) }
  }

  deinit {
    sf_close(file)
    chunk.deallocate()
  }

  /// Fills the frames in use of the block, channels × frames, and tells how many there were; fewer only at the end.
  public func read(into block: inout AudioBuffer) throws(SoundFileError) -> Int {
    precondition(block.channelCount == format.channelCount, "a block of other channels than the file")
    var filled = 0
    while filled < block.frameCount {
      if chunkOffset == chunkCount {
        guard !isAtEnd, refill() else { break }
      }
      let count = min(block.frameCount - filled, chunkCount - chunkOffset)
      unpack(into: &block, at: filled, count: count)
      chunkOffset += count
      filled += count
    }
    position += filled
    return filled
  }

  /// Decodes the next chunk; false at the end.
  private func refill() -> Bool {
    // Vorbis with gaps gives nothing now and then, and goes on.
    for _ in 0..<16 {
      let frames = sf_count_t(Self.chunkFrames)
      let count =
        switch transfer {
        case .int16: sf_readf_short(file, chunk.assumingMemoryBound(to: Int16.self), frames)
        case .int32: sf_readf_int(file, chunk.assumingMemoryBound(to: Int32.self), frames)
        case .float: sf_readf_float(file, chunk.assumingMemoryBound(to: Float.self), frames)
        }
      let failed = sf_error(file) != 0
      decoded += Int(max(count, 0))
      if failed {
        warnings.append(.damaged(reason: Self.reason(file), frame: decoded))
        isAtEnd = true
      }
      chunkOffset = 0
      chunkCount = Int(max(count, 0))
      if chunkCount > 0 || failed { break }
    }
    if chunkCount == 0 || isAtEnd { finish() }
    return chunkCount > 0
  }

  private func finish() {
    isAtEnd = true
    guard let expected = format.frames, decoded < expected else { return }
    warnings.append(.truncated(expected: expected, actual: decoded))
  }

  private func unpack(into block: inout AudioBuffer, at first: Int, count: Int) {
    let channels = format.channelCount
    let skipped = chunkOffset * channels
    switch transfer {
    case .int16:
      let samples = chunk.assumingMemoryBound(to: Int16.self) + skipped
      SampleConversion.deinterleave(samples, channelCount: channels, into: &block, at: first, count: count)
    case .int32:
      let samples = chunk.assumingMemoryBound(to: Int32.self) + skipped
      SampleConversion.deinterleave(samples, channelCount: channels, into: &block, at: first, count: count)
    case .float:
      let samples = chunk.assumingMemoryBound(to: Float.self) + skipped
      SampleConversion.deinterleave(samples, channelCount: channels, into: &block, at: first, count: count)
      for channel in 0..<channels { clean(block[channel] + first, count: count) }
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

  static func reason(_ file: OpaquePointer?) -> String {
    var text = String(cString: sf_strerror(file))
    while text.hasSuffix(".") || text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
