import Glibc
public import ParamSpec

/// AUMultibandCompressor: four bands, each with the curve of AUDynamicsProcessor and a gain. All channels share the
/// gains.
///
///     x ─ pre-gain ─ crossovers ─┬ band 1: detector ─ curve × EQ ┬ + ─ post-gain ─→
///                                ├ band 2 …                      │
///                                ├ band 3 …                      │
///                                └ band 4 …                      ┘
///
/// What crossovers Apple's unit has is not known; these are Linkwitz-Riley's, minimum-phase and without latency, whose
/// sum is flat (reference/dsp.md U12). Even with no compression the phase is theirs. Detector and meters are those of
/// AUDynamicsProcessor here; a band's output level is read behind EQ and post-gain.
///
/// A change of curve or gain fades in over one quantum, and crossovers move over one.
public struct MultibandCompressorUnit: Effect, ~Copyable {
  private let sampleRate: Double
  private let channelCount: Int
  private static let bandCount = 4

  private var attack = 0.0
  private var release = 0.0
  private var targetTree: BandSplitter.Tree

  private var preGain = QuantumRamp(1)
  private var tree: BandSplitter.Tree
  /// Where the quantum in hand moves to; nil while the crossovers stand still.
  private var treeEnd: BandSplitter.Tree?
  private var curve = MovingCurve(bands: bandCount)
  private var detector = LevelDetector()
  /// One for each two channels.
  private var splitters: [BandSplitter]
  /// Input and the two joints of the tree, for each two channels.
  private var joints: History<Doubles>
  private var inputs, outputs: [PeakMeter]
  private var position = 0

