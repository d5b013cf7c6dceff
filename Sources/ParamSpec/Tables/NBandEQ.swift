// swift-format-ignore-file
// The rows follow the later headers line by line.

public let kAUNBandEQParam_GlobalGain: AudioUnitParameterID = 0
public let kAUNBandEQParam_BypassBand: AudioUnitParameterID = 1000
public let kAUNBandEQParam_FilterType: AudioUnitParameterID = 2000
public let kAUNBandEQParam_Frequency:  AudioUnitParameterID = 3000
public let kAUNBandEQParam_Gain:       AudioUnitParameterID = 4000
public let kAUNBandEQParam_Bandwidth:  AudioUnitParameterID = 5000

/// AUNBandEQ: bands of eleven types.
public enum NBandEQ: ParameterSet {
  public static let globalGain = Parameter(
    kAUNBandEQParam_GlobalGain, "kAUNBandEQParam_GlobalGain", "Global Gain", .global, .decibels, -96 ... 24, 0)

  public static let bypassBand = Parameter(
    kAUNBandEQParam_BypassBand, "kAUNBandEQParam_BypassBand", key: "bypass", "Bypass", .global, .boolean, 0 ... 1, 1, count: 31)

  public static let filterType = Parameter(
    kAUNBandEQParam_FilterType, "kAUNBandEQParam_FilterType", key: "type", "Type", .global, .indexed, 0 ... 10, 0, count: 31,
    values: ["parametric", "low pass", "high pass", "resonant low pass", "resonant high pass", "band pass", "band stop", "low shelf", "high shelf", "resonant low shelf", "resonant high shelf"])

  public static let frequency = Parameter(
    kAUNBandEQParam_Frequency, "kAUNBandEQParam_Frequency", "Frequency", .global, .hertz, 20 ... .nyquist, 1000, count: 31)

  public static let gain = Parameter(
    kAUNBandEQParam_Gain, "kAUNBandEQParam_Gain", "Gain", .global, .decibels, -96 ... 24, 0, count: 31)

  public static let bandwidth = Parameter(
    kAUNBandEQParam_Bandwidth, "kAUNBandEQParam_Bandwidth", "Bandwidth", .global, .octaves, 0.05 ... 5, 0.5, count: 31)

  public static let spec = UnitSpec(
    "nbandeq", "AUNBandEQ", Component("aufx", "nbeq"), Component("aufx", "ipeq", "AUiPodEQ"),
    parameters: [globalGain, bypassBand, filterType, frequency, gain, bandwidth],
    note: "Bands are documented to start bypassed.")
}
