public import ParamSpec

/// The four panners: one source, placed around the listener.
///
///     in ── mean of its channels ── gain · distance ── direction ── out
///
/// The algorithm is a parameter of ours; the four components differ in its default. Distance is a share of the
/// coordinate scale; past the reference distance the gain is their ratio. The inverse law, the mean of a stereo input
/// and the fade of the direction within 0.1 m are ours (reference/dsp.md U22). With more than two outputs, heads and
/// ears give way to loudspeakers.
public struct PannerUnit: Mixer, ~Copyable {
  private let inputCount: Int

  private let source: Spatializer
  private var mono: AudioBuffer

  public init(inputs: [RenderFormat], output: RenderFormat) throws(UnitError) {
    source = try Spatializer(inputCount: 1, output: output)
    inputCount = inputs[0].channelCount
    mono = AudioBuffer(channelCount: 1, frameCapacity: output.maximumFrames)
  }

  private static let algorithms: [Spatializer.Algorithm] = [.vector, .soundField, .sphere, .hrtf]

  public mutating func update(_ values: ParameterValues<Panner>) {
    let distance = Double(values.distance) * Double(values.coordScale)
    let reference = max(Double(values.refDistance), 1e-6)
    let attenuation = distance > reference ? reference / distance : 1
    let algorithm = Self.algorithms[Int(values.algorithm.clamped(to: 0...3).rounded())]
    latency = source.isBinaural(algorithm) ? EarPair.latency : 0
    source.latency = latency
    source.update(
      .init(
        algorithm: algorithm,
        direction: Direction(azimuth: Double(values.azimuth), elevation: Double(values.elevation)),
        distance: distance, gain: Double(values.gain) * attenuation,
        ears: values.store[text: Panner.hrtf.id].flatMap { try? EarSet.load($0) }))
  }

  public mutating func add(_ input: borrowing AudioBuffer, bus: Int, to output: inout AudioBuffer) {
    guard inputCount > 1 else { return source.add(input, to: &output) }
    mono.resize(to: output.frameCount)
    let share = 1 / Float(inputCount)
    let y = mono[0]
    y.update(from: input[0], count: output.frameCount)
    for channel in 1..<inputCount {
      let x = input[channel]
      for i in 0..<output.frameCount { y[i] += x[i] }
    }
    for i in 0..<output.frameCount { y[i] *= share }
    source.add(mono, to: &output)
  }

  public mutating func reset() {
    source.reset()
  }

  public private(set) var latency = 0
  public var tail: Int { source.tail }

  /// Sees to it that the ears are there.
  public static func source(_ input: Node, bus: Int, _ values: ParameterValues<Panner>) throws -> Node {
    if let file = values.store[text: Panner.hrtf.id] { _ = try EarSet.load(file) }
    return input
  }

  public static func output(for input: RenderFormat) -> RenderFormat {
    var output = input
    output.channelCount = 2
    output.layout = ChannelLayout.standard(2)
    return output
  }
}
