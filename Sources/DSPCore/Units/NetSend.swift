public import ParamSpec

/// AUNetSend: passes its input bit for bit. Offline nobody listens: the status stays at "not connected"
/// (reference/dsp.md U30).
public struct NetSendUnit: Effect, ~Copyable {
  public init(format: RenderFormat) {}

  public mutating func update(_ values: ParameterValues<NetSend>) {}

  public mutating func process(_ block: inout AudioBuffer) {}

  public mutating func reset() {}
}
