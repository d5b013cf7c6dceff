public import DSPCore
import ParamSpec

/// A node over samples in memory: channels × frames.
public final class SignalNode: Node {
  private let signal: [[Float]]
  private var position = 0

  public init(
    _ signal: [[Float]], sampleRate: Double = 44_100, maximumFrames: Int = 4096, layout: ChannelLayout? = nil,
    quality: Quality = .normal
  ) {
    self.signal = signal
    super.init(
      format: RenderFormat(
        sampleRate: sampleRate, channelCount: signal.count, maximumFrames: maximumFrames, layout: layout,
        quality: quality))
  }

  public override func render(_ block: inout AudioBuffer) throws {
    block.clear()
    let count = max(0, min(block.frameCount, signal[0].count - position))
    for channel in 0..<format.channelCount {
      block.withChannel(channel) { span in
        for i in 0..<count { span[i] = signal[channel][position + i] }
      }
    }
    position += block.frameCount
  }

  public override var end: Int? { position > signal[0].count ? signal[0].count : nil }
}

/// Renders a node's next frames in blocks of a size; channels × frames.
public func render(_ node: Node, frames: Int, blockSize: Int = 1024) throws -> [[Float]] {
  var output = [[Float]](repeating: [], count: node.format.channelCount)
  for channel in output.indices { output[channel].reserveCapacity(frames) }
  var block = AudioBuffer(channelCount: node.format.channelCount, frameCapacity: blockSize)
  var position = 0
  while position < frames {
    block.resize(to: min(blockSize, frames - position))
    try node.render(&block)
    for channel in output.indices {
      block.readChannel(channel) { span in
        for i in span.indices { output[channel].append(span[i]) }
      }
    }
    position += block.frameCount
  }
  return output
}

/// A unit of the registry by its name in chain text.
public func unit(_ name: String) -> UnitDescription? {
  allUnits.first { $0.spec.name == name }
}

/// Sends samples, channels × frames, through an effect on its own, latency included, in blocks of a size.
public func process<Unit: Effect & ~Copyable>(
  _ unit: inout Unit, _ signal: [[Float]], blockSize: Int = 1024
) -> [[Float]] {
  var output = signal
  var block = AudioBuffer(channelCount: signal.count, frameCapacity: blockSize)
  var first = 0
  while first < signal[0].count {
    block.resize(to: min(blockSize, signal[0].count - first))
    for channel in signal.indices {
      block.withChannel(channel) { span in
        for i in span.indices { span[i] = signal[channel][first + i] }
      }
    }
    unit.process(&block)
    for channel in signal.indices {
      block.readChannel(channel) { span in
        for i in span.indices { output[channel][first + i] = span[i] }
      }
    }
    first += block.frameCount
  }
  return output
}
