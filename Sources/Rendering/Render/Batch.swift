import Dispatch
import Synchronization

/// Many sound files through one chain, each into a folder under its own name.
public struct Batch: Sendable {
  public struct Item: Sendable {
    public let input: FilePath
    public let output: FilePath
  }

  public enum Outcome: Sendable {
    case rendered(RenderReport)
    /// An earlier run has rendered it.
    case skipped
    case failed(any Error)
  }

  /// Two inputs would have one output.
  public struct Clash: Error, CustomStringConvertible {
    public let inputs: [FilePath]
    public let output: FilePath

    public var description: String {
      "\"\(inputs[0])\" and \"\(inputs[1])\" would both become \"\(output)\""
    }
  }

  public let items: [Item]

  /// - Parameter container: gives every output its extension; nil keeps the input's.
  /// - Throws: `Clash`, before anything is done.
  public init(_ inputs: [FilePath], into folder: FilePath, container: SoundContainer? = nil) throws(Clash) {
    var sources: [FilePath: FilePath] = [:]
    var items: [Item] = []
    for input in inputs {
      let name = container.map { input.lastComponent.replacingExtension(with: $0.rawValue) } ?? input.lastComponent
      let output = folder.appending(name)
      if let other = sources.updateValue(input, forKey: output) {
        throw Clash(inputs: [other, input], output: output)
      }
      items.append(Item(input: input, output: output))
    }
    self.items = items
  }

  /// Renders all files, so many at a time. A file that fails does not stop the others; cancelling does.
  ///
  /// - Parameters:
  ///   - resumes: leaves files whose output is there and no older than the input.
  ///   - done: told of each file as it is done, from any thread, one at a time.
  public func run(
    chain: ChainDescription, options: RenderOptions, jobs: Int, resumes: Bool, cancellation: Cancellation,
    done: @Sendable (Item, Outcome) -> Void
  ) {
    var options = options
    // Files side by side use the cores better than the units of one.
    if jobs > 1 { options.threads = 1 }
    let settings = options
    let next = Atomic(0)
    let turn = Mutex(())
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while !cancellation.isCancelled {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let item = items[index]
        let outcome = Self.render(item, chain, settings, resumes, cancellation)
        turn.withLock { _ in done(item, outcome) }
      }
    }
  }

  private static func render(
    _ item: Item, _ chain: ChainDescription, _ options: RenderOptions, _ resumes: Bool, _ cancellation: Cancellation
  ) -> Outcome {
    if resumes, let output = item.output.status, let input = item.input.status,
      (output.st_mtim.tv_sec, output.st_mtim.tv_nsec) >= (input.st_mtim.tv_sec, input.st_mtim.tv_nsec)
    {
      return .skipped
    }
    do {
      return .rendered(
        try Rendering.render(
          item.input, to: item.output, chain: chain, options: options, cancellation: cancellation))
    } catch {
      return .failed(error)
    }
  }
}

extension FilePath {
  /// The name with another extension, or with one where it has none.
  fileprivate func replacingExtension(with suffix: String) -> FilePath {
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0
    return FilePath(bytes: (dot > 0 ? bytes[..<dot] : bytes[...]) + Array(".\(suffix)".utf8))
  }
}
