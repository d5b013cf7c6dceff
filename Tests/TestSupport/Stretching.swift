public import DSPCore
public import ParamSpec

/// Sends samples, channels × frames, through a unit of the registry with values by number, and gives all frames that
/// the unit makes of them.
public func render(
  _ name: String, _ values: [AudioUnitParameterID: Float], _ signal: [[Float]], sampleRate: Double = 44_100,
  quality: Quality = .normal, blockSize: Int = 1024, extra: Int = 0
) throws -> [[Float]] {
  guard let description = unit(name) else { throw UnitError.unsupported("no unit named \(name)") }
  var store = ParameterStore(description.spec, sampleRate: sampleRate)
  for (id, value) in values { store[id] = value }
  let source = SignalNode(signal, sampleRate: sampleRate, maximumFrames: blockSize, quality: quality)
  let node = try description.node(Known(source, end: signal[0].count), store)
  return try render(node, frames: (node.end ?? 0) + extra, blockSize: blockSize)
}

/// A stream whose end is known from the start.
private final class Known: Node {
  private let input: Node
  private let frames: Int

  init(_ input: Node, end: Int) {
    self.input = input
    frames = end
    super.init(format: input.format)
  }

  override func render(_ block: inout AudioBuffer) throws { try input.render(&block) }
  override var end: Int? { frames }
}

/// The middle of a signal, without a number of frames at either end.
public func middle(_ signal: [Float], trimming edge: Int) -> [Float] {
  Array(signal.dropFirst(edge).dropLast(edge))
}

/// The energy-weighted mean position of a signal, in frames.
public func centroid(_ signal: [Float]) -> Double {
  var (energy, moment) = (0.0, 0.0)
  for (i, x) in signal.enumerated() {
    energy += Double(x) * Double(x)
    moment += Double(i) * Double(x) * Double(x)
  }
  return moment / energy
}
