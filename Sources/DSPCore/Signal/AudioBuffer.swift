/// Planar audio: channels × frames of 32-bit floats.
///
/// A buffer either owns its memory, each channel on a 64-byte boundary and padded to whole lanes, or is a window on
/// a run of another's frames (`withFrames`). Nothing allocates after `init`.
public struct AudioBuffer: ~Copyable {
  public let channelCount: Int
  /// The most frames it can hold.
  public let frameCapacity: Int
  /// The frames in use, 0 to `frameCapacity`.
  public private(set) var frameCount: Int

  private let memory: UnsafeMutablePointer<Float>
  private let stride: Int
  private let ownsMemory: Bool

  /// Silence.
  public init(channelCount: Int, frameCapacity: Int) {
    precondition(channelCount > 0 && frameCapacity > 0, "a buffer holds at least one channel and one frame")
    self.channelCount = channelCount
    self.frameCapacity = frameCapacity
    frameCount = frameCapacity
    // A cache line more than needed keeps channels from meeting in the same cache set.
    stride = (frameCapacity + 15) / 16 * 16 + 16
    let bytes = channelCount * stride * MemoryLayout<Float>.stride
    memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64).bindMemory(
      to: Float.self, capacity: channelCount * stride)
    memory.initialize(repeating: 0, count: channelCount * stride)
    ownsMemory = true
  }

  private init(window: UnsafeMutablePointer<Float>, stride: Int, channelCount: Int, frameCount: Int) {
    self.channelCount = channelCount
    self.frameCapacity = frameCount
    self.frameCount = frameCount
    self.stride = stride
    memory = window
    ownsMemory = false
  }

  deinit {
    if ownsMemory { memory.deallocate() }
  }

  /// Sets how many frames are in use; what they hold is left as it is.
  public mutating func resize(to frames: Int) {
    precondition((0...frameCapacity).contains(frames), "a buffer of \(frameCapacity) frames cannot hold \(frames)")
    frameCount = frames
  }

  /// Makes frames `from` to the end of the frames in use silent.
  public mutating func clear(from first: Int = 0) {
    guard first < frameCount else { return }
    for channel in 0..<channelCount { self[channel].advanced(by: first).update(repeating: 0, count: frameCount - first) }
  }

  /// Copies as many frames as both have room for, channel by channel, and takes the source's length.
  public mutating func copy(from source: borrowing AudioBuffer) {
    resize(to: source.frameCount)
    for channel in 0..<min(channelCount, source.channelCount) {
      self[channel].update(from: source[channel], count: frameCount)
    }
  }

  /// Whether no sample in use is NaN or infinite.
  public var isFinite: Bool {
    for channel in 0..<channelCount {
      let samples = UnsafeRawPointer(self[channel])
      // 0 times anything finite is 0.
      var zero = SIMD8<Float>.zero
      let lanes = frameCount / 8
      for i in 0..<lanes { zero += samples.loadUnaligned(fromByteOffset: i * 32, as: SIMD8<Float>.self) * 0 }
      var rest: Float = 0
      for i in lanes * 8..<frameCount { rest += self[channel][i] * 0 }
      if zero != .zero || rest != 0 { return false }
    }
    return true
  }

  public mutating func withChannel<Result>(
    _ channel: Int, _ body: (inout MutableSpan<Float>) throws -> Result
  ) rethrows -> Result {
    var span = UnsafeMutableBufferPointer(start: self[channel], count: frameCount).mutableSpan
    return try body(&span)
  }

  public borrowing func readChannel<Result>(
    _ channel: Int, _ body: (Span<Float>) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeBufferPointer(start: self[channel], count: frameCount).span)
  }

  /// Hands out a run of the frames as a buffer of its own, over the same memory.
  public mutating func withFrames<Result>(
    _ range: Range<Int>, _ body: (inout AudioBuffer) throws -> Result
  ) rethrows -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= frameCount, "frames outside the buffer")
    var window = AudioBuffer(
      window: memory + range.lowerBound, stride: stride, channelCount: channelCount, frameCount: range.count)
    return try body(&window)
  }

  /// Hands out the first channels as a buffer of its own, over the same memory.
  public mutating func withChannels<Result>(
    _ count: Int, _ body: (inout AudioBuffer) throws -> Result
  ) rethrows -> Result {
    precondition((1...channelCount).contains(count), "channels outside the buffer")
    var window = AudioBuffer(window: memory, stride: stride, channelCount: count, frameCount: frameCount)
    return try body(&window)
  }

  /// A channel's first frame. For the inner loops of this package only.
  package subscript(channel: Int) -> UnsafeMutablePointer<Float> {
    memory + channel * stride
  }
}
