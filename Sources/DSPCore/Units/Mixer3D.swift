import Glibc
public import ParamSpec

/// AUMixer3D: sources around the listener, in one room.
///
///     bus ── rate ── occlusion ─┬─ obstruction ── gain · distance ── direction ── √(1-b) ─┐
///                               └─ gain ── √b ── Σ ── AUMatrixReverb ── reverb gain ──────┴── Σ ── gain ── out
///
/// Mono buses are placed, stereo buses pass, four channels are a first-order sound field that the azimuth turns. Both
/// low-passes stand where the header says: occlusion before the room, obstruction behind it. Distance curves are those
/// of Apple's OpenAL (reference/dsp.md U23). Ours: the room hears a source by its gain and not by its distance; -120 dB
/// is silence; the reverb stands in a factory preset of AUMatrixReverb; power and exponential curve are the same law,
/// which reaches the maximum attenuation at the maximum distance.
public struct Mixer3DUnit: Mixer, ~Copyable {
  private let buses: [Mixer3DBus]

  private var reverb: MatrixReverbUnit
  private var room: GainMatrix
  private var volume = Fader()

  /// What the room hears.
  private var sends: AudioBuffer

  public init(inputs: [RenderFormat], output: RenderFormat) throws(UnitError) {
    var buses: [Mixer3DBus] = []
    for input in inputs { buses.append(try Mixer3DBus(input, output: output)) }
    self.buses = buses
    var stereo = output
    stereo.channelCount = 2
    stereo.layout = nil
    reverb = MatrixReverbUnit(format: stereo)
    room = GainMatrix(inputCount: 2, outputCount: output.channelCount)
    sends = AudioBuffer(channelCount: 2, frameCapacity: output.maximumFrames)
  }

  public mutating func update(_ values: ParameterValues<Mixer3D>) {
    for (bus, source) in buses.enumerated() { source.update(Mixer3DBus.Values(values, bus: bus)) }
    latency = buses.contains(where: \.isBinaural) ? EarPair.latency : 0
    for source in buses { source.latency = latency }

    isReverberant = buses.contains(where: \.isReverberant)
    if isReverberant { reverb.update(Self.room(Int(values.room.clamped(to: 0...12).rounded()), values.sampleRate)) }
    let gain = Self.amplitude(Double(values.globalReverbGain))
    room.set(pan: 0, gain: gain, inputCount: 2, outputCount: room.outputCount)
    volume.set(
      Self.gain(
        Double(values[Mixer3D.gain, scope: .output]), minimum: Double(values[Mixer3D.minGain, scope: .output]),
        maximum: Double(values[Mixer3D.maxGain, scope: .output])))
  }

  private static func room(_ preset: Int, _ sampleRate: Double) -> ParameterValues<MatrixReverb> {
    var values = ParameterValues<MatrixReverb>(sampleRate: sampleRate)
    for (id, value) in MatrixReverb.spec.presets[preset].values { values.store[id] = value }
    values.dryWetMix = 100
    return values
  }

  /// The amplitude of a gain in dB within its limits; -120 dB is silence.
  fileprivate static func gain(_ decibels: Double, minimum: Double, maximum: Double) -> Double {
    amplitude(min(max(decibels, minimum), maximum))
  }

  private static func amplitude(_ decibels: Double) -> Double {
    decibels <= -120 ? 0 : pow(10, min(decibels, 200) / 20)
  }

  public mutating func add(_ input: borrowing AudioBuffer, bus: Int, to output: inout AudioBuffer) {
    if bus == 0 {
      sends.resize(to: output.frameCount)
      sends.clear()
    }
    buses[bus].add(input, to: &output, room: &sends)
  }

  public mutating func finish(_ output: inout AudioBuffer) {
    if isReverberant {
      reverb.process(&sends)
      room.add(sends, to: &output)
    }
    volume.process(&output)
  }

  public func gain(bus: Int) -> Double { buses[bus].gain }

  public mutating func reset() {
    for bus in buses { bus.reset() }
    reverb.reset()
    room.reset()
    volume.reset()
  }

  private var isReverberant = false
  public private(set) var latency = 0
  public var tail: Int { max(isReverberant ? reverb.tail : 0, buses.reduce(0) { max($0, $1.tail) }) }

  /// A bus whose playback rate is not 1 reads through a varispeed. Sees to it that the ears are there, too.
  public static func source(_ input: Node, bus: Int, _ values: ParameterValues<Mixer3D>) throws -> Node {
    if let file = values.store[text: Mixer3D.hrtf.id] { _ = try EarSet.load(file) }
    let rate = values[Mixer3D.playbackRate, scope: .input, element: bus]
    guard rate != 1 else { return input }
    var varispeed = ParameterValues<Varispeed>(sampleRate: input.format.sampleRate)
    varispeed.playbackRate = rate
    return try RateNode<VarispeedUnit>(input, varispeed.store)
  }
}

