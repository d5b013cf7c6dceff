public import ParamSpec

/// Every unit the engine knows, in the order of the header listing, then those of later headers. A new unit is one new
/// line.
public let allUnits: [UnitDescription] = [
  .mixer(PannerUnit.self),
  .mixer(PannerUnit.self, Panner.soundFieldSpec),
  .mixer(PannerUnit.self, Panner.sphericalHeadSpec),
  .mixer(PannerUnit.self, Panner.hrtfSpec),
  .mixer(Mixer3DUnit.self),
  .mixer(MultiChannelMixerUnit.self),
  .planned(Sampler.spec),
  .effect(OutputUnit.self),
  .rateChanger(TimePitchUnit.self),
  .rateChanger(PitchUnit.self),
  .rateChanger(NewTimePitchUnit.self),
  .linear(BandPassUnit.self),
  .linear(HighPassUnit.self),
  .linear(LowPassUnit.self),
  .linear(HighShelfUnit.self),
  .linear(LowShelfUnit.self),
  .linear(ParametricEQUnit.self),
  .effect(PeakLimiterUnit.self),
  .effect(DynamicsProcessorUnit.self),
  .rateChanger(VarispeedUnit.self),
  .effect(DistortionUnit.self),
  .linear(GraphicEQUnit.self),
  .effect(MatrixReverbUnit.self),
  .effect(DelayUnit.self),
  .effect(MultibandCompressorUnit.self),
  .linear(MultibandFilterUnit.self),
  .mixer(StereoMixerUnit.self),
  .mixer(MatrixMixerUnit.self),
  .planned(NetReceive.spec),
  .effect(NetSendUnit.self),
  .effect(RogerBeepUnit.self),
  .planned(MusicDevice.spec),
  .planned(RoundTripAAC.spec),
  .effect(Reverb2Unit.self),
  .effect(SampleDelayUnit.self),
  .linear(NBandEQUnit.self),
]

/// A unit as the registry knows it: its specification and how to put it into a graph.
public struct UnitDescription: Sendable {
  public enum Kind: Sendable {
    /// As many frames out as in.
    case effect
    /// Another number of frames out.
    case rateChanger
    /// Sums the inputs of a session; in a chain it has the one.
    case mixer
    /// Known by its parameters; not built.
    case planned
  }

  public let spec: UnitSpec
  public let kind: Kind

  private let make: @Sendable (_ inputs: [Node], _ output: RenderFormat?, ParameterStore) throws -> Node

  /// The frequency response at some values; nil for units that are not linear.
  public private(set) var response: (@Sendable (ParameterStore) -> FrequencyResponse)?

  /// Puts the unit behind a node.
  public func node(_ input: Node, _ values: ParameterStore) throws -> Node {
    try make([input], nil, values)
  }

  /// Puts a mixer behind nodes of one sample rate, a bus each.
  public func node(_ inputs: [Node], output: RenderFormat, _ values: ParameterStore) throws -> Node {
    precondition(kind == .mixer, "\(spec.title) does not mix")
    return try make(inputs, output, values)
  }

  static func effect<Unit: Effect & ~Copyable>(_: Unit.Type) -> Self {
    Self(spec: Unit.Parameters.spec, kind: .effect) { try EffectNode<Unit>($0[0], $2) }
  }

  static func linear<Unit: Effect & LinearUnit & ~Copyable>(_: Unit.Type) -> Self {
    var unit = effect(Unit.self)
    unit.response = { Unit.response(ParameterValues($0)) }
    return unit
  }

  static func rateChanger<Unit: RateChanger & ~Copyable>(_: Unit.Type) -> Self {
    Self(spec: Unit.Parameters.spec, kind: .rateChanger) { try RateNode<Unit>($0[0], $2) }
  }

  static func mixer<Unit: Mixer & ~Copyable>(_: Unit.Type, _ spec: UnitSpec = Unit.Parameters.spec) -> Self {
    Self(spec: spec, kind: .mixer) { try MixerNode<Unit>($0, output: $1 ?? Unit.output(for: $0[0].format), $2) }
  }

  static func planned(_ spec: UnitSpec) -> Self {
    Self(spec: spec, kind: .planned) { _, _, _ in
      throw UnitError.unsupported("\(spec.title) is known by its parameters only: it cannot be rendered yet")
    }
  }
}
