public import DSPCore
public import ParamSpec

/// Sends inputs, each channels × frames, through a mixer of the registry; the output, channels × frames.
public func mix(
  _ name: String, _ inputs: [[[Float]]], channels: Int = 2, layout: ChannelLayout? = nil, sampleRate: Double = 48_000,
  blockSize: Int = 1024, frames: Int? = nil, set: (inout ParameterStore) -> Void = { _ in }
) throws -> [[Float]] {
  guard let description = unit(name) else { throw UnitError.unsupported("no unit \(name)") }
  var values = ParameterStore(description.spec, sampleRate: sampleRate)
  set(&values)
  let sources = inputs.map { SignalNode($0, sampleRate: sampleRate, maximumFrames: blockSize) }
  let output = RenderFormat(
    sampleRate: sampleRate, channelCount: channels, maximumFrames: blockSize, layout: layout)
  let node = try description.node(sources, output: output, values)
  return try render(node, frames: frames ?? inputs[0][0].count, blockSize: blockSize)
}
