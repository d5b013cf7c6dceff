/// Splits two channels into four bands each by a tree of Linkwitz-Riley crossovers of fourth order.
///
///     x ─┬ low(f2) ── all-pass(f3) ─┬ low(f1) ── band 1
///        │                          └ high(f1) ─ band 2
///        └ high(f2) ─ all-pass(f1) ─┬ low(f3) ── band 3
///                                   └ high(f3) ─ band 4
///
/// `low` and `high` are two Butterworth sections each, which sum to an all-pass. The half that a crossover does not
/// split is given that crossover's all-pass, so that the four bands sum to all three all-passes: flat, whatever the
/// frequencies. S. Linkwitz, JAES 24(1), 1976; the phase compensation is old craft (reference/dsp.md U12).
///
/// Lanes: in the first half of the tree [low, high] of the left channel and then of the right; in the second the four
/// bands of one channel. The arithmetic of each is that of `Biquad`.
struct BandSplitter {
  /// The sections of the tree for crossovers in Hz, in any order (decision 8).
  struct Tree: Equatable {
    fileprivate var split, align, part: LaneCoefficients
    /// Frames until the bands have rung out.
    let tail: Int

    init(crossovers: [Double], sampleRate: Double) {
      let f = crossovers.map { max($0, 1) }.sorted()
      let low = f.map { BiquadCoefficients.lowPass(cutoff: $0, resonance: Self.butterworth, sampleRate: sampleRate) }
      let high = f.map { BiquadCoefficients.highPass(cutoff: $0, resonance: Self.butterworth, sampleRate: sampleRate) }
      let all = low.map { BiquadCoefficients(b0: $0.a2, b1: $0.a1, b2: 1, a1: $0.a1, a2: $0.a2) }
      split = LaneCoefficients([low[1], high[1]])
      align = LaneCoefficients([all[2], all[0]])
      part = LaneCoefficients([low[0], high[0], low[2], high[2]])
      tail = 5 * low[0].tail
    }

    /// Q = 1/√2, in dB.
    private static let butterworth = -3.010299956639812

    /// The way to another tree.
    func moved(to end: Tree, by share: Double) -> Tree {
      var tree = self
      tree.split = split.moved(to: end.split, by: share)
      tree.align = align.moved(to: end.align, by: share)
      tree.part = part.moved(to: end.part, by: share)
      return tree
    }
  }

  private var split = TwoSections()
  private var align = OneSection()
  private var left = TwoSections()
  private var right = TwoSections()

  /// Splits frames of two channels: [left, left, right, right] in `first` become the left channel's bands there and the
  /// right channel's in `second`.
  ///
  /// Five passes over few values: all sections in one would neither fit the registers nor let the processor begin the
  /// next frame before it is through with one.
  mutating func process(
    _ first: UnsafeMutablePointer<Doubles>, _ second: UnsafeMutablePointer<Doubles>, count: Int, tree: Tree
  ) {
    split.process(first, count: count, tree.split)
    align.process(first, count: count, tree.align)
    for i in 0..<count {
      second[i] = first[i].highDoubled
      first[i] = first[i].lowDoubled
    }
    left.process(first, count: count, tree.part)
    right.process(second, count: count, tree.part)
  }

  mutating func flush() {
    split.flush()
    align.flush()
    left.flush()
    right.flush()
  }
}

/// A second-order section a lane.
private struct OneSection {
  private var input = Past()
  private var output = Past()

  mutating func process(_ values: UnsafeMutablePointer<Doubles>, count: Int, _ section: LaneCoefficients) {
    var (input, output) = (input, output)
    for i in 0..<count {
      let x = values[i]
      let y = section.next(x, input, output)
      values[i] = y
      input.append(x)
      output.append(y)
    }
    (self.input, self.output) = (input, output)
  }

  mutating func flush() {
    input.flush()
    output.flush()
  }
}

/// The same section twice, one behind the other.
private struct TwoSections {
  private var input = Past()
  private var between = Past()
  private var output = Past()

  mutating func process(_ values: UnsafeMutablePointer<Doubles>, count: Int, _ section: LaneCoefficients) {
    var (input, between, output) = (input, between, output)
    for i in 0..<count {
      let x = values[i]
      let once = section.next(x, input, between)
      let twice = section.next(once, between, output)
      values[i] = twice
      input.append(x)
      between.append(once)
      output.append(twice)
    }
    (self.input, self.between, self.output) = (input, between, output)
  }

  mutating func flush() {
    input.flush()
    between.flush()
    output.flush()
  }
}

/// The last two values at a place, the latest first.
private struct Past {
  var first = Doubles.zero
  var second = Doubles.zero

  @inline(__always)
  mutating func append(_ x: Doubles) {
    second = first
    first = x
  }

  mutating func flush() {
    first.flush()
    second.flush()
  }
}

/// The coefficients of a second-order section a lane.
private struct LaneCoefficients: Equatable {
  private var b0 = Doubles.zero
  private var b1 = Doubles.zero
  private var b2 = Doubles.zero
  private var a1 = Doubles.zero
  private var a2 = Doubles.zero

  /// The sections in turn, over and over.
  init(_ sections: [BiquadCoefficients]) {
    for lane in 0..<Doubles.scalarCount {
      let section = sections[lane % sections.count]
      b0[lane] = section.b0
      b1[lane] = section.b1
      b2[lane] = section.b2
      a1[lane] = section.a1
      a2[lane] = section.a2
    }
  }

  /// The sections' outputs for an input. Left to right, each product rounded, as in `Biquad`.
  @inline(__always)
  func next(_ x: Doubles, _ inputs: Past, _ outputs: Past) -> Doubles {
    var y = b0 * x
    y += b1 * inputs.first
    y += b2 * inputs.second
    y -= a1 * outputs.first
    y -= a2 * outputs.second
    return y
  }

  func moved(to end: Self, by share: Double) -> Self {
    let share = Doubles(repeating: share)
    var c = self
    c.b0 += (end.b0 - b0) * share
    c.b1 += (end.b1 - b1) * share
    c.b2 += (end.b2 - b2) * share
    c.a1 += (end.a1 - a1) * share
    c.a2 += (end.a2 - a2) * share
    return c
  }
}
