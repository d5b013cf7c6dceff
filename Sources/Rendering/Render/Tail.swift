import DSPCore

/// What is rendered after the input has ended.
public enum TailRule: Sendable, Equatable {
  /// The chain's own tail, ended early once the output stays below -120 dBFS, at most 30 s.
  case auto
  /// Nothing: exactly the input's length, times the stretch.
  case none
  /// Exactly so many seconds.
  case seconds(Double)
}

/// Decides frame by frame how much of an endless stream belongs to the output.
///
/// Quiet frames of an automatic tail are held back until something louder follows them or the chain cannot bring
/// anything more.
struct TailCutter: ~Copyable {
  /// -120 dBFS.
  static let silence: Float = 1e-6
  /// Seconds of an automatic tail at most, and of the fade that ends one which would go on.
  static let longest = 30.0
  static let fade = 0.05

  private let rule: TailRule
  private let sampleRate: Double
  private let tail: Int
  private let longestGap: Int

  private var position = 0
  private var held: [HeldBlock] = []
  private var heldFrames = 0

  private(set) var isDone = false
  /// Whether the tail was still sounding at its longest.
  private(set) var wasCapped = false

  private final class HeldBlock {
    var buffer: AudioBuffer

    init(_ source: borrowing AudioBuffer) {
      buffer = AudioBuffer(channelCount: source.channelCount, frameCapacity: source.frameCount)
      buffer.copy(from: source)
    }
  }

  init(_ rule: TailRule, root: Node) {
    self.rule = rule
    sampleRate = root.format.sampleRate
    tail = root.tail
    longestGap = root.longestGap
  }

  /// Takes the stream's next block and writes what belongs to the output; `end` is the input's, once known.
  mutating func take(
    _ block: inout AudioBuffer, end: Int?, write: (inout AudioBuffer) throws -> Void
  ) rethrows {
    let first = position
    position += block.frameCount
    guard let end, position > end else { return try write(&block) }
    let sounding = max(0, end - first)
    if sounding > 0 { try block.withFrames(0..<sounding, write) }

    let (limit, isCapped) = limit(end)
    let last = min(block.frameCount, limit - first)
    if last > sounding {
      if case .auto = rule {
        if isCapped { fadeOut(&block, first: first, limit: limit) }
        try block.withFrames(sounding..<last) { try takeTail(&$0, isLast: first + last == limit, isCapped, write) }
      } else {
        try block.withFrames(sounding..<last, write)
      }
    }
    if position >= limit || (rule == .auto && heldFrames >= longestGap && heldFrames > 0) { isDone = true }
  }

  /// The frame at which the output ends at the latest, and whether that cuts a longer tail.
  private func limit(_ end: Int) -> (frame: Int, isCapped: Bool) {
    switch rule {
    case .none: return (end, false)
    case .seconds(let seconds): return (end + Int((seconds * sampleRate).rounded()), false)
    case .auto:
      let longest = Int(Self.longest * sampleRate)
      return (end + min(tail, longest), tail > longest)
    }
  }

  private mutating func takeTail(
    _ block: inout AudioBuffer, isLast: Bool, _ isCapped: Bool, _ write: (inout AudioBuffer) throws -> Void
  ) rethrows {
    let loud = Self.loudFrames(block)
    if loud > 0 {
      for held in held { try write(&held.buffer) }
      held = []
      heldFrames = 0
      try block.withFrames(0..<loud, write)
      if isLast && isCapped { wasCapped = true }
    }
    if loud < block.frameCount {
      block.withFrames(loud..<block.frameCount) { held.append(HeldBlock($0)) }
      heldFrames += block.frameCount - loud
    }
  }

  /// The frames up to and with the last that is above the silence.
  private static func loudFrames(_ block: borrowing AudioBuffer) -> Int {
    var loud = 0
    for channel in 0..<block.channelCount {
      let samples = block[channel]
      var frame = block.frameCount
      while frame > loud && abs(samples[frame - 1]) < silence { frame -= 1 }
      loud = frame
    }
    return loud
  }

  private mutating func fadeOut(_ block: inout AudioBuffer, first: Int, limit: Int) {
    let length = Int(Self.fade * sampleRate)
    let start = max(0, limit - length - first)
    let stop = min(block.frameCount, limit - first)
    guard start < stop else { return }
    for i in start..<stop {
      let gain = Float(limit - first - i) / Float(length)
      for channel in 0..<block.channelCount { block[channel][i] *= gain }
    }
  }
}
