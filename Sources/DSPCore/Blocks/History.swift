/// The latest frames of an endless planar stream, channels × frames: the block in hand and a fixed past before it.
///
/// All frames stand in one run, so that a delayed read is a plain negative index: `history[channel][i - delay]`.
struct History<Element: BitwiseCopyable>: ~Copyable {
  private let past: Int
  private let channelCount: Int
  private let capacity: Int

  private let memory: UnsafeMutablePointer<Element>
  /// Where the block in hand begins.
  private var first: Int
  private var count = 0

  /// Room for blocks of at most `block` frames; the past starts as `silence`.
  init(channelCount: Int, past: Int, block: Int, silence: Element) {
    self.past = past
    self.channelCount = channelCount
    // Twice the past, so that moving it to the front costs no more than one copy a frame; and whole lanes behind.
    capacity = 2 * past + 4 * block + 16
    first = past
    memory = .allocate(capacity: channelCount * capacity)
    memory.initialize(repeating: silence, count: channelCount * capacity)
  }

  deinit { memory.deallocate() }

  /// Fills the past with `silence`.
  mutating func reset(_ silence: Element) {
    memory.update(repeating: silence, count: channelCount * capacity)
    first = past
    count = 0
  }

  /// Makes the block in hand part of the past, and room for a block of so many frames.
  @inline(__always)
  mutating func advance(_ frames: Int) {
    first += count
    count = frames
    if first + frames + 16 > capacity { moveToFront() }
  }

  private mutating func moveToFront() {
    for channel in 0..<channelCount {
      let row = memory + channel * capacity
      row.update(from: row + (first - past), count: past)
    }
    first = past
  }

  /// A channel's block in hand; indices from -past on.
  @inline(__always)
  subscript(channel: Int) -> UnsafeMutablePointer<Element> {
    memory + channel * capacity + first
  }
}
