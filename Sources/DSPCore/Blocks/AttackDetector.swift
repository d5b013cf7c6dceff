import CLanes

/// Finds attacks in a stream: places where the spectrum grows at once, in one of three bands.
///
/// Growth is the half-wave rectified difference of the square roots of magnitudes from one short frame to the next, as
/// a share of their sum: it knows no level. An attack is a peak of it above a floor and above half as much again as
/// the median of the last frames (reference/dsp.md U14). Where exactly is then read off the samples.
struct AttackDetector: ~Copyable {
  private let channelCount: Int
  private let size: Int
  private let hop: Int
  private let fft: RealFFT
  private let window: UnsafeMutablePointer<Float>
  /// The first bin of each band and the end of the last.
  private let borders: [Int]

  /// The first input frame of the next short frame.
  private var next: Int
  /// Square roots of the last frame's magnitudes.
  private let roots: UnsafeMutablePointer<Float>
  /// Growth in each band in the last frames, a ring each.
  private var growth: [[Float]]
  private var count = 0
  private var last = -Int.max / 2

  private let bins: Bins
  private let energy: UnsafeMutablePointer<Float>
  private var sorted: [Float]

  /// Frames whose growth is remembered.
  private static let memory = 16
  /// The least growth of an attack; white noise stays below 0.2.
  private static let floor: Float = 0.25

  /// For frames of a vocoder's size.
  init(channelCount: Int, vocoderSize: Int, sampleRate: Double) {
    self.channelCount = channelCount
    size = max(32, vocoderSize / 4)
    hop = size / 2
    fft = RealFFT(size: size)
    window = .aligned(size)
    window.fillHann(size)
    let size = size
    borders = [0, 800, 4000, sampleRate / 2].map { min(size / 2, Int($0 * Double(size) / sampleRate) / 8 * 8) }
    roots = .aligned(size / 2 + 16)
    energy = .aligned(size / 2 + 16)
    growth = Array(repeating: Array(repeating: 0, count: Self.memory), count: 3)
    sorted = Array(repeating: 0, count: Self.memory)
    bins = Bins(size: size)
    next = hop - size
  }

  deinit {
    window.deallocate()
    roots.deallocate()
    energy.deallocate()
    bins.deallocate()
  }

  /// The frame behind the last of the next short frame.
  var needs: Int { next + size }

  /// The first frame that it still looks at.
  var oldest: Int { next - 2 * hop }

  /// Forgets all and goes on from an input frame.
  mutating func start(at frame: Int) {
    next = frame + hop - size
    count = 0
    last = -Int.max / 2
    roots.update(repeating: 0, count: size / 2)
    for band in growth.indices {
      for i in 0..<Self.memory { growth[band][i] = 0 }
    }
  }

  /// Looks at the next short frame. Gives an attack's input frame, about a short frame behind it.
  mutating func advance(input: borrowing SlidingWindow) -> Int? {
    measure(input)
    next += hop
    count += 1
    // A peak shows a frame later.
    let isPeak = growth.indices.contains { band in
      let (before, peak, after) = (level(band, 3), level(band, 2), level(band, 1))
      return peak > Self.floor && peak > before && peak >= after && peak > 1.5 * median(band)
    }
    guard isPeak else { return nil }
    let attack = locate(next - 2 * hop + size / 4, next - 2 * hop + size, input)
    guard attack - last >= size else { return nil }
    last = attack
    return attack
  }

  /// Growth of a band so many frames ago.
  private func level(_ band: Int, _ age: Int) -> Float {
    growth[band][(count - age + Self.memory) % Self.memory]
  }

  private mutating func median(_ band: Int) -> Float {
    for i in 0..<Self.memory {
      let value = growth[band][i]
      var k = i
      while k > 0 && sorted[k - 1] > value {
        sorted[k] = sorted[k - 1]
        k -= 1
      }
      sorted[k] = value
    }
    return sorted[Self.memory / 2]
  }

  /// Takes the next short frame's magnitudes and their growth.
  private mutating func measure(_ input: borrowing SlidingWindow) {
    energy.update(repeating: 0, count: size / 2)
    for channel in 0..<channelCount {
      fft.forward(input[channel, next], window: window, bins)
      for k in stride(from: 0, to: size / 2, by: 8) {
        var total = (energy + k).lanes
        total += (bins.re + k).lanes * (bins.re + k).lanes
        total += (bins.im + k).lanes * (bins.im + k).lanes
        (energy + k).lanes = total
      }
    }
    for band in growth.indices {
      var grown = Lanes.zero
      var whole = Lanes.zero
      for k in stride(from: borders[band], to: borders[band + 1], by: 8) {
        let root = clanes_square_root(clanes_square_root((energy + k).lanes))
        grown += clanes_positive(root - (roots + k).lanes)
        whole += root
        (roots + k).lanes = root
      }
      let sum = whole.sum()
      growth[band][count % Self.memory] = sum > 1e-3 ? grown.sum() / sum : 0
    }
  }

  /// Where in a run of input frames the energy of the slope rises most, from one short run to the next.
  private func locate(_ first: Int, _ end: Int, _ input: borrowing SlidingWindow) -> Int {
    let run = max(2, size / 16)
    func slope(_ frame: Int) -> Double {
      (0..<channelCount).reduce(0) { sum, channel in
        let x = input[channel, frame]
        let step = Double(x[0]) - Double(x[-1])
        return sum + step * step
      }
    }
    var behind = 0.0
    var ahead = 0.0
    for k in 0..<run {
      behind += slope(first - run + k)
      ahead += slope(first + k)
    }
    var best = (score: -1.0, frame: first)
    var loudest = 1e-20
    for frame in first..<end {
      loudest = max(loudest, ahead)
      let score = ahead / (behind + 0.05 * loudest)
      // The last of equals: what rises is then the very first of what is ahead.
      if score >= best.score { best = (score, frame) }
      let here = slope(frame)
      ahead += slope(frame + run) - here
      behind = max(0, behind + here - slope(frame - run))
    }
    return best.frame
  }
}
