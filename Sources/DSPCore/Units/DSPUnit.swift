public import ParamSpec

/// What every unit does: allocate once, follow its parameters, forget on request.
///
/// A unit is a struct of four kinds of data in this order: fixed by the format; worked out from parameters by
/// `update`; carried from frame to frame by `process`; scratch. Nothing but `init` allocates, locks or throws.
public protocol DSPUnit: ~Copyable, SendableMetatype {
  associatedtype Parameters: ParameterSet

  /// Works out coefficients. Runs before the first block and between blocks, when a value has changed.
  ///
  /// The first call after `init` or `reset` is exact from the next frame on. A later call takes effect from the next
  /// multiple of `quantum` frames, over one quantum, so that nothing clicks.
  mutating func update(_ values: ParameterValues<Parameters>)

  /// Returns to silence and to frame 0, keeping the values of the last `update`.
  mutating func reset()

  /// Frames by which the output lags the input.
  var latency: Int { get }

  /// Frames for which the output goes on after the input ends; `.max` where it never ends.
  var tail: Int { get }

  /// A read-only parameter's value after the last frame that was processed.
  func meter(_ row: Parameter, index: Int) -> Float
}

extension DSPUnit where Self: ~Copyable {
  public var latency: Int { 0 }
  public var tail: Int { 0 }
  public func meter(_ row: Parameter, index: Int) -> Float { 0 }
}

/// A unit with one input, processed in place: as many frames out as in.
public protocol Effect: DSPUnit, ~Copyable {
  /// Allocates all that `process` will need.
  init(format: RenderFormat) throws(UnitError)

  /// Replaces the block, channels × frames, by the unit's output.
  mutating func process(_ block: inout AudioBuffer)
}

/// A unit that changes the number of frames, and so asks for its own input.
public protocol RateChanger: DSPUnit, ~Copyable {
  init(format: RenderFormat) throws(UnitError)

  /// The frames out for all of an input's frames.
  func outputLength(_ inputLength: Int) -> Int

  /// Fills the block. The input is endless: behind its last frame comes silence.
  mutating func render(into block: inout AudioBuffer, pull: (inout AudioBuffer) throws -> Void) rethrows
}

/// A unit that sums its inputs, each in its own way.
public protocol Mixer: DSPUnit, ~Copyable {
  /// Input formats share the output's sample rate.
  init(inputs: [RenderFormat], output: RenderFormat) throws(UnitError)

  /// Adds one input's block to the output. Called for each bus in turn, lowest first.
  mutating func add(_ input: borrowing AudioBuffer, bus: Int, to output: inout AudioBuffer)

  /// Runs once all buses have been added.
  mutating func finish(_ output: inout AudioBuffer)

  /// The gain of a bus, for its meters.
  func gain(bus: Int) -> Double

  /// What a bus reads in place of its input: the input itself, unless the unit plays it at another speed.
  static func source(_ input: Node, bus: Int, _ values: ParameterValues<Parameters>) throws -> Node

  /// What the unit delivers for one input in a chain.
  static func output(for input: RenderFormat) -> RenderFormat
}

extension Mixer where Self: ~Copyable {
  public mutating func finish(_ output: inout AudioBuffer) {}

  public func gain(bus: Int) -> Double { 1 }

  public static func source(_ input: Node, bus: Int, _ values: ParameterValues<Parameters>) throws -> Node { input }

  /// Stereo for a mono input, and as many channels as the input for wider ones.
  public static func output(for input: RenderFormat) -> RenderFormat {
    guard input.channelCount == 1 else { return input }
    var output = input
    output.channelCount = 2
    output.layout = ChannelLayout.standard(2)
    return output
  }
}

/// Why a unit cannot be built for a format.
public enum UnitError: Error, Equatable {
  /// What the unit asks for, as a sentence.
  case unsupported(String)
}

/// Frames between the points where parameters may move, counted from a unit's frame 0 and not from a block's, so
/// that output does not depend on the block size (reference/dsp.md 1.4).
public let quantum = 64
