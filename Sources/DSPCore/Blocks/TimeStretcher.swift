/// Makes an endless stream longer or shorter and leaves its pitch alone: a phase vocoder whose place in the input
/// follows a time map that lets attacks pass unstretched.
///
///     input ─┬─ attack detector ─ time map ─┐
///            └────────────────────────── vocoder ─ output
///
/// Looks ahead in its own input, so output frame 0 is input frame 0. It copies, bit for bit, until a stretch other
/// than 1 is asked for.
struct TimeStretcher: ~Copyable {
  /// What to do; output frames an input frame, and how.
  struct Settings: Equatable {
    var stretch = 1.0
    var overlap = 8.0
    var locksPeaks = true
    var keepsAttacks = true
  }

  private let channelCount: Int
  private let size: Int

  private var settings = Settings()

  private var window: SlidingWindow
  private var vocoder: PhaseVocoder
  private var detector: AttackDetector
  private var map: TimeMap
  private var isCopying = true
  /// The output frame that comes next.
  private var position = 0
  /// Where the vocoder's next frame goes.
  private var nextCenter = 0
  private var lastInput = 0
  /// A hop of output that ends at `readyEnd`.
  private var ready: AudioBuffer
  private var readyEnd = 0

  /// Input is pulled `chunk` frames at once.
  init(channelCount: Int, sampleRate: Double, chunk: Int) {
    self.channelCount = channelCount
    size = PhaseVocoder.size(sampleRate: sampleRate)
    vocoder = PhaseVocoder(channelCount: channelCount, size: size)
    detector = AttackDetector(channelCount: channelCount, vocoderSize: size, sampleRate: sampleRate)
    map = TimeMap(reach: 7 * size / 20, horizon: size)
    window = SlidingWindow(channelCount: channelCount, span: 6 * size, history: 2 * size, chunk: chunk)
    ready = AudioBuffer(channelCount: channelCount, frameCapacity: size)
  }

  /// Frames that are pulled ahead of the vocoder's place in the input, at most.
  static func lookAhead(sampleRate: Double) -> Int { 5 * PhaseVocoder.size(sampleRate: sampleRate) }

  /// Takes new settings, from the vocoder's next frame on; the overlap counts from the first stretched frame on.
  mutating func set(_ new: Settings) {
    guard new != settings else { return }
    let old = settings
    settings = new
    if isCopying {
      if new.stretch != 1 { begin() }
    } else {
      if new.stretch != old.stretch { map.start(at: nextCenter, input: lastInput + vocoder.hop, stretch: new.stretch) }
      if tracksAttacks && !(old.keepsAttacks && Self.canTrack(old.stretch)) { detector.start(at: window.end) }
    }
  }

  mutating func reset() {
    window.reset()
    position = 0
    isCopying = true
    if settings.stretch != 1 { begin() }
  }

  mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows {
    var first = 0
    while first < block.frameCount {
      let count: Int
      if isCopying {
        count = min(block.frameCount - first, size)
        try window.extend(to: position + count, from: position - 2 * size, pull: pull)
        for channel in 0..<channelCount {
          (block[channel] + first).update(from: window[channel, position], count: count)
        }
      } else {
        while readyEnd <= position { try advance(pull: pull) }
        count = min(block.frameCount - first, readyEnd - position)
        for channel in 0..<channelCount {
          (block[channel] + first).update(
            from: ready[channel] + (vocoder.hop - (readyEnd - position)), count: count)
        }
      }
      first += count
      position += count
    }
  }

  /// Starts to stretch at the frame that comes next. What was copied before it was not stretched.
  private mutating func begin() {
    isCopying = false
    vocoder.set(overlap: settings.overlap)
    vocoder.reset()
    map.clear()
    map.start(at: position, input: position, stretch: settings.stretch)
    detector.start(at: position)
    let hop = vocoder.hop
    nextCenter = position - (size / 2 + hop - 1) / hop * hop
    lastInput = nextCenter
    readyEnd = position
  }

  private mutating func advance(pull: (inout AudioBuffer) throws -> Void) rethrows {
    try look(from: lastInput, pull: pull)
    let place = map.place(of: nextCenter)
    lastInput = place.input
    try look(from: lastInput, pull: pull)
    vocoder.advance(
      to: place.input, isLocked: settings.locksPeaks, attack: place.attack, input: window, &ready)
    readyEnd = nextCenter - size / 2 + vocoder.hop
    nextCenter += vocoder.hop
  }

  /// Pulls what the vocoder needs around an input frame, and looks for attacks ahead of it.
  private mutating func look(from frame: Int, pull: (inout AudioBuffer) throws -> Void) rethrows {
    let oldest = frame - 2 * size
    while tracksAttacks && detector.needs <= frame + 5 * size / 2 {
      try window.extend(to: detector.needs, from: min(oldest, detector.oldest), pull: pull)
      if let attack = detector.advance(input: window) { map.add(attack: attack) }
    }
    try window.extend(to: frame + size, from: oldest, pull: pull)
  }

  private var tracksAttacks: Bool { settings.keepsAttacks && Self.canTrack(settings.stretch) }

  /// Attacks in input that is played much too fast have no room.
  private static func canTrack(_ stretch: Double) -> Bool { stretch > 0.2 && stretch != 1 }
}