  /// A quantum of bands of the first channel of each pair, and of the second.
  private let left, right: UnsafeMutablePointer<Doubles>
  /// A quantum of levels, then of gains, frames × bands.
  private let gains: UnsafeMutablePointer<Float>

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    let pairs = (channelCount + 1) / 2
    tree = BandSplitter.Tree(crossovers: [120, 700, 3000], sampleRate: sampleRate)
    targetTree = tree
    splitters = Array(repeating: BandSplitter(), count: pairs)
    joints = History(channelCount: 3 * pairs, past: 2, block: quantum, silence: .zero)
    inputs = Array(repeating: PeakMeter(sampleRate: sampleRate), count: Self.bandCount)
    outputs = inputs
    left = .allocate(capacity: pairs * quantum)
    right = .allocate(capacity: pairs * quantum)
    gains = .allocate(capacity: Self.bandCount * quantum)
    left.initialize(repeating: .zero, count: pairs * quantum)
    right.initialize(repeating: .zero, count: pairs * quantum)
    gains.initialize(repeating: 0, count: Self.bandCount * quantum)
  }

  deinit {
    left.deallocate()
    right.deallocate()
    gains.deallocate()
  }

  public mutating func update(_ values: ParameterValues<MultibandCompressor>) {
    attack = Double(values.attackTime) * sampleRate
    release = Double(values.releaseTime) * sampleRate
    preGain.target = Float(amplitude(decibels: Double(min(max(values.pregain, -200), 200))))
    targetTree = BandSplitter.Tree(
      crossovers: [values.crossover1, values.crossover2, values.crossover3].map { Double($0) }, sampleRate: sampleRate)
    let bands = [
      (values.threshold1, values.headroom1, values.eq1), (values.threshold2, values.headroom2, values.eq2),
      (values.threshold3, values.headroom3, values.eq3), (values.threshold4, values.headroom4, values.eq4),
    ]
    curve.target = DynamicsCurve(
      bands.map { DynamicsCurve.Settings(threshold: $0, headroom: $1, makeUp: $2 + values.postgain) })
    if position == 0 { snap() }
  }

  private mutating func snap() {
    preGain.snap()
    curve.snap()
    tree = targetTree
    treeEnd = nil
  }

  public mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { beginQuantum() }
      let count = min(block.frameCount - first, quantum - offset)
      joints.advance(count)
      for pair in splitters.indices { split(pair, &block, first, count, offset) }
      detect(count)
      curve.apply(gains, frames: count, offset: offset)
      for pair in splitters.indices { join(pair, &block, first, count) }
      position += count
      first += count
    }
  }

  private mutating func beginQuantum() {
    preGain.advance()
    curve.advance()
    if let treeEnd { tree = treeEnd }
    treeEnd = tree == targetTree ? nil : targetTree
    detector.set(attack: attack, release: release)
    detector.flush()
    for pair in splitters.indices { splitters[pair].flush() }
    for band in 0..<Self.bandCount {
      inputs[band].advance()
      outputs[band].advance()
    }
  }

  /// The channels of a pair; an odd last channel is its own partner.
  private func channels(_ pair: Int) -> (Int, Int) {
    (2 * pair, min(2 * pair + 1, channelCount - 1))
  }

  private mutating func split(_ pair: Int, _ block: inout AudioBuffer, _ first: Int, _ count: Int, _ offset: Int) {
    let (l, r) = channels(pair)
    let (x0, x1) = (block[l] + first, block[r] + first)
    let input = joints[3 * pair]
    let inner = (joints[3 * pair + 1], joints[3 * pair + 2])
    let output = (left + pair * quantum, right + pair * quantum)
    for i in 0..<count {
      let gain = preGain[offset + i]
      let (a, b) = (Double(x0[i] * gain), Double(x1[i] * gain))
      input[i] = Doubles(a, a, b, b)
    }
    guard let treeEnd else {
      return splitters[pair].process(input, joints: inner, to: output, count: count, tree: tree)
    }
    for i in 0..<count {
      let moved = tree.moved(to: treeEnd, by: Double(offset + i + 1) / Double(quantum))
      splitters[pair].process(
        input + i, joints: (inner.0 + i, inner.1 + i), to: (output.0 + i, output.1 + i), count: 1, tree: moved)
    }
  }

  /// The level of each band at each frame.
  private mutating func detect(_ count: Int) {
    var detector = detector
    var loudest = Doubles.zero
    for i in 0..<count {
      var magnitude = Doubles.zero
      for pair in splitters.indices {
        magnitude.raise(to: left[pair * quantum + i].magnitude)
        magnitude.raise(to: right[pair * quantum + i].magnitude)
      }
      loudest.raise(to: magnitude)
      UnsafeMutableRawPointer(gains + Self.bandCount * i).storeBytes(
        of: detector.next(magnitude).narrowed, as: SIMD4<Float>.self)
    }
    self.detector = detector
    for band in 0..<Self.bandCount { inputs[band].hear(Float(loudest[band])) }
  }

  private mutating func join(_ pair: Int, _ block: inout AudioBuffer, _ first: Int, _ count: Int) {
    let (l, r) = channels(pair)
    let (y0, y1) = (block[l] + first, block[r] + first)
    let (left, right) = (left + pair * quantum, right + pair * quantum)
    var loudest = Doubles.zero
    for i in 0..<count {
      let gain = Doubles(widening: UnsafeRawPointer(gains + Self.bandCount * i).loadUnaligned(as: SIMD4<Float>.self))
      let (a, b) = (left[i] * gain, right[i] * gain)
      loudest.raise(to: a.magnitude)
      loudest.raise(to: b.magnitude)
      let sums = a.sum(and: b)
      y0[i] = Float(sums[0])
      y1[i] = Float(sums[1])
    }
    for band in 0..<Self.bandCount { outputs[band].hear(Float(loudest[band])) }
  }

  public mutating func reset() {
    snap()
    detector.reset()
    for pair in splitters.indices { splitters[pair] = BandSplitter() }
    joints.reset(.zero)
    for band in 0..<Self.bandCount {
      inputs[band].reset()
      outputs[band].reset()
    }
    position = 0
  }

  public var tail: Int { targetTree.tail }

  public func meter(_ row: Parameter, index: Int) -> Float {
    // 1000, 2000 … 12,000: four bands of each of three meters.
    let number = Int(row.id) / 1000 - 1
    let band = number % Self.bandCount
    return switch number / Self.bandCount {
    case 0: compressionAmount(curve.compression(detector.level[band], band: band))
    case 1: inputs[band].reading
    default: outputs[band].reading
    }
  }
}
