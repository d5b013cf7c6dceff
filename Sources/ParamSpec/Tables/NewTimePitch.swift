// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kNewTimePitchParam_Rate:                        AudioUnitParameterID = 0
public let kNewTimePitchParam_Pitch:                       AudioUnitParameterID = 1
public let kNewTimePitchParam_Overlap:                     AudioUnitParameterID = 4
public let kNewTimePitchParam_EnablePeakLocking:           AudioUnitParameterID = 6
public let kNewTimePitchParam_EnableTransientPreservation: AudioUnitParameterID = 7

/// AUNewTimePitch: speed and pitch, each on its own, by a phase vocoder.
public enum NewTimePitch: ParameterSet {
  public static let rate = Parameter(
    kNewTimePitchParam_Rate, "kNewTimePitchParam_Rate", "Rate", .global, .rate, 0.03125 ... 32, 1,
    documented: Documented("Global", "rate", "1/32", "32.0", "1.0", text: "Global, rate, 1/32 -> 32.0, 1.0"))

  public static let pitch = Parameter(
    kNewTimePitchParam_Pitch, "kNewTimePitchParam_Pitch", "Pitch", .global, .cents, -2400 ... 2400, 0,
    .ours("the documented default, 1 cent, would shift what nobody asked to shift"),
    documented: Documented("Global", "Cents", "-2400", "2400", "1.0", text: "Global, Cents, -2400 -> 2400, 1.0"))

  public static let overlap = Parameter(
    kNewTimePitchParam_Overlap, "kNewTimePitchParam_Overlap", "Overlap", .global, .generic, 3 ... 32, 8,
    documented: Documented("Global", "generic", "3.0", "32.0", "8.0", text: "Global, generic, 3.0 -> 32.0, 8.0"))

  public static let enablePeakLocking = Parameter(
    kNewTimePitchParam_EnablePeakLocking, "kNewTimePitchParam_EnablePeakLocking", "Enable Peak Locking", .global, .boolean, 0 ... 1, 1,
    documented: Documented("Global", "Boolean", "0", "1", "1", text: "Global, Boolean, 0->1, 1"))

  public static let enableTransientPreservation = Parameter(
    kNewTimePitchParam_EnableTransientPreservation, "kNewTimePitchParam_EnableTransientPreservation", key: "transients",
    "Enable Transient Preservation", .global, .boolean, 0 ... 1, 1)

  public static let spec = UnitSpec(
    "newtimepitch", "AUNewTimePitch", Component("aufc", "nutp"), Component("aufx", "nutp", "AUNewPitch"), aliases: ["newpitch"],
    parameters: [rate, pitch, overlap, enablePeakLocking, enableTransientPreservation],
    note: "Enable Transient Preservation comes from later headers.")
}
