// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kRogerBeepParam_InGateThreshold:      AudioUnitParameterID = 0
public let kRogerBeepParam_InGateThresholdTime:  AudioUnitParameterID = 1
public let kRogerBeepParam_OutGateThreshold:     AudioUnitParameterID = 2
public let kRogerBeepParam_OutGateThresholdTime: AudioUnitParameterID = 3
public let kRogerBeepParam_Sensitivity:          AudioUnitParameterID = 4
public let kRogerBeepParam_RogerType:            AudioUnitParameterID = 5
public let kRogerBeepParam_RogerGain:            AudioUnitParameterID = 6

/// AURogerBeep: a tone where the talker stops.
public enum RogerBeep: ParameterSet {
  public static let inGateThreshold = Parameter(
    kRogerBeepParam_InGateThreshold, "kRogerBeepParam_InGateThreshold", "In Gate Threshold", .global, .decibels, -80 ... 0, -6,
    documented: Documented("Global", "dB", "-80", "0", "-6", text: "Global, dB, -80 -> 0, -6"))

  public static let inGateThresholdTime = Parameter(
    kRogerBeepParam_InGateThresholdTime, "kRogerBeepParam_InGateThresholdTime", "In Gate Threshold Time", .global, .milliseconds, 0 ... 1000, 1000,
    documented: Documented("Global", "Milliseconds", "0", "1000", "1000", text: "Global, Milliseconds, 0 -> 1000, 1000"))

  public static let outGateThreshold = Parameter(
    kRogerBeepParam_OutGateThreshold, "kRogerBeepParam_OutGateThreshold", "Out Gate Threshold", .global, .decibels, -80 ... 0, -6,
    documented: Documented("Global", "dB", "-80", "0", "-6", text: "Global, dB, -80 -> 0, -6"))

  public static let outGateThresholdTime = Parameter(
    kRogerBeepParam_OutGateThresholdTime, "kRogerBeepParam_OutGateThresholdTime", "Out Gate Threshold Time", .global, .milliseconds, 0 ... 1000, 1000,
    documented: Documented("Global", "Milliseconds", "0", "1000", "1000", text: "Global, Milliseconds, 0 -> 1000, 1000"))

  public static let sensitivity = Parameter(
    kRogerBeepParam_Sensitivity, "kRogerBeepParam_Sensitivity", "Sensitivity", .global, .indexed, 0 ... 2, 2,
    values: ["light", "medium", "heavy"],
    documented: Documented("Global", "indexed", "0", "2", "2", text: "Global, indexed, 0 -> 2, 2"))

  public static let rogerType = Parameter(
    kRogerBeepParam_RogerType, "kRogerBeepParam_RogerType", "Roger Type", .global, .indexed, 0 ... 2, 0,
    values: ["Quindar", "white noise", "walkie-talkie"],
    documented: Documented("Global", "indexed", "0", "2", "0", text: "Global, indexed, 0 -> 2, 0"))

  public static let rogerGain = Parameter(
    kRogerBeepParam_RogerGain, "kRogerBeepParam_RogerGain", "Roger Gain", .global, .decibels, -80 ... 20, -6,
    documented: Documented("Global", "dB", "-80", "20", "-6", text: "Global, dB, -80 -> 20, -6"))

  public static let spec = UnitSpec(
    "rogerbeep", "AURogerBeep", Component("aufx", "rogr"),
    parameters: [
      inGateThreshold, inGateThresholdTime, outGateThreshold, outGateThresholdTime, sensitivity, rogerType,
      rogerGain,
    ])
}
