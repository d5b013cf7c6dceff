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
/// bands of one channel. The arithmetic of each is that of `BiquadCascade`.
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

  private var once = Past()
  private var halves = Past()
  private var aligned = Past()
  private var onceLeft = Past()
  private var onceRight = Past()
  private var left = Past()
  private var right = Past()

  /// Splits frames of two channels. `input` holds [left, left, right, right]; it and the two joints in the middle of
  /// the tree have two frames of the past before them, which saves the registers that state would take.
  ///
  /// Two passes: the way through all five sections is too long for the processor to begin the next frame meanwhile.
  mutating func process(
    _ input: UnsafeMutablePointer<Doubles>, joints: (UnsafeMutablePointer<Doubles>, UnsafeMutablePointer<Doubles>),
    to output: (UnsafeMutablePointer<Doubles>, UnsafeMutablePointer<Doubles>), count: Int, tree: Tree
  ) {
    halve(input, to: joints, count, tree)
    part(joints, to: output, count, tree.part)
  }

  private mutating func halve(
    _ input: UnsafeMutablePointer<Doubles>, to output: (UnsafeMutablePointer<Doubles>, UnsafeMutablePointer<Doubles>),
    _ count: Int, _ tree: Tree
  ) {
    let (split, align) = (tree.split, tree.align)
    var (once, halves, aligned) = (once, halves, aligned)
    for i in 0..<count {
      let first = split.next(input[i], Past(first: input[i - 1], second: input[i - 2]), once)
      let second = split.next(first, once, halves)
      let third = align.next(second, halves, aligned)
      output.0[i] = third.lowDoubled
      output.1[i] = third.highDoubled
      once.append(first)
      halves.append(second)
      aligned.append(third)
    }
    (self.once, self.halves, self.aligned) = (once, halves, aligned)
  }

  private mutating func part(
    _ input: (UnsafeMutablePointer<Doubles>, UnsafeMutablePointer<Doubles>),
    to output: (UnsafeMutablePointer<Doubles>, UnsafeMutablePointer<Doubles>), _ count: Int, _ section: LaneCoefficients
  ) {
    var (onceLeft, onceRight, left, right) = (onceLeft, onceRight, left, right)
    for i in 0..<count {
      let first = section.next(input.0[i], Past(first: input.0[i - 1], second: input.0[i - 2]), onceLeft)
      let second = section.next(input.1[i], Past(first: input.1[i - 1], second: input.1[i - 2]), onceRight)
      let third = section.next(first, onceLeft, left)
      let fourth = section.next(second, onceRight, right)
      output.0[i] = third
      output.1[i] = fourth
      onceLeft.append(first)
      onceRight.append(second)
      left.append(third)
      right.append(fourth)
    }
    (self.onceLeft, self.onceRight, self.left, self.right) = (onceLeft, onceRight, left, right)
  }

  mutating func flush() {
    once.flush()
    halves.flush()
    aligned.flush()
    onceLeft.flush()
    onceRight.flush()
    left.flush()
    right.flush()
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

  /// The sections' outputs for an input. Left to right, each product rounded, as in `BiquadCascade`.
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
