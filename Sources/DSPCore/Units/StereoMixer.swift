public import ParamSpec

/// AUMixer, the stereo mixer: faders whose gain is the cube of their place, and a pan of 0…1 for each input.
///
/// The fader law is Apple's definition of the value unit. The pan law is ours, as AUMultiChannelMixer's
/// (reference/dsp.md U25).
public struct StereoMixerUnit: Mixer, ~Copyable {
  private let inputs: [Int]
  private let outputCount: Int

  /// The gain of each bus.
  private var gains: [Double]

  private var buses: [GainMatrix]
  private var volume: Fader

  public init(inputs: [RenderFormat], output: RenderFormat) {
    self.inputs = inputs.map(\.channelCount)
    outputCount = output.channelCount
    gains = inputs.map { _ in 1 }
    buses = inputs.map { GainMatrix(inputCount: $0.channelCount, outputCount: output.channelCount) }
    volume = Fader()
  }

  public mutating func update(_ values: ParameterValues<StereoMixer>) {
    for bus in buses.indices {
      gains[bus] = Self.gain(values[StereoMixer.volume, scope: .input, element: bus])
      let pan = 2 * Double(values[StereoMixer.pan, scope: .input, element: bus]) - 1
      buses[bus].set(pan: pan, gain: gains[bus], inputCount: inputs[bus], outputCount: outputCount)
    }
    volume.set(Self.gain(values[StereoMixer.volume, scope: .output]))
  }

  private static func gain(_ fader: Float) -> Double {
    let fader = Double(fader)
    return fader * fader * fader
  }

  public mutating func add(_ input: borrowing AudioBuffer, bus: Int, to output: inout AudioBuffer) {
    buses[bus].add(input, to: &output)
  }

  public mutating func finish(_ output: inout AudioBuffer) {
    volume.process(&output)
  }

  public func gain(bus: Int) -> Double { gains[bus] }

  public mutating func reset() {
    for bus in buses.indices { buses[bus].reset() }
    volume.reset()
  }
}
