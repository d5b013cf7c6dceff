import Glibc

/// Delay lines in one piece of memory, written a quantum at a time.
///
/// A quantum's place in a ring never wraps, and the first frames of every ring stand again behind its last, so that
/// both writers and readers see their frames in one run:
///
///     | head of the quantum → ... oldest frames ... | first `margin` frames again |
///
/// A reader may look `reach` frames back from the first frame that it asks for.
struct DelayLines: ~Copyable {
  static let reach = 16
  /// What a read may run past the ring's end: what lies behind the first frame, a quantum, and a group of eight.
  private static let margin = reach + quantum + 16

  let count: Int
  private let longest: Int

  private struct Line {
    var first: UnsafeMutablePointer<Float>
    var length = 0
    /// Where the quantum in hand begins.
    var head = 0
  }
  private let lines: UnsafeMutablePointer<Line>

  private let memory: UnsafeMutablePointer<Float>
  private let capacity: Int

  /// Lines of at most `longest` frames each.
  init(count: Int, longest: Int) {
    self.count = count
    self.longest = longest
    capacity = count * (Self.length(longest) + Self.margin)
    // Zero pages: memory that no line reaches costs nothing.
    memory = calloc(capacity, MemoryLayout<Float>.stride)!.bindMemory(to: Float.self, capacity: capacity)
    lines = .allocate(capacity: count)
    lines.initialize(repeating: Line(first: memory), count: count)
    arrange { _ in longest }
  }

  deinit {
    lines.deallocate()
    free(memory)
  }

  /// Sets how many frames each line holds, and empties all of them.
  func arrange(_ delay: (Int) -> Int) {
    clear()
    var first = memory
    for i in 0..<count {
      lines[i] = Line(first: first, length: Self.length(min(delay(i), longest)))
      first += lines[i].length + Self.margin
    }
  }

  /// Room for the delay, what lies behind it, and the quantum in hand, in whole quanta.
  private static func length(_ delay: Int) -> Int {
    (delay + reach + 2 * quantum - 1) / quantum * quantum
  }

  /// Where a line's frames of the quantum in hand are to be written; tell `wrote` afterwards.
  @inline(__always)
  func writer(_ line: Int) -> UnsafeMutablePointer<Float> {
    lines[line].first + lines[line].head
  }

  /// Has the frames just written show up behind the ring's end as well.
  @inline(__always)
  func wrote(_ line: Int, _ frames: Range<Int>) {
    let l = lines[line]
    let start = l.head + frames.lowerBound
    let end = min(l.head + frames.upperBound, Self.margin)
    guard start < end else { return }
    (l.first + l.length + start).update(from: l.first + start, count: end - start)
  }

  /// Where a line's frames from `frame` of the quantum in hand on stand, `delay` frames late.
  @inline(__always)
  func reader(_ line: Int, delay: Int, at frame: Int) -> UnsafePointer<Float> {
    let l = lines[line]
    var start = l.head + frame - delay - Self.reach
    if start < 0 { start += l.length }
    return UnsafePointer(l.first + start + Self.reach)
  }

  /// Goes on to the next quantum.
  func advance() {
    for i in 0..<count {
      lines[i].head += quantum
      if lines[i].head == lines[i].length { lines[i].head = 0 }
    }
  }

  func clear() {
    memory.update(repeating: 0, count: used)
  }

  /// True where no frame of any line is louder than `level`.
  func isBelow(_ level: Float) -> Bool {
    let frames = UnsafeBufferPointer(start: memory, count: used)
    return frames.allSatisfy { abs($0) < level }
  }

  private var used: Int {
    lines[count - 1].first - memory + lines[count - 1].length + Self.margin
  }
}
