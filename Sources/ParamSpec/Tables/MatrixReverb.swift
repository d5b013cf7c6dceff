// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kReverbParam_DryWetMix:       AudioUnitParameterID = 0
public let kReverbParam_SmallLargeMix:   AudioUnitParameterID = 1
public let kReverbParam_SmallSize:       AudioUnitParameterID = 2
public let kReverbParam_LargeSize:       AudioUnitParameterID = 3
public let kReverbParam_PreDelay:        AudioUnitParameterID = 4
public let kReverbParam_LargeDelay:      AudioUnitParameterID = 5
public let kReverbParam_SmallDensity:    AudioUnitParameterID = 6
public let kReverbParam_LargeDensity:    AudioUnitParameterID = 7
public let kReverbParam_LargeDelayRange: AudioUnitParameterID = 8
public let kReverbParam_SmallBrightness: AudioUnitParameterID = 9
public let kReverbParam_LargeBrightness: AudioUnitParameterID = 10
public let kReverbParam_SmallDelayRange: AudioUnitParameterID = 11
public let kReverbParam_ModulationRate:  AudioUnitParameterID = 12
public let kReverbParam_ModulationDepth: AudioUnitParameterID = 13
public let kReverbParam_FilterFrequency: AudioUnitParameterID = 14
public let kReverbParam_FilterBandwidth: AudioUnitParameterID = 15
public let kReverbParam_FilterGain:      AudioUnitParameterID = 16

/// AUMatrixReverb: a small and a large room side by side.
public enum MatrixReverb: ParameterSet {
  public static let dryWetMix = Parameter(
    kReverbParam_DryWetMix, "kReverbParam_DryWetMix", "Dry/Wet Mix", .global, .equalPowerCrossfade, 0 ... 100, 100,
    documented: Documented("Global", "EqPow CrossFade", "0", "100", "100", text: "Global, EqPow CrossFade, 0->100, 100"))

  public static let smallLargeMix = Parameter(
    kReverbParam_SmallLargeMix, "kReverbParam_SmallLargeMix", "Small/Large Mix", .global, .equalPowerCrossfade, 0 ... 100, 50,
    documented: Documented("Global", "EqPow CrossFade", "0", "100", "50", text: "Global, EqPow CrossFade, 0->100, 50"))

  public static let smallSize = Parameter(
    kReverbParam_SmallSize, "kReverbParam_SmallSize", "Small Size", .global, .seconds, 0.005 ... 0.02, 0.014745,
    .ours("the documented default, 0.06, lies outside the documented range; real states hold 0.014745"),
    documented: Documented("Global", "Secs", "0.005", "0.020", "0.06", text: "Global, Secs, 0.005->0.020, 0.06"))

  public static let largeSize = Parameter(
    kReverbParam_LargeSize, "kReverbParam_LargeSize", "Large Size", .global, .seconds, 0.4 ... 10, 3.07, alternative: 0.008 ... 0.2,
    .ours("below 0.3 it is the mean delay that real states hold: a fiftieth of the documented decay"),
    documented: Documented("Global", "Secs", "0.4", "10.0", "3.07", text: "Global, Secs, 0.4->10.0, 3.07"))

  public static let preDelay = Parameter(
    kReverbParam_PreDelay, "kReverbParam_PreDelay", "Pre-Delay", .global, .seconds, 0.001 ... 0.03, 0.025,
    documented: Documented("Global", "Secs", "0.001", "0.03", "0.025", text: "Global, Secs, 0.001->0.03, 0.025"))

  public static let largeDelay = Parameter(
    kReverbParam_LargeDelay, "kReverbParam_LargeDelay", "Large Delay", .global, .seconds, 0.001 ... 0.1, 0.035,
    documented: Documented("Global", "Secs", "0.001", "0.1", "0.035", text: "Global, Secs, 0.001->0.1, 0.035"))

  public static let smallDensity = Parameter(
    kReverbParam_SmallDensity, "kReverbParam_SmallDensity", "Small Density", .global, .generic, 0 ... 1, 0.28,
    documented: Documented("Global", "Genr", "0", "1", "0.28", text: "Global, Genr, 0->1, 0.28"))

  public static let largeDensity = Parameter(
    kReverbParam_LargeDensity, "kReverbParam_LargeDensity", "Large Density", .global, .generic, 0 ... 1, 0.82,
    documented: Documented("Global", "Genr", "0", "1", "0.82", text: "Global, Genr, 0->1, 0.82"))

  public static let largeDelayRange = Parameter(
    kReverbParam_LargeDelayRange, "kReverbParam_LargeDelayRange", "Large Delay Range", .global, .generic, 0 ... 1, 0.3,
    documented: Documented("Global", "Genr", "0", "1", "0.3", text: "Global, Genr, 0->1, 0.3"))

