// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kTimePitchParam_Rate:        AudioUnitParameterID = 0
public let kTimePitchParam_Pitch:       AudioUnitParameterID = 1
public let kTimePitchParam_EffectBlend: AudioUnitParameterID = 2

/// AUTimePitch: speed and pitch, each on its own.
public enum TimePitch: ParameterSet {
  public static let rate = Parameter(
    kTimePitchParam_Rate, "kTimePitchParam_Rate", "Rate", .global, .rate, 0.03125 ... 32, 1,
    .ours("nothing is documented: as AUNewTimePitch"))

  public static let pitch = Parameter(
    kTimePitchParam_Pitch, "kTimePitchParam_Pitch", "Pitch", .global, .cents, -2400 ... 2400, 0,
    .ours("nothing is documented: as AUNewTimePitch"))

  public static let effectBlend = Parameter(
    kTimePitchParam_EffectBlend, "kTimePitchParam_EffectBlend", "Effect Blend", .global, .percent, 0 ... 100, 100,
    .ours("nothing is documented; a real state holds a share in percent"))

  public static let spec = UnitSpec(
    "timepitch", "AUTimePitch", Component("aufc", "tmpt"), Component("auol", "tmpt", "AUTimePitch (offline)"),
    parameters: [rate, pitch, effectBlend],
    note: "Effect Blend belongs to AUPitch.")
}
