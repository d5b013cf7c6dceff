public import ParamSpec

/// The output units: the volume of a device, a linear gain of 0…1 on every channel (reference/dsp.md U30).
public struct OutputUnit: Effect, ~Copyable {
  private var fader = Fader()

  public init(format: RenderFormat) {}

  public mutating func update(_ values: ParameterValues<HALOutput>) {
    fader.set(Double(values.volume))
  }

  public mutating func process(_ block: inout AudioBuffer) {
    fader.process(&block)
  }

  public mutating func reset() {
    fader.reset()
  }
}
