import DSPCore
import Dispatch
import Glibc
import Synchronization

/// Runs a node on a thread of its own, a few blocks ahead of whoever pulls.
///
/// Blocks go through a bounded ring, so memory stays constant and decoding, units and encoding overlap. The frames
/// are those that the node would have given anyway: threads never change a byte. Once rendering has begun the node
/// belongs to the thread, until `stop`.
final class ThreadedNode: Node {
  private let source: Unchecked<Node>
  private let ring: BlockRing
  private var producer: Thread?

  private var slot: BlockRing.Slot?
  private var consumed = 0
  private var known: Int?

  private let steadyTail: Int
  private let steadyGap: Int

  init(_ node: Node, blockFrames: Int, depth: Int = 4) {
    source = Unchecked(node)
    ring = BlockRing(depth: depth, channelCount: node.format.channelCount, frames: blockFrames)
    steadyTail = node.tail
    steadyGap = node.longestGap
    super.init(format: node.format)
  }

  deinit { stop() }

  /// Ends the thread. Nothing can be rendered afterwards.
  func stop() {
    ring.close()
    producer?.join()
    producer = nil
  }

  override func render(_ block: inout AudioBuffer) throws {
    if producer == nil { producer = start() }
    var filled = 0
    while filled < block.frameCount {
      let slot = try nextSlot()
      let count = min(block.frameCount - filled, slot.buffer.frameCount - consumed)
      for channel in 0..<format.channelCount {
        (block[channel] + filled).update(from: slot.buffer[channel] + consumed, count: count)
      }
      filled += count
      consumed += count
      guard consumed == slot.buffer.frameCount else { continue }
      ring.release()
      self.slot = nil
    }
  }

  private func nextSlot() throws -> BlockRing.Slot {
    if let slot { return slot }
    let next = ring.nextFilled()
    if let error = next.error { throw error }
    known = next.end
    consumed = 0
    slot = next
    return next
  }

  private func start() -> Thread {
    let source = source
    let ring = ring
    return Thread {
      while let slot = ring.nextFree() {
        do {
          try slot.fill(from: source.value)
        } catch {
          slot.error = error
        }
        slot.end = source.value.end
        ring.publish()
        if slot.error != nil { return }
      }
    }
  }

  override var end: Int? { known }
  override var tail: Int { steadyTail }
  override var longestGap: Int { steadyGap }
  override func outputLength(_ inputLength: Int) -> Int { source.value.outputLength(inputLength) }
  override func keepMeterRows() { source.value.keepMeterRows() }
  /// Whole only once the thread has stopped.
  override var meters: [MeterLog] { source.value.meters }
}

/// A ring of blocks between one thread that fills them and one that reads them.
private final class BlockRing: @unchecked Sendable {
  final class Slot {
    var buffer: AudioBuffer
    /// The stream's end, as far as known after these frames.
    var end: Int?
    var error: (any Error)?

    init(channelCount: Int, frames: Int) {
      buffer = AudioBuffer(channelCount: channelCount, frameCapacity: frames)
    }

    /// Renders a whole slot, as many frames at once as the node's units were built for.
    func fill(from node: Node) throws {
      var first = 0
      while first < buffer.frameCount {
        let count = min(node.format.maximumFrames, buffer.frameCount - first)
        try buffer.withFrames(first..<first + count) { try node.render(&$0) }
        first += count
      }
    }
  }

  private let slots: [Slot]
  private let free: DispatchSemaphore
  private let filled = DispatchSemaphore(value: 0)
  private let closed = Atomic(false)
  private var writeIndex = 0
  private var readIndex = 0

  init(depth: Int, channelCount: Int, frames: Int) {
    slots = (0..<depth).map { _ in Slot(channelCount: channelCount, frames: frames) }
    free = DispatchSemaphore(value: depth)
  }

  deinit {
    // Dispatch refuses to free a semaphore below the value it was made with.
    for _ in slots { free.signal() }
  }

  /// The slot to fill next; waits for one, nil once the ring is closed.
  func nextFree() -> Slot? {
    free.wait()
    return closed.load(ordering: .acquiring) ? nil : slots[writeIndex]
  }

  func publish() {
    writeIndex = (writeIndex + 1) % slots.count
    filled.signal()
  }

  /// The oldest filled slot; waits for one.
  func nextFilled() -> Slot {
    filled.wait()
    return slots[readIndex]
  }

  func release() {
    readIndex = (readIndex + 1) % slots.count
    free.signal()
  }

  func close() {
    closed.store(true, ordering: .releasing)
    free.signal()
  }
}

/// A thread that can be waited for.
private final class Thread {
  private var handle = pthread_t()

  init(_ body: @escaping () -> Void) {
    let context = Unmanaged.passRetained(Unchecked(body))
    let status = pthread_create(
      &handle, nil,
      { argument in
        let body = Unmanaged<Unchecked<() -> Void>>.fromOpaque(argument!).takeRetainedValue()
        body.value()
        return nil
      }, context.toOpaque())
    precondition(status == 0, "the system has no thread to spare")
  }

  func join() {
    pthread_join(handle, nil)
  }
}

/// Hands a value to the one thread that will use it.
private final class Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
