/// The sound of one pair of channels in a room: what a reverb is made of. A class, so that a unit can hold many.
protocol Room: AnyObject {
  /// - Parameter seed: tells the rooms of several pairs apart.
  init(sampleRate: Double, seed: UInt64)

  /// Begins the next quantum.
  func begin()

  /// Where the frames of the quantum in hand are to be written before they are worked out.
  var input: Stereo<UnsafeMutablePointer<Float>> { get }

  /// Works out frames of the quantum in hand. Those before them in their group of eight are worked out once more, those
  /// behind them before they have come in.
  func process(to output: Stereo<UnsafeMutablePointer<Float>>, _ frames: Range<Int>)

  /// Ends the quantum in hand.
  func end()

  /// Falls silent, and returns to frame 0.
  func reset()

  /// Falls silent.
  func clear()

  /// True where nothing in the room is louder than `level`.
  func isBelow(_ level: Float) -> Bool
}

/// A pair of channels.
struct Stereo<Value> {
  var left, right: Value
}

/// Rooms for all channels of a format, a pair of channels each (decision 17).
///
/// Left and right speakers of a kind are a pair with a seed of its own; the rest are mono, heard as two equal
/// channels of which the mean goes out. Without a layout channels pair in order. A low-frequency channel has no room.
///
/// Groups of eight frames, counted from frame 0, are worked out as soon as one of their frames is asked for, and once
/// more when the rest arrive: blocks of any size give the same bytes, without delay.
struct Rooms<Kind: Room>: ~Copyable {
  /// The channels that have a room.
  let channels: [Int]
  private let pairs: [Pair]

  private final class Pair {
    /// The channels; one channel where both are the same.
    let channels: Stereo<Int>
    let room: Kind
    /// Nothing has come in since the room fell silent.
    var sleeps = true
    /// One quantum of each channel.
    let scratch: UnsafeMutablePointer<Float>

    init(_ channels: Stereo<Int>, _ room: Kind) {
      self.channels = channels
      self.room = room
      scratch = .allocate(capacity: 2 * quantum)
      scratch.initialize(repeating: 0, count: 2 * quantum)
    }

    deinit { scratch.deallocate() }
  }

  private var position = 0

  init(format: RenderFormat) {
    let channels = channelPairs(format)
    pairs = channels.indices.map { Pair(channels[$0], Kind(sampleRate: format.sampleRate, seed: UInt64($0))) }
    self.channels = channels.flatMap { $0.left == $0.right ? [$0.left] : [$0.left, $0.right] }
  }

  /// True before the first frame: what is set takes effect at once.
  var isFresh: Bool { position == 0 }

  func forEach(_ body: (Kind) -> Void) {
    for pair in pairs { body(pair.room) }
  }

  mutating func reset() {
    position = 0
    for pair in pairs {
      pair.room.reset()
      pair.sleeps = true
    }
  }

  /// Replaces the wet block by what the rooms make of the dry one; channels without a room are left as they are.
  mutating func process(_ dry: inout AudioBuffer, to wet: inout AudioBuffer) {
    var first = 0
    while first < dry.frameCount {
      let offset = position % quantum
      let count = min(dry.frameCount - first, quantum - offset)
      for pair in pairs { Self.process(pair, &dry, &wet, first, offset..<offset + count) }
      position += count
      first += count
      if position % Self.restInterval == 0 {
        for pair in pairs { Self.rest(pair) }
      }
    }
  }

  private static func process(
    _ pair: Pair, _ dry: inout AudioBuffer, _ wet: inout AudioBuffer, _ first: Int, _ frames: Range<Int>
  ) {
    let input = pair.room.input
    let output = Stereo(left: pair.scratch, right: pair.scratch + quantum)
    (input.left + frames.lowerBound).update(from: dry[pair.channels.left] + first, count: frames.count)
    (input.right + frames.lowerBound).update(from: dry[pair.channels.right] + first, count: frames.count)

    if frames.lowerBound == 0 { pair.room.begin() }
    if pair.sleeps { pair.sleeps = frames.allSatisfy { input.left[$0] == 0 && input.right[$0] == 0 } }
    if pair.sleeps {
      (output.left + frames.lowerBound).update(repeating: 0, count: frames.count)
      (output.right + frames.lowerBound).update(repeating: 0, count: frames.count)
    } else {
      pair.room.process(to: output, frames)
    }
    if frames.upperBound == quantum { pair.room.end() }

    let left = wet[pair.channels.left] + first
    let right = wet[pair.channels.right] + first
    if pair.channels.left == pair.channels.right {
      for i in 0..<frames.count {
        left[i] = 0.5 * (output.left[frames.lowerBound + i] + output.right[frames.lowerBound + i])
      }
    } else {
      left.update(from: output.left + frames.lowerBound, count: frames.count)
      right.update(from: output.right + frames.lowerBound, count: frames.count)
    }
  }

  /// Frames between looks for rooms in which nothing is left to hear.
  private static var restInterval: Int { 1024 }

  /// A room all of which is below 1e-20, -400 dB, is emptied, before denormals slow it down.
  private static func rest(_ pair: Pair) {
    guard !pair.sleeps && pair.room.isBelow(1e-20) else { return }
    pair.room.clear()
    pair.sleeps = true
  }
}

/// Which channels make pairs; a mono channel is paired with itself.
private func channelPairs(_ format: RenderFormat) -> [Stereo<Int>] {
  guard let speakers = format.layout?.speakers, speakers.count == format.channelCount else {
    return stride(from: 0, to: format.channelCount, by: 2).map {
      Stereo(left: $0, right: min($0 + 1, format.channelCount - 1))
    }
  }
  return speakers.indices.compactMap { i in
    let speaker = speakers[i]
    guard speaker != .lowFrequency else { return nil }
    if let partner = speaker.right, let j = speakers.firstIndex(of: partner) { return Stereo(left: i, right: j) }
    let isRight = speakers.contains { $0.right == speaker }
    return isRight ? nil : Stereo(left: i, right: i)
  }
}

extension Speaker {
  /// The right speaker of which this is the left.
  fileprivate var right: Speaker? {
    switch self {
    case .frontLeft: .frontRight
    case .backLeft: .backRight
    case .sideLeft: .sideRight
    case .frontLeftOfCenter: .frontRightOfCenter
    case .topFrontLeft: .topFrontRight
    case .topBackLeft: .topBackRight
    default: nil
    }
  }
}