  public static let smallBrightness = Parameter(
    kReverbParam_SmallBrightness, "kReverbParam_SmallBrightness", "Small Brightness", .global, .generic, 0.1 ... 1, 0.96,
    documented: Documented("Global", "Genr", "0.1", "1", "0.96", text: "Global, Genr, 0.1->1, 0.96"))

  public static let largeBrightness = Parameter(
    kReverbParam_LargeBrightness, "kReverbParam_LargeBrightness", "Large Brightness", .global, .generic, 0.1 ... 1, 0.49,
    documented: Documented("Global", "Genr", "0.1", "1", "0.49", text: "Global, Genr, 0.1->1, 0.49"))

  public static let smallDelayRange = Parameter(
    kReverbParam_SmallDelayRange, "kReverbParam_SmallDelayRange", "Small Delay Range", .global, .generic, 0 ... 1, 0.5,
    documented: Documented("Global", "Genr", "0", "1", "0.5", text: "Global, Genr, 0->1 0.5"))

  public static let modulationRate = Parameter(
    kReverbParam_ModulationRate, "kReverbParam_ModulationRate", "Modulation Rate", .global, .hertz, 0.001 ... 2, 1,
    documented: Documented("Global", "Hz", "0.001", "2.0", "1.0", text: "Global, Hz, 0.001->2.0, 1.0"))

  public static let modulationDepth = Parameter(
    kReverbParam_ModulationDepth, "kReverbParam_ModulationDepth", "Modulation Depth", .global, .generic, 0 ... 1, 0.2,
    documented: Documented("Global", "Genr", "0.0", "1.0", "0.2", text: "Global, Genr, 0.0 -> 1.0, 0.2"))

  public static let filterFrequency = Parameter(
    kReverbParam_FilterFrequency, "kReverbParam_FilterFrequency", "Filter Frequency", .global, .hertz, 10 ... 20000, 800,
    documented: Documented("Global", "Hertz", "10.0", "20000.0", "800.0", text: "Global, Hertz, 10.0 -> 20000.0, 800.0"))

  public static let filterBandwidth = Parameter(
    kReverbParam_FilterBandwidth, "kReverbParam_FilterBandwidth", "Filter Bandwidth", .global, .octaves, 0.05 ... 4, 3,
    documented: Documented("Global", "Octaves", "0.05", "4.0", "3.0", text: "Global, Octaves, 0.05 -> 4.0, 3.0"))

  public static let filterGain = Parameter(
    kReverbParam_FilterGain, "kReverbParam_FilterGain", "Filter Gain", .global, .decibels, -18 ... 18, 0,
    documented: Documented("Global", "Decibels", "-18.0", "+18.0", "0.0", text: "Global, Decibels, -18.0 -> +18.0, 0.0"))

  public static let spec = UnitSpec(
    "reverb", "AUMatrixReverb", Component("aufx", "mrev"), aliases: ["matrixreverb"],
    parameters: [
      dryWetMix, smallLargeMix, smallSize, largeSize, preDelay, largeDelay, smallDensity, largeDensity,
      largeDelayRange, smallBrightness, largeBrightness, smallDelayRange, modulationRate, modulationDepth,
      filterFrequency, filterBandwidth, filterGain,
    ],
    presets: presets,
    note: "Apple's unit wakes up in the preset Medium Hall 3, this one at the documented defaults.")

  private static let presets = [
    FactoryPreset(0, "Small Room", .ours("its values are not published"), [:]),
    FactoryPreset(1, "Medium Room", .ours("its values are not published"), [:]),
    FactoryPreset(2, "Large Room", .ours("its values are not published"), [:]),
    FactoryPreset(3, "Medium Hall", .ours("its values are not published"), [:]),
    FactoryPreset(4, "Large Hall", .ours("its values are not published"), [:]),
    FactoryPreset(5, "Plate", .ours("its values are not published"), [:]),
    FactoryPreset(6, "Medium Chamber", .ours("its values are not published"), [:]),
    FactoryPreset(7, "Large Chamber", .ours("its values are not published"), [:]),
    FactoryPreset(8, "Cathedral", .ours("its values are not published"), [:]),
    FactoryPreset(9, "Large Room 2", .ours("its values are not published"), [:]),
    FactoryPreset(10, "Medium Hall 2", .ours("its values are not published"), [:]),
    FactoryPreset(11, "Medium Hall 3", .header, [0: 100, 1: 30, 2: 0.014745, 3: 0.0614, 4: 0.014925, 5: 0.001, 6: 0.655, 7: 0.68, 8: 0.585, 9: 0.75, 10: 0.6405, 11: 0.395605, 12: 1.23036, 13: 0.4, 14: 800, 15: 3, 16: 0]),
    FactoryPreset(12, "Large Hall 2", .ours("its values are not published"), [:]),
  ]
}
