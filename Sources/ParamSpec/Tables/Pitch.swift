// swift-format-ignore-file

/// AUPitch: AUTimePitch as an effect, which shifts the pitch and keeps the length.
///
/// It shares AUTimePitch's rows and constants.
public enum Pitch: ParameterSet {
  public static let rate = TimePitch.rate
  public static let pitch = TimePitch.pitch
  public static let effectBlend = TimePitch.effectBlend

  public static let spec = UnitSpec(
    "pitch", "AUPitch", Component("aufx", "tmpt"),
    parameters: [rate, pitch, effectBlend],
    presets: [FactoryPreset(0, "Universal", .ours("only its name is published: every parameter at its default"), [:])],
    note: "Rate is kept and does nothing, as in Apple's unit.")
}
