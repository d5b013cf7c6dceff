public import ParamSpec

/// AUMatrixMixer: every input channel to every output channel, each crosspoint with a gain.
///
///     out[o] = master · outputs · Σ inputs[bus] · crosspoint[i][o] · in[i]
///
/// Channels count through all inputs in their order. Crosspoint i, o is the volume of element i × 65536 + o in the
/// global scope, and the master that of element 0xFFFFFFFF. Ours: as long as no crosspoint is set the matrix is the
/// identity, where Apple's is silent; volumes of the input scope belong to a bus, not to a channel (reference/dsp.md
/// U26). A crosspoint of 0 adds nothing at all.
public struct MatrixMixerUnit: Mixer, ~Copyable {
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

  public mutating func update(_ values: ParameterValues<MatrixMixer>) {
    let isIdentity = !hasCrosspoints(values.store)
    var channel = 0
    for bus in buses.indices {
      let isOn = values[MatrixMixer.enable, scope: .input, element: bus] >= 0.5
      gains[bus] = isOn ? Double(values[MatrixMixer.volume, scope: .input, element: bus]) : 0
      for i in 0..<inputs[bus] {
        for o in 0..<outputCount {
          let level = isIdentity ? (channel == o ? 1 : 0) : Self.crosspoint(values.store, channel, o)
          buses[bus].set(gains[bus] * level, from: i, to: o)
        }
        channel += 1
      }
    }
    let isOn = values[MatrixMixer.enable, scope: .output] >= 0.5
    let master = Double(values[MatrixMixer.volume, element: Self.master])
    volume.set(isOn ? master * Double(values[MatrixMixer.volume, scope: .output]) : 0)
  }

  private static let master = 0xFFFF_FFFF

  private func hasCrosspoints(_ values: ParameterStore) -> Bool {
    (0..<inputs.reduce(0, +)).contains { i in
      (0..<outputCount).contains { values.isSet(kMatrixMixerParam_Volume, element: i << 16 | $0) }
    }
  }

  private static func crosspoint(_ values: ParameterStore, _ input: Int, _ output: Int) -> Double {
    let element = input << 16 | output
    return values.isSet(kMatrixMixerParam_Volume, element: element)
      ? Double(values[kMatrixMixerParam_Volume, .global, element]) : 0
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
