/// The same sound at another sample rate in Hz, by the band-limited resampler; the node itself where it has that
/// rate already. The format's `quality` picks the kernel.
public func resampled(_ node: Node, to sampleRate: Double) -> Node {
  node.format.sampleRate == sampleRate ? node : ResamplerNode(node, sampleRate: sampleRate)
}

/// A node's stream at another sample rate, round(n · out / in) frames long.
final class ResamplerNode: Node {
  private let input: Node
  private var resampler: Resampler

  init(_ input: Node, sampleRate: Double) {
    self.input = input
    let step = input.format.sampleRate / sampleRate
    resampler = Resampler(
      channelCount: input.format.channelCount, maximumStep: step, chunk: input.format.maximumFrames,
      quality: input.format.quality)
    resampler.set(step: step)
    var format = input.format
    format.sampleRate = sampleRate
    super.init(format: format)
  }

  override func render(_ block: inout AudioBuffer) throws {
    try resampler.render(into: &block) { try input.render(&$0) }
  }

  private func length(_ frames: Int) -> Int {
    Int((Double(frames) * format.sampleRate / input.format.sampleRate).rounded())
  }

  override var end: Int? { input.end.map(length) }
  override func outputLength(_ inputLength: Int) -> Int { length(input.outputLength(inputLength)) }
  override var tail: Int { input.tail == .max ? .max : length(input.tail) }
  override var longestGap: Int { length(input.longestGap) }
  override var meters: [MeterLog] { input.meters }
  override func keepMeterRows() { input.keepMeterRows() }
}
