public import DSPCore
import Synchronization

/// How a file is rendered.
public struct RenderOptions: Sendable {
  /// The container; nil takes it from the output's extension.
  public var container: SoundContainer?
  /// The sample encoding; nil keeps the input's, or the nearest that the container has.
  public var encoding: SampleEncoding?
  /// The output's sample rate in Hz; nil keeps the input's.
  public var sampleRate: Int?
  /// What an input without a header holds.
  public var rawInput: RawFormat?
  public var dither = Dither.tpdf
  public var tail = TailRule.auto
  public var quality = Quality.normal
  /// 1 renders on the calling thread; more let decoding, units and encoding overlap. The bytes are the same.
  public var threads = 2
  /// Values out of range and damaged input are errors.
  public var isStrict = false
  /// Clipped output is an error.
  public var failsOnClip = false
  /// An output that is there already is an error.
  public var keepsExisting = false
  /// Has the meters keep a row every 10 ms.
  public var keepsMeterRows = false

  public init() {}
}

/// Why a render ended without a result, apart from what is wrong with its files and its chain.
public enum RenderError: Error, Equatable {
  case cancelled
  /// Clipped samples, where those are an error.
  case clipped(Int)
  /// Input that is damaged or cut short, where that is an error.
  case damaged(FilePath, String)
}

/// Lets another thread end a render.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}

  public func cancel() { flag.store(true, ordering: .relaxed) }
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// Renders one sound file through a chain into another.
///
/// The output appears once it is whole; after any error the target is as it was. `progress` is told the share done,
/// now and then, where the input says how long it is.
///
/// - Throws: `SoundFileError`, `ChainError`, `RenderError`, or `NodeError` for a fault of a unit's.
public func render(
  _ input: FilePath, to output: FilePath, chain: ChainDescription, options: RenderOptions = RenderOptions(),
  cancellation: Cancellation = Cancellation(), progress: (Double) -> Void = { _ in }
) throws -> RenderReport {
  let start = ContinuousClock.now
  let reader = try SoundFileReader(path: input, raw: options.rawInput)
  let resolution = try chain.resolved(sampleRate: Double(reader.format.sampleRate), strict: options.isStrict)
  let source = FileNode(reader, maximumFrames: RenderGraph.blockFrames, quality: options.quality)
  let graph = try RenderGraph(source, resolution.units, options)
  let job = RenderJob(
    input: input, format: reader.format, readers: [reader], graph: graph, warnings: resolution.warnings,
    expected: reader.format.frames.map(graph.root.outputLength), metadata: metadata(of: reader, behind: graph.root))
  return try job.run(to: output, options, start, cancellation, progress)
}

/// A graph and what is to be said of its inputs.
struct RenderJob {
  let input: FilePath
  /// What the output is like where nothing else is asked for.
  let format: SoundFileFormat
  let readers: [SoundFileReader]
  let graph: RenderGraph
  let warnings: [RenderWarning]
  /// About how many frames there will be.
  let expected: Int?
  let metadata: Metadata

  func run(
    to output: FilePath, _ options: RenderOptions, _ start: ContinuousClock.Instant, _ cancellation: Cancellation,
    _ progress: (Double) -> Void
  ) throws -> RenderReport {
    let format = try SoundFileFormat.output(
      path: output, container: options.container, encoding: options.encoding, sampleRate: options.sampleRate,
      channelCount: graph.root.format.channelCount, layout: graph.root.format.layout, like: format)
    if options.keepsExisting && output.status != nil {
      throw SoundFileError.unwritable(output, "it is there already, and is to be kept")
    }
    let writer = try SoundFileWriter(
      path: output, format: format, metadata: metadata, dither: options.dither, expectedFrames: expected)
    do {
      let wasCapped = try Rendering.run(graph, into: writer, options.tail, expected, cancellation, progress)
      var warnings = warnings
      for reader in readers {
        warnings += reader.warnings.map { RenderWarning($0.code, $0.description) }
        if options.isStrict, let damage = reader.warnings.first(where: \.isDamage) {
          throw RenderError.damaged(reader.path, damage.description)
        }
      }
      if wasCapped { warnings.append(.tailCapped) }
      let clipped = writer.clipped.reduce(0) { $0 + $1.count }
      if options.failsOnClip && clipped > 0 { throw RenderError.clipped(clipped) }
      try writer.finish()
      return RenderReport(
        input: .init(path: input, format: self.format, frames: readers.reduce(0) { max($0, $1.position) }),
        output: .init(path: output, format: format, frames: writer.position),
        tailFrames: max(0, writer.position - (graph.root.end ?? writer.position)), units: graph.units,
        meters: graph.meters, warnings: warnings, peak: writer.peak, clipped: writer.clipped,
        nonFiniteInput: readers.reduce(0) { $0 + $1.nonFiniteSamples }, droppedMetadata: writer.metadata.dropped,
        elapsed: (ContinuousClock.now - start) / .seconds(1))
    } catch {
      graph.stop()
      writer.discard()
      throw error
    }
  }
}

