import ParamSpec

/// A point of the render graph: an endless stream of frames, silence behind the last.
///
/// The graph is a tree that is pulled from its root, as Audio Units are; a node is used from one thread at a time.
open class Node {
  /// What the node delivers.
  public final let format: RenderFormat

  public init(format: RenderFormat) {
    self.format = format
  }

  /// Fills all frames in use of the block, channels × frames, with the next frames of the stream.
  open func render(_ block: inout AudioBuffer) throws {
    block.clear()
  }

  /// The frame of this stream at which the sound file behind it has ended; nil until that is known.
  /// It is known once the stream has been rendered beyond it.
  open var end: Int? { 0 }

  /// The frames of this stream that a sound file of so many frames comes to.
  open func outputLength(_ inputLength: Int) -> Int { inputLength }

  /// Frames by which the sound goes on after `end`; `.max` where it never stops.
  open var tail: Int { 0 }

  /// Frames by which this node's unit lags, which the node has already taken out of its stream.
  open var latency: Int { 0 }

  /// The most silent frames that can lie between two sounds of the tail.
  open var longestGap: Int { 0 }

  /// Meters of this node and of those behind it, nearest the source first.
  open var meters: [MeterLog] { [] }

  /// Has the meters of this node and of those behind it keep a row every 10 ms. Before the first `render`.
  open func keepMeterRows() {}
}

/// One effect in the graph. Takes the unit's latency out, so that every stream of a graph is in time.
final class EffectNode<Unit: Effect & ~Copyable>: Node {
  private let input: Node
  private let name: String
  private var unit: Unit
  private var log: MeterLog?
  private var isPrimed = false

  init(_ input: Node, _ values: ParameterStore) throws {
    self.input = input
    name = values.spec.name
    unit = try Unit(format: input.format)
    unit.update(ParameterValues(values))
    let rows = values.spec.parameters.filter { $0.access == .readOnly }
    log = rows.isEmpty ? nil : MeterLog(unit: values.spec.name, rows: rows, sampleRate: input.format.sampleRate)
    super.init(format: input.format)
  }

  /// Takes new values from the next block on. Anything that would click moves over one quantum.
  func update(_ values: ParameterStore) {
    unit.update(ParameterValues(values))
  }

  override func render(_ block: inout AudioBuffer) throws {
    if !isPrimed { try dropLatency() }
    try input.render(&block)
    process(&block)
    guard block.isFinite else { throw NodeError.notFinite(unit: name) }
  }

  /// Runs the unit, and reads its meters on their grid up to the end of the sound file.
  private func process(_ block: inout AudioBuffer) {
    guard log != nil else { return unit.process(&block) }
    var first = 0
    while first < block.frameCount {
      let count = min(block.frameCount - first, log!.framesToNextRow)
      block.withFrames(first..<first + count) { unit.process(&$0) }
      log!.advance(count, until: input.end) { unit.meter($0, index: $1) }
      first += count
    }
  }

  private func dropLatency() throws {
    isPrimed = true
    var lag = unit.latency
    var scratch = AudioBuffer(channelCount: format.channelCount, frameCapacity: format.maximumFrames)
    while lag > 0 {
      scratch.resize(to: min(lag, scratch.frameCapacity))
      lag -= scratch.frameCount
      try input.render(&scratch)
      process(&scratch)
    }
  }

  override var end: Int? { input.end }
  override func outputLength(_ inputLength: Int) -> Int { input.outputLength(inputLength) }
  override var tail: Int { sum(input.tail, unit.tail) }
  override var latency: Int { unit.latency }
  override var longestGap: Int { input.longestGap + min(unit.tail, format.longestHold) }
  override var meters: [MeterLog] { input.meters + (log.map { [$0] } ?? []) }
  override func keepMeterRows() {
    log?.keepsRows = true
    input.keepMeterRows()
  }
}

/// A unit that changes the number of frames.
final class RateNode<Unit: RateChanger & ~Copyable>: Node {
  private let input: Node
  private var unit: Unit

  init(_ input: Node, _ values: ParameterStore) throws {
    self.input = input
    unit = try Unit(format: input.format)
    unit.update(ParameterValues(values))
    super.init(format: input.format)
  }

  override func render(_ block: inout AudioBuffer) throws {
    try unit.render(into: &block) { try input.render(&$0) }
  }

  override var end: Int? { input.end.map { unit.outputLength($0) } }
  override func outputLength(_ inputLength: Int) -> Int { unit.outputLength(input.outputLength(inputLength)) }
  override var tail: Int {
    input.tail == .max ? .max : sum(unit.outputLength(input.tail), unit.tail)
  }
  override var longestGap: Int { unit.outputLength(input.longestGap) + unit.tail }
  override var meters: [MeterLog] { input.meters }
  override func keepMeterRows() { input.keepMeterRows() }
}

/// Why a node cannot go on.
public enum NodeError: Error, Equatable {
  /// A unit has given NaN or infinity, which is a fault of the unit's.
  case notFinite(unit: String)
}

extension RenderFormat {
  /// Frames for which a unit can hold a sound back: two seconds, as AUDelay can, and a little.
  var longestHold: Int { Int(2.1 * sampleRate) }
}

/// A sum of lengths either of which may be endless.
func sum(_ a: Int, _ b: Int) -> Int {
  let (total, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : total
}