/// One input of the 3D mixer, up to the sum and to the room.
private final class Mixer3DBus {
  /// The parameters of one bus.
  struct Values {
    let source: Spatializer.Settings
    /// dB at 5 kHz.
    let occlusion, obstruction: Double
    /// Linear.
    let sendGain: Double

    init(_ values: ParameterValues<Mixer3D>, bus: Int) {
      func value(_ row: Parameter) -> Double { Double(values[row, scope: .input, element: bus]) }
      func gain(_ decibels: Double) -> Double {
        Mixer3DUnit.gain(decibels, minimum: value(Mixer3D.minGain), maximum: value(Mixer3D.maxGain))
      }
      let isOn = value(Mixer3D.enable) >= 0.5
      let attenuation = Self.attenuation(
        value(Mixer3D.distance), curve: Int(value(Mixer3D.curve).clamped(to: 0...3).rounded()),
        reference: value(Mixer3D.referenceDistance), maximum: value(Mixer3D.maxDistance),
        decibels: value(Mixer3D.maxAttenuation))
      let (dry, wet) = equalPower(percent: Float(value(Mixer3D.reverbBlend)))
      let direct = gain(value(Mixer3D.gain) + decibels(amplitude: attenuation, floor: -240))
      source = Spatializer.Settings(
        algorithm: Self.algorithms[Int(value(Mixer3D.algorithm).clamped(to: 0...5).rounded())],
        direction: Direction(azimuth: value(Mixer3D.azimuth), elevation: value(Mixer3D.elevation)),
        distance: value(Mixer3D.distance), gain: isOn ? direct * Double(dry) : 0,
        ears: values.store[text: Mixer3D.hrtf.id].flatMap { try? EarSet.load($0) })
      occlusion = value(Mixer3D.occlusionAttenuation)
      obstruction = value(Mixer3D.obstructionAttenuation)
      sendGain = isOn ? gain(value(Mixer3D.gain)) * Double(wet) : 0
    }

    private static let algorithms: [Spatializer.Algorithm] = [
      .vector, .sphere, .hrtf, .soundField, .vector, .passThrough,
    ]

    /// The gain of a distance; 1 up to the reference distance, and no less than the maximum attenuation leaves.
    private static func attenuation(
      _ distance: Double, curve: Int, reference: Double, maximum: Double, decibels: Double
    ) -> Double {
      let reference = max(reference, 1e-6)
      guard maximum > reference else { return 1 }
      let distance = distance.clamped(to: reference...maximum)
      let least = pow(10, -max(decibels, 0) / 20)
      switch curve {
      case 2:
        let rollOff = (reference / least - reference) / (maximum - reference)
        return reference / (reference + rollOff * (distance - reference))
      case 3: return 1 - (1 - least) * (distance - reference) / (maximum - reference)
      default: return pow(distance / reference, log(least) / log(maximum / reference))
      }
    }
  }

  private let source: Spatializer
  private let inputCount: Int

  private var occlusion: OcclusionFilter
  private var obstruction: OcclusionFilter
  private var send: GainMatrix
  private var isHeard = false
  /// Of the direct sound.
  private(set) var gain = 0.0
  private(set) var isBinaural = false
  private(set) var isReverberant = false

  private var work: AudioBuffer

  init(_ input: RenderFormat, output: RenderFormat) throws(UnitError) {
    inputCount = input.channelCount
    source = try Spatializer(inputCount: input.channelCount, output: output)
    occlusion = OcclusionFilter(channelCount: input.channelCount, sampleRate: output.sampleRate)
    obstruction = occlusion
    send = GainMatrix(inputCount: input.channelCount, outputCount: 2)
    work = AudioBuffer(channelCount: input.channelCount, frameCapacity: output.maximumFrames)
  }

  var latency: Int {
    get { source.latency }
    set { source.latency = newValue }
  }

  var tail: Int { source.tail }

  func update(_ values: Values) {
    isBinaural = source.isBinaural(values.source.algorithm)
    isReverberant = values.sendGain != 0
    gain = values.source.gain
    isHeard = isHeard || isReverberant || values.source.gain != 0
    occlusion.set(decibels: values.occlusion)
    obstruction.set(decibels: values.obstruction)
    source.update(values.source)
    // The room has a left and a right ear; a mono source is heard by both alike.
    if inputCount == 1 {
      for side in 0...1 { send.set(values.sendGain, from: 0, to: side) }
    } else {
      send.set(pan: 0, gain: values.sendGain, inputCount: inputCount, outputCount: 2)
    }
  }

  func add(_ input: borrowing AudioBuffer, to output: inout AudioBuffer, room: inout AudioBuffer) {
    guard isHeard else { return }
    guard !occlusion.isIdle || !obstruction.isIdle else {
      send.add(input, to: &room)
      return source.add(input, to: &output)
    }
    work.copy(from: input)
    occlusion.process(&work)
    send.add(work, to: &room)
    obstruction.process(&work)
    source.add(work, to: &output)
  }

  func reset() {
    occlusion.reset()
    obstruction.reset()
    send.reset()
    source.reset()
  }
}
