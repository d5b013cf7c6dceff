public import ParamSpec

/// AUMultiChannelMixer: a volume, a pan and a switch for each input, a volume for the output.
///
///     bus 0 ── volume · pan ──┐
///     bus 1 ── volume · pan ──┼── Σ ── volume ── out
///
/// Ours, since Apple documents no law: a mono input is panned by equal power, a stereo input balanced (B14), and wider
/// inputs go straight through. A bus that is off or at volume 0 contributes nothing at all (reference/dsp.md U24).
public struct MultiChannelMixerUnit: Mixer, ~Copyable {
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

  public mutating func update(_ values: ParameterValues<MultiChannelMixer>) {
    for bus in buses.indices {
      let isOn = values[MultiChannelMixer.enable, scope: .input, element: bus] >= 0.5
      gains[bus] = isOn ? Double(values[MultiChannelMixer.volume, scope: .input, element: bus]) : 0
      let pan = values[MultiChannelMixer.pan, scope: .input, element: bus]
      buses[bus].set(pan: Double(pan), gain: gains[bus], inputCount: inputs[bus], outputCount: outputCount)
    }
    let isOn = values[MultiChannelMixer.enable, scope: .output] >= 0.5
    volume.set(isOn ? Double(values[MultiChannelMixer.volume, scope: .output]) : 0)
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
