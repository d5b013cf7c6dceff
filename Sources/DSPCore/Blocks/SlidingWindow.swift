/// The part of an endless planar stream that is still in use, channels × frames, addressed by absolute frame.
///
/// Frames before the stream's frame 0 are silence.
struct SlidingWindow: ~Copyable {
  private let chunk: Int
  private let capacity: Int

  private var memory: AudioBuffer
  /// The absolute frame that stands first in memory.
  private var first: Int
  /// The absolute frame behind the last that was pulled.
  private(set) var end = 0

  private let history: Int

  /// Room for `span` frames, of which up to `history` may lie before frame 0; input is pulled `chunk` frames at once.
  init(channelCount: Int, span: Int, history: Int, chunk: Int) {
    self.chunk = chunk
    self.history = history
    // Twice the span, so that moving what is left to the front costs no more than one copy a frame.
    capacity = 2 * span + chunk
    memory = AudioBuffer(channelCount: channelCount, frameCapacity: capacity)
    first = -history
  }

  mutating func reset() {
    memory.clear()
    first = -history
    end = 0
  }

  /// Pulls input until all frames before `frame` are there; those before `oldest` may be forgotten.
  mutating func extend(to frame: Int, from oldest: Int, pull: (inout AudioBuffer) throws -> Void) rethrows {
    while end < frame {
      if end + chunk > first + capacity { discard(before: min(oldest, end)) }
      try memory.withFrames(end - first..<end - first + chunk) { try pull(&$0) }
      end += chunk
    }
  }

  /// A channel's samples from an absolute frame on.
  @inline(__always)
  subscript(channel: Int, frame: Int) -> UnsafeMutablePointer<Float> {
    memory[channel] + (frame - first)
  }

  private mutating func discard(before oldest: Int) {
    let frame = max(first, oldest)
    let count = end - frame
    for channel in 0..<memory.channelCount {
      memory[channel].update(from: memory[channel] + (frame - first), count: count)
    }
    first = frame
  }
}
