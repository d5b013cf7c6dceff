import DSPCore
import ParamSpec

/// Renders a session's inputs through its mixer into a sound file.
///
/// Inputs are decoded and run on threads of their own and summed in the session's order, so that the bytes do not
/// depend on the number of threads.
///
/// - Throws: as `render` of one file; errors of the session name its JSON path.
public func render(
  _ session: Session, to output: FilePath, options: RenderOptions = RenderOptions(),
  cancellation: Cancellation = Cancellation(), progress: (Double) -> Void = { _ in }
) throws -> RenderReport {
  let start = ContinuousClock.now
  let mix = try SessionMix(session, options)
  return try mix.job.run(to: output, options, start, cancellation, progress)
}

/// The graph of a session.
private struct SessionMix {
  let job: RenderJob

  init(_ session: Session, _ options: RenderOptions) throws {
    let readers = try session.inputs.map(Self.open)
    let sampleRate = session.sampleRate ?? readers[0].format.sampleRate
    var warnings: [RenderWarning] = []
    var (units, threads): ([RenderReport.Unit], [ThreadedNode]) = ([], [])
    var (sources, lengths): ([Node], [Int?]) = ([], [])
    for (input, reader) in zip(session.inputs, readers) {
      let chain = try input.chain.resolved(sampleRate: Double(reader.format.sampleRate), strict: options.isStrict)
      warnings += chain.warnings
      var alone = options
      alone.threads = 1
      alone.sampleRate = sampleRate
      let file = FileNode(reader, maximumFrames: RenderGraph.blockFrames, quality: options.quality)
      let graph = try RenderGraph(file, chain.units, alone)
      units += graph.units
      let delay = Int((input.start * Double(sampleRate)).rounded())
      let node = delay > 0 ? LateNode(graph.root, by: delay) : graph.root
      lengths.append(reader.format.frames.map(node.outputLength))
      guard options.threads > 1 else {
        sources.append(node)
        continue
      }
      let thread = ThreadedNode(node, blockFrames: RenderGraph.pieceFrames)
      threads.append(thread)
      sources.append(thread)
    }

    let (values, found) = try Self.values(session, sources, sampleRate: Double(sampleRate), options)
    warnings += found
    let format = RenderFormat(
      sampleRate: Double(sampleRate), channelCount: session.channelCount, maximumFrames: RenderGraph.blockFrames,
      layout: session.layout, quality: options.quality)
    let mixer = try Self.mixer(session, sources, format, values)
    units.append(
      RenderReport.Unit(
        spec: session.mixer.spec, values: values, isBypassed: false, latencyFrames: mixer.latency,
        tailSeconds: Double(mixer.tail) / format.sampleRate))
    let chain = try session.chain.resolved(sampleRate: Double(sampleRate), strict: options.isStrict)
    var like = readers[0].format
    like.sampleRate = sampleRate
    job = RenderJob(
      input: session.file, format: like, readers: readers,
      graph: try RenderGraph(mixer, chain.units, options, units: units, threads: threads),
      warnings: warnings + chain.warnings,
      expected: lengths.contains(nil) ? nil : lengths.compactMap(\.self).max(), metadata: Metadata())
  }

  private static func open(_ input: Session.Input) throws(ChainError) -> SoundFileReader {
    do {
      return try SoundFileReader(path: input.file)
    } catch {
      throw ChainError(.input, "\(error)", at: input.position)
    }
  }

  private static func mixer(
    _ session: Session, _ sources: [Node], _ format: RenderFormat, _ values: ParameterStore
  ) throws -> Node {
    do {
      return try session.mixer.node(sources, output: format, values)
    } catch UnitError.unsupported(let sentence) {
      throw ChainError(
        .unsupported, "\(session.mixer.spec.name): \(sentence)",
        at: ChainPosition(source: session.file.description, path: "output"))
    }
  }

  /// The mixer's values, an element of the input scope for each input.
  private static func values(
    _ session: Session, _ sources: [Node], sampleRate: Double, _ options: RenderOptions
  ) throws(ChainError) -> (ParameterStore, [RenderWarning]) {
    var values = ParameterStore(session.mixer.spec, sampleRate: sampleRate)
    var warnings: [RenderWarning] = []
    func apply(_ settings: [ChainSetting], _ scope: Scope, element: Int = 0) throws(ChainError) {
      for setting in settings {
        if let warning = try setting.apply(to: &values, scope, element: element, strict: options.isStrict) {
          warnings.append(warning)
        }
      }
    }
    try apply(session.settings, .global)
    try apply(session.outputSettings, .output)
    for (bus, input) in session.inputs.enumerated() { try apply(input.settings, .input, element: bus) }
    if let matrix = session.matrix {
      try set(matrix, inputs: sources.reduce(0) { $0 + $1.format.channelCount }, session, &values)
    }
    return (values, warnings)
  }

  private static func set(
    _ matrix: [[Float]], inputs: Int, _ session: Session, _ values: inout ParameterStore
  ) throws(ChainError) {
    func error(_ message: String, _ path: String) -> ChainError {
      ChainError(.syntax, message, at: ChainPosition(source: session.file.description, path: path))
    }
    guard matrix.count == inputs else {
      throw error("\(matrix.count) rows for \(inputs) input channels", "matrix")
    }
    for (i, row) in matrix.enumerated() {
      guard row.count == session.channelCount else {
        throw error("\(row.count) columns for \(session.channelCount) output channels", "matrix[\(i)]")
      }
      for (o, gain) in row.enumerated() { values[kMatrixMixerParam_Volume, .global, i << 16 | o] = gain }
    }
  }
}

/// A stream that begins later: silence, then the input.
final class LateNode: Node {
  private let input: Node
  private let delay: Int
  private var position = 0

  init(_ input: Node, by frames: Int) {
    self.input = input
    delay = frames
    super.init(format: input.format)
  }

  override func render(_ block: inout AudioBuffer) throws {
    let silent = min(max(delay - position, 0), block.frameCount)
    position += block.frameCount
    if silent > 0 { block.withFrames(0..<silent) { $0.clear() } }
    guard silent < block.frameCount else { return }
    try block.withFrames(silent..<block.frameCount) { try input.render(&$0) }
  }

  override var end: Int? { input.end.map { $0 + delay } }
  override var tail: Int { input.tail }
  override var longestGap: Int { input.longestGap }
  override func outputLength(_ inputLength: Int) -> Int { input.outputLength(inputLength) + delay }
  override var meters: [MeterLog] { input.meters }
  override func keepMeterRows() { input.keepMeterRows() }
}
