import CSndfile

/// The form in which samples go between us and libsndfile: the one that costs least and loses nothing.
enum SampleTransfer: Equatable {
  case int16
  /// Integers that fill 32 bits from the top.
  case int32
  case float
  /// 24-bit integers as they lie in the file. The library's own packing is slow, a few kilobytes a system call.
  case packed24(isBigEndian: Bool)

  init(_ format: SoundFileFormat, _ file: OpaquePointer) {
    let isPlain = [.wav, .rf64, .w64, .aiff, .caf, .au, .raw].contains(format.container)
    switch format.encoding.gridBits {
    case nil: self = .float
    // The depth of FLAC may change in mid stream.
    case _ where format.container == .flac: self = .int32
    case let bits? where bits <= 16: self = .int16
    case _ where isPlain && format.encoding == .pcm24:
      self = .packed24(isBigEndian: sf_command(file, Int32(SFC_RAW_DATA_NEEDS_ENDSWAP), nil, 0) != 0)
    default: self = .int32
    }
  }

  var bytesPerSample: Int {
    switch self {
    case .int16: 2
    case .packed24: 3
    case .int32, .float: 4
    }
  }

  /// Frames of a buffer for one call of the library: large enough that system calls cost little.
  func bufferFrames(channelCount: Int) -> Int {
    max(1024, (1 << 17) / (bytesPerSample * channelCount))
  }

  /// Frames that the library could read.
  func read(_ file: OpaquePointer?, _ buffer: UnsafeMutableRawPointer, frames: Int, channelCount: Int) -> Int {
    let count = sf_count_t(frames)
    return switch self {
    case .int16: Int(sf_readf_short(file, buffer.assumingMemoryBound(to: Int16.self), count))
    case .int32: Int(sf_readf_int(file, buffer.assumingMemoryBound(to: Int32.self), count))
    case .float: Int(sf_readf_float(file, buffer.assumingMemoryBound(to: Float.self), count))
    case .packed24:
      Int(sf_read_raw(file, buffer, count * sf_count_t(3 * channelCount))) / (3 * channelCount)
    }
  }

  /// Frames that the library could write.
  func write(_ file: OpaquePointer?, _ buffer: UnsafeRawPointer, frames: Int, channelCount: Int) -> Int {
    let count = sf_count_t(frames)
    return switch self {
    case .int16: Int(sf_writef_short(file, buffer.assumingMemoryBound(to: Int16.self), count))
    case .int32: Int(sf_writef_int(file, buffer.assumingMemoryBound(to: Int32.self), count))
    case .float: Int(sf_writef_float(file, buffer.assumingMemoryBound(to: Float.self), count))
    case .packed24:
      Int(sf_write_raw(file, buffer, count * sf_count_t(3 * channelCount))) / (3 * channelCount)
    }
  }
}
