import DSPCore
import Dispatch
import Glibc
import Synchronization

/// Runs a node on a thread of its own, a few blocks ahead of whoever pulls.
///
/// Blocks go through a bounded ring, so memory stays constant and decoding, units and encoding overlap. The frames
/// are those that the node would have given anyway: threads never change a byte.
final class ThreadedNode: Node {
  private let ring: BlockRing
  private let producer: Thread
  private var reading = false
  private var consumed = 0
  private var known: Int?
  private let source: Unchecked<Node>
  private let steadyTail: Int
  private let steadyGap: Int

  init(_ node: Node, blockFrames: Int, depth: Int = 4) {
    steadyTail = node.tail
    steadyGap = node.longestGap
    let source = Unchecked(node)
    let ring = BlockRing(depth: depth, channelCount: node.format.channelCount, frames: blockFrames)
    self.ring = ring
    self.source = source
    producer = Thread {
      while let slot = ring.nextFree() {
        slot.buffer.resize(to: blockFrames)
        slot.error = nil
        do {
          try source.value.render(&slot.buffer)
        } catch {
          slot.error = error
        }
        slot.end = source.value.end
        let failed = slot.error != nil
        ring.publish()
        if failed { return }
      }
    }
    super.init(format: node.format)
  }

  deinit { stop() }

  /// Ends the thread. Nothing can be rendered afterwards.
  func stop() {
    ring.close()
    producer.join()
  }

  override func render(_ block: inout AudioBuffer) throws {
    var filled = 0
    while filled < block.frameCount {
      if !reading {
        let slot = ring.nextFilled()
        if let error = slot.error { throw error }
        known = slot.end
        reading = true
        consumed = 0
      }
      let slot = ring.current
      let count = min(block.frameCount - filled, slot.buffer.frameCount - consumed)
      for channel in 0..<format.channelCount {
        (block[channel] + filled).update(from: slot.buffer[channel] + consumed, count: count)
      }
      filled += count
      consumed += count
      if consumed == slot.buffer.frameCount {
        ring.release()
        reading = false
      }
    }
  }

  override var end: Int? { known }
  override var tail: Int { steadyTail }
  override var longestGap: Int { steadyGap }
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

  var current: Slot { slots[readIndex] }

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
