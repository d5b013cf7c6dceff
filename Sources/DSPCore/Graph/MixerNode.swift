import ParamSpec

/// Several streams summed by a mixer, one for each of its buses. Takes the mixer's latency out.
final class MixerNode<Unit: Mixer & ~Copyable>: Node {
  private let inputs: [Node]
  private var unit: Unit
  private var scratch: AudioBuffer
  private var isPrimed = false
  private var metering: MixerMeters?
  private let spec: UnitSpec

  init(_ inputs: [Node], output: RenderFormat, _ values: ParameterStore) throws {
    precondition(!inputs.isEmpty, "a mixer without inputs has nothing to render")
    let values = ParameterValues<Unit.Parameters>(values)
    self.inputs = try inputs.enumerated().map { try Unit.source($1, bus: $0, values) }
    spec = values.store.spec
    unit = try Unit(inputs: inputs.map(\.format), output: output)
    unit.update(values)
    let widest = inputs.reduce(1) { max($0, $1.format.channelCount) }
    scratch = AudioBuffer(channelCount: widest, frameCapacity: output.maximumFrames)
    super.init(format: output)
  }

  override func render(_ block: inout AudioBuffer) throws {
    if !isPrimed { try dropLatency() }
    try mix(&block)
    guard block.isFinite else { throw NodeError.notFinite(unit: spec.name) }
  }

  /// Mixes, in pieces that end where meters are read.
  private func mix(_ block: inout AudioBuffer) throws {
    guard metering != nil else { return try mixPiece(&block) }
    var first = 0
    while first < block.frameCount {
      let count = min(block.frameCount - first, metering!.framesToNextRow)
      try block.withFrames(first..<first + count) { try mixPiece(&$0) }
      metering!.advance(count, until: end) { unit.gain(bus: $0) }
      first += count
    }
  }

  private func mixPiece(_ block: inout AudioBuffer) throws {
    block.clear()
    scratch.resize(to: block.frameCount)
    for (bus, input) in inputs.enumerated() {
      try scratch.withChannels(input.format.channelCount) {
        try input.render(&$0)
        metering?.measure(&$0, bus: bus)
        unit.add($0, bus: bus, to: &block)
      }
    }
    metering?.measure(sum: &block)
    unit.finish(&block)
    metering?.measure(output: &block)
  }

  private func dropLatency() throws {
    isPrimed = true
    var lag = unit.latency
    var dropped = AudioBuffer(channelCount: format.channelCount, frameCapacity: format.maximumFrames)
    while lag > 0 {
      dropped.resize(to: min(lag, dropped.frameCapacity))
      lag -= dropped.frameCount
      try mix(&dropped)
    }
  }

  /// The last of the inputs' ends.
  override var end: Int? {
    var last = 0
    for input in inputs {
      guard let end = input.end else { return nil }
      last = max(last, end)
    }
    return last
  }

  override var tail: Int { sum(inputs.reduce(0) { max($0, $1.tail) }, unit.tail) }
  override var latency: Int { unit.latency }
  override var longestGap: Int { inputs.reduce(0) { max($0, $1.longestGap) } + min(unit.tail, format.longestHold) }
  override func outputLength(_ inputLength: Int) -> Int {
    inputs.reduce(0) { max($0, $1.outputLength(inputLength)) }
  }
  override var meters: [MeterLog] { inputs.flatMap(\.meters) + (metering?.logs ?? []) }
  override func keepMeterRows() {
    inputs.forEach { $0.keepMeterRows() }
    guard spec.parameters.contains(where: { $0.access == .readOnly }) else { return }
    metering = MixerMeters(spec, inputs: inputs.map(\.format), output: format)
  }
}
