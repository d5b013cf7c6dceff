public import ParamSpec

/// What sets one filter or equaliser apart from another: how its parameters become second-order sections.
public protocol FilterDesign: ParameterSet {
  /// The most sections that the unit has.
  static var sectionCount: Int { get }

  /// The sections in the order of the signal; `.identity` where a section does nothing.
  static func sections(_ values: ParameterValues<Self>) -> [BiquadCoefficients]
}

/// Every filter and equaliser: second-order sections on each channel alike, in Apple's arithmetic (decision 21).
///
/// Where all sections are idle the input passes bit for bit.
public struct FilterUnit<Design: FilterDesign>: Effect, LinearUnit, ~Copyable {
  private var cascade: BiquadCascade

  public init(format: RenderFormat) {
    cascade = BiquadCascade(sectionCount: Design.sectionCount, channelCount: format.channelCount)
  }

  public mutating func update(_ values: ParameterValues<Design>) {
    cascade.set(Design.sections(values))
  }

  public mutating func process(_ block: inout AudioBuffer) {
    cascade.process(&block)
  }

  public mutating func reset() {
    cascade.reset()
  }

  /// Until the ringing of the sections has fallen by 120 dB.
  public var tail: Int { cascade.tail }

  public static func response(_ values: ParameterValues<Design>) -> FrequencyResponse {
    let sections = Design.sections(values).filter { $0 != .identity }
    return { w in sections.reduce(.one) { $0 * $1.response(at: w) } }
  }
}
