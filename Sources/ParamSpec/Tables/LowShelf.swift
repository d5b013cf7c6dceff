// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kAULowShelfParam_CutoffFrequency: AudioUnitParameterID = 0
public let kAULowShelfParam_Gain:            AudioUnitParameterID = 1

/// AULowShelfFilter: raises or lowers all below a frequency.
public enum LowShelf: ParameterSet {
  public static let cutoffFrequency = Parameter(
    kAULowShelfParam_CutoffFrequency, "kAULowShelfParam_CutoffFrequency", "Cutoff Frequency", .global, .hertz, 10 ... 200, 80,
    documented: Documented("Global", "Hz", "10", "200", "80", text: "Global, Hz, 10->200, 80"))

  public static let gain = Parameter(
    kAULowShelfParam_Gain, "kAULowShelfParam_Gain", "Gain", .global, .decibels, -40 ... 40, 0,
    documented: Documented("Global", "dB", "-40", "40", "0", text: "Global, dB, -40->40, 0"))

  public static let spec = UnitSpec(
    "lowshelf", "AULowShelfFilter", Component("aufx", "lshf"), aliases: ["lowshelffilter"],
    parameters: [cutoffFrequency, gain])
}
