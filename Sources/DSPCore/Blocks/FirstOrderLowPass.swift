import Glibc
import ParamSpec

/// A first-order low-pass on every channel, bilinear: -3.01 dB at the cutoff, exactly 1 at 0 Hz.
///
///     y[n] = b (x[n] + x[n-1]) + p y[n-1],   written out over four frames:
///     y[n] = c0 x[n] + … + c4 x[n-4] + p⁴ y[n-4]
///
/// so that four frames are worked out side by side, and any run of frames gives the same bits. Double throughout.
struct FirstOrderLowPass: ~Copyable {
  /// The filter b0 x[n] + b1 x[n-1] + p y[n-1].
  struct Coefficients: Equatable {
    var b0 = 1.0
    var b1 = 0.0
    var pole = 0.0

    /// Passes its input bit for bit.
    static let identity = Coefficients()

    /// For a cutoff in Hz; the identity from the highest effective frequency on (reference/dsp.md U17).
    init(cutoff: Double, sampleRate: Double) {
      guard cutoff < Double(Float(highestFrequency * sampleRate)) else { return }
      let t = tan(.pi * max(cutoff, 1e-3) / sampleRate)
      b0 = t / (1 + t)
      b1 = b0
      pole = (1 - t) / (1 + t)
    }

    private init() {}

    /// On the way to another filter: the width of the pass-band, 1 - p, grows by equal ratios, and the gain at 0 Hz
    /// stays 1.
    fileprivate func moved(to end: Self, by share: Double) -> Self {
      let width = (1 - pole) * pow((1 - end.pole) / (1 - pole), share)
      let balance = b1 / b0 + (end.b1 / end.b0 - b1 / b0) * share
      var c = self
      c.pole = 1 - width
      c.b0 = width / (1 + balance)
      c.b1 = c.b0 * balance
      return c
    }
  }

  var target = Coefficients.identity
  private var start = Coefficients.identity
  private var end = Coefficients.identity

  /// The last four inputs and then the last four outputs of each channel.
  private let state: UnsafeMutablePointer<Double>
  private let channelCount: Int

  /// Four frames from before and those of a quantum, with room for a group of four.
  private let x: UnsafeMutablePointer<Double>
  private let y: UnsafeMutablePointer<Double>

  /// Frames between steps of coefficients that move.
  private static let step = 4

  init(channelCount: Int) {
    self.channelCount = channelCount
    state = .zeros(8 * channelCount)
    x = .zeros(quantum + 8)
    y = .zeros(quantum + 8)
  }

  deinit {
    state.deallocate()
    x.deallocate()
    y.deallocate()
  }

  /// Stands at the target at once.
  mutating func snap() {
    start = target
    end = target
  }

  /// Begins the next quantum, over which coefficients move to the target.
  mutating func advance() {
    start = end
    end = target
    // Below 1e-30 nothing is left (reference/dsp.md 1.6).
    for i in 0..<8 * channelCount where abs(state[i]) < 1e-30 { state[i] = 0 }
  }

  func clear() {
    state.update(repeating: 0, count: 8 * channelCount)
  }

  /// Filters frames of the quantum in hand in place; `samples` stands for its first.
  func process(_ channel: Int, _ samples: UnsafeMutablePointer<Float>, _ frames: Range<Int>) {
    if start == end {
      run(channel, samples + frames.lowerBound, frames.count, start)
    } else {
      move(channel, samples, frames)
    }
  }

  /// Frame by frame, for what the four frames side by side hold true for is a filter that stands still. The last
  /// step of the quantum has its coefficients, so that they can take over.
  private func move(_ channel: Int, _ samples: UnsafeMutablePointer<Float>, _ frames: Range<Int>) {
    let state = state + 8 * channel
    var c = start
    for i in frames {
      if i % Self.step == 0 || i == frames.lowerBound {
        c = start.moved(to: end, by: Double((i / Self.step + 1) * Self.step) / Double(quantum))
      }
      let x = Double(samples[i])
      let y = c.b0 * x + c.b1 * state[3] + c.pole * state[7]
      for k in 0..<7 { state[k] = state[k + 1] }
      state[3] = x
      state[7] = y
      samples[i] = Float(y)
    }
  }

  @inline(__always)
  private func run(_ channel: Int, _ samples: UnsafeMutablePointer<Float>, _ count: Int, _ c: Coefficients) {
    let state = state + 8 * channel
    x.update(from: state, count: 4)
    for i in 0..<count { x[4 + i] = Double(samples[i]) }
    let ahead = c.b1 + c.pole * c.b0
    let c0 = c.b0
    let c1 = ahead
    let c2 = c.pole * ahead
    let c3 = c.pole * c2
    let c4 = c.pole * c.pole * c.pole * c.b1
    let p4 = (c.pole * c.pole) * (c.pole * c.pole)
    var last = (state + 4).four
    for i in stride(from: 4, to: 4 + count, by: 4) {
      var sum = (x + i).four * c0
      sum += (x + i - 1).four * c1
      sum += (x + i - 2).four * c2
      sum += (x + i - 3).four * c3
      sum += (x + i - 4).four * c4
      sum += last * p4
      last = sum
      (y + i).four = sum
    }
    for i in 0..<count { samples[i] = Float(y[4 + i]) }
    y.update(from: state + 4, count: 4)
    state.update(from: x + count, count: 4)
    (state + 4).update(from: y + count, count: 4)
  }

  /// Frames until the response has fallen by 120 dB.
  var tail: Int {
    target.pole == 0 ? 0 : Int((13.8155 / -log(abs(target.pole))).rounded(.up))
  }
}

extension UnsafeMutablePointer<Double> {
  fileprivate static func zeros(_ count: Int) -> Self {
    let memory = Self.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }

  /// The four numbers from here on; any alignment.
  fileprivate var four: SIMD4<Double> {
    @inline(__always) get { UnsafeRawPointer(self).loadUnaligned(as: SIMD4<Double>.self) }
    @inline(__always) nonmutating set { UnsafeMutableRawPointer(self).storeBytes(of: newValue, as: SIMD4<Double>.self) }
  }
}