/// The input's metadata as it stands in the output's time.
private func metadata(of reader: SoundFileReader, behind root: Node) -> Metadata {
  // Long enough that the rounding of the length does not show.
  let frames = 1 << 40
  return reader.metadata.rescaled(
    frames: Double(root.outputLength(frames)) / Double(frames),
    sampleRate: root.format.sampleRate / Double(reader.format.sampleRate))
}

/// Pulls the graph block by block until its tail has ended; tells whether the tail had to be cut.
private func run(
  _ graph: RenderGraph, into writer: SoundFileWriter, _ tail: TailRule, _ expected: Int?,
  _ cancellation: Cancellation, _ progress: (Double) -> Void
) throws -> Bool {
  let root = graph.root
  var cutter = TailCutter(tail, root: root)
  var block = AudioBuffer(channelCount: root.format.channelCount, frameCapacity: RenderGraph.blockFrames)
  while !cutter.isDone {
    if cancellation.isCancelled { throw RenderError.cancelled }
    block.resize(to: block.frameCapacity)
    try root.render(&block)
    try cutter.take(&block, end: root.end) { try writer.write($0) }
    if let expected, expected > 0 { progress(min(1, Double(writer.position) / Double(expected))) }
  }
  graph.stop()
  return cutter.wasCapped
}

extension RenderWarning {
  static let tailCapped = RenderWarning(
    "tail-capped",
    "the tail goes on for more than \(Int(TailCutter.longest)) s and is faded out there; --tail SECONDS asks for more")
}

/// A chain over a source, and the threads that it runs on.
struct RenderGraph {
  /// Frames that go from node to node at once: two channels of them fit the first-level cache.
  static let blockFrames = 4096
  /// Frames that go from thread to thread at once: enough that waking a thread costs nothing beside them.
  static let pieceFrames = 8192

  let root: Node
  let units: [RenderReport.Unit]
  private let threads: [ThreadedNode]

  /// `units` and `threads` are those that the source is made of.
  init(
    _ source: Node, _ chain: [ResolvedChain.Unit], _ options: RenderOptions, units: [RenderReport.Unit] = [],
    threads: [ThreadedNode] = []
  ) throws {
    var node = source
    var units = units
    var threads = threads

    func handOver() {
      guard options.threads > 1 else { return }
      let threaded = ThreadedNode(node, blockFrames: Self.pieceFrames)
      threads.append(threaded)
      node = threaded
    }

    // As many groups of units as threads: what goes from thread to thread costs as much as a simple unit.
    let groups = min(options.threads, chain.count)
    for (i, unit) in chain.enumerated() {
      if i > 0 && i * groups / chain.count > (i - 1) * groups / chain.count { handOver() }
      let tail = node.tail
      let isBypassed = unit.item.isBypassed
      node = try unit.node(node)
      units.append(
        RenderReport.Unit(
          spec: unit.item.unit.spec, values: unit.values, isBypassed: isBypassed,
          latencyFrames: isBypassed ? 0 : node.latency,
          tailSeconds: isBypassed ? 0 : Self.tailSeconds(node, behind: tail)))
    }
    if let rate = options.sampleRate, Double(rate) != node.format.sampleRate {
      handOver()
      node = resampled(node, to: Double(rate))
    }
    if options.keepsMeterRows { node.keepMeterRows() }
    handOver()
    root = node
    self.units = units
    self.threads = threads
  }

  /// Once the threads have ended.
  var meters: [MeterLog] { root.meters }

  /// The seconds that a node's unit adds to a tail of so many frames.
  private static func tailSeconds(_ node: Node, behind tail: Int) -> Double {
    guard node.tail < .max else { return .infinity }
    return Double(node.tail - tail) / node.format.sampleRate
  }

  /// Ends the threads, the last of the chain first, so that none waits for another.
  func stop() {
    for thread in threads.reversed() { thread.stop() }
  }
}
