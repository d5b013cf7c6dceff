import CSndfile
public import DSPCore

/// Writes a sound file beside its target, and puts it in the target's place once it is whole.
///
/// Integers are rounded here, half to even, dithered and saturated; libsndfile only packs them. NaN and infinity are
/// written as 0. The same samples always give the same bytes.
public final class SoundFileWriter {
  public let path: FilePath
  public let format: SoundFileFormat

  /// The greatest magnitude that was asked for, before clipping.
  public private(set) var peak: Float = 0
  /// Per channel, the samples that the encoding has no room for and the frame of the first.
  public private(set) var clipped: [Clipping]
  /// Samples that were NaN or infinite and are written as 0.
  public private(set) var nonFiniteSamples = 0
  /// Frames written so far.
  public private(set) var position = 0

  public struct Clipping: Sendable, Equatable {
    public var count = 0
    public var firstFrame: Int?
  }

  private let output: OutputFile
  private var file: OpaquePointer?
  private let quantizer: Quantizer?
  private let pieceFrames: Int
  /// Planar integers or cleaned floats, then interleaved samples, on their way into the file.
  private let planes: UnsafeMutableRawPointer
  private let frames: UnsafeMutableRawPointer

  /// Opens the output; `-` is standard output.
  ///
  /// - Parameter expectedFrames: about how long it will be; WAV becomes RF64 where that or the length that comes is
  ///   beyond 4 GB.
  public init(
    path: FilePath, format: SoundFileFormat, dither: Dither = .tpdf, expectedFrames: Int? = nil
  ) throws(SoundFileError) {
    self.path = path
    self.format = format
    quantizer = format.encoding.gridBits.map { Quantizer(bits: $0, dither: dither) }
    clipped = Array(repeating: Clipping(), count: format.channelCount)
    output = try OutputFile(path)
    var info = format.info
    let mayBeLarge = format.container == .wav && Self.isLarge(format, expectedFrames)
    if mayBeLarge { info.format = Int32(SF_FORMAT_RF64 | format.encoding.subtype) }
    guard let file = sf_open_fd(output.descriptor, Int32(SFM_WRITE), &info, 0) else {
      output.discard()
      throw .unwritable(path, SoundFileReader.reason(nil))
    }
    self.file = file
    // The PEAK chunk holds the time of day.
    sf_command(file, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, 0)
    if mayBeLarge { sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, 1) }
    if let layout = format.layout { ChannelMap.write(layout, to: file) }
    pieceFrames = max(64, 8192 / format.channelCount)
    let bytes = pieceFrames * format.channelCount * 4
    planes = .allocate(byteCount: bytes, alignment: 64)
    frames = .allocate(byteCount: bytes, alignment: 64)
  }

  deinit {
    discard()
    planes.deallocate()
    frames.deallocate()
  }

  /// Appends the frames in use of a block, channels × frames.
  public func write(_ block: borrowing AudioBuffer) throws(SoundFileError) {
    precondition(block.channelCount == format.channelCount, "a block of other channels than the file")
    var first = 0
    while first < block.frameCount {
      let count = min(pieceFrames, block.frameCount - first)
      let written = writePiece(block, first, count)
      guard written == count else {
        let reason = SoundFileReader.reason(file)
        discard()
        throw .unwritable(path, reason)
      }
      first += count
      position += count
    }
  }

  /// Completes the file and puts it in the target's place.
  public func finish() throws(SoundFileError) {
    guard let file else { return }
    self.file = nil
    let status = sf_close(file)
    guard status == 0 else {
      output.discard()
      throw .unwritable(path, String(cString: sf_error_number(status)))
    }
    try output.commit()
  }

  /// Gives up: the target stays as it was.
  public func discard() {
    if let file { sf_close(file) }
    file = nil
    output.discard()
  }

  private func writePiece(_ block: borrowing AudioBuffer, _ first: Int, _ count: Int) -> Int {
    let channels = format.channelCount
    guard let quantizer else {
      let floats = planes.assumingMemoryBound(to: Float.self)
      let woven = frames.assumingMemoryBound(to: Float.self)
      for channel in 0..<channels {
        let plane = floats + channel * pieceFrames
        plane.update(from: block[channel] + first, count: count)
        inspect(plane, count, channel, nil)
      }
      SampleConversion.interleave(floats, stride: pieceFrames, channelCount: channels, count: count, into: woven) { $0 }
      return Int(sf_writef_float(file, woven, Int64(count)))
    }
    let integers = planes.assumingMemoryBound(to: Int32.self)
    let cleaned = frames.assumingMemoryBound(to: Float.self)
    for channel in 0..<channels {
      cleaned.update(from: block[channel] + first, count: count)
      inspect(cleaned, count, channel, quantizer)
      quantizer.quantize(
        cleaned, count: count, frame: position, channel: channel, into: integers + channel * pieceFrames)
    }
    if quantizer.bits <= 16 {
      let woven = frames.assumingMemoryBound(to: Int16.self)
      let shift = Int32(16 - quantizer.bits)
      SampleConversion.interleave(integers, stride: pieceFrames, channelCount: channels, count: count, into: woven) {
        Int16(truncatingIfNeeded: $0 << shift)
      }
      return Int(sf_writef_short(file, woven, Int64(count)))
    }
    let woven = frames.assumingMemoryBound(to: Int32.self)
    let shift = Int32(32 - quantizer.bits)
    SampleConversion.interleave(integers, stride: pieceFrames, channelCount: channels, count: count, into: woven) {
      $0 << shift
    }
    return Int(sf_writef_int(file, woven, Int64(count)))
  }

  /// Keeps the statistics, and replaces what is not finite.
  private func inspect(_ samples: UnsafeMutablePointer<Float>, _ count: Int, _ channel: Int, _ quantizer: Quantizer?) {
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

  /// Whether the file may come near 4 GB; so may one of unknown length, and a tail comes on top.
  private static func isLarge(_ format: SoundFileFormat, _ expectedFrames: Int?) -> Bool {
    guard let expectedFrames else { return true }
    let bytes = Double(expectedFrames + 60 * format.sampleRate) * Double(format.channelCount) * 8
    return bytes > 4e9
  }
}
