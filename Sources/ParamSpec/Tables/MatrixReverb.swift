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
    note: "Apple's unit wakes up in the preset Medium Hall 3, this one at the documented defaults. The structure is ours: none is published.")

  /// The rooms' names and six of their decay times are published, the values of Medium Hall 3 only (reference/units.md 3).
  private static let presets: [FactoryPreset] = [
    room(0, "Small Room", .ours("tuned to its published decay, 0.29 s"), 0, 0.00688, 0.4, 0.003, 0.001, 0.75, 0.7, 0.3, 0.85, 0.8, 0.6, 0.7, 0.2),
    room(1, "Medium Room", .ours("only the name is published"), 25, 0.0105, 1.01, 0.006, 0.003, 0.72, 0.7, 0.4, 0.82, 0.8, 0.6, 0.8, 0.2),
    room(2, "Large Room", .ours("only the name is published"), 35, 0.014, 1.3, 0.01, 0.005, 0.7, 0.7, 0.45, 0.8, 0.78, 0.5, 0.9, 0.25),
    room(3, "Medium Hall", .ours("only the name is published"), 45, 0.016, 2.08, 0.018, 0.01, 0.66, 0.72, 0.5, 0.78, 0.72, 0.45, 1, 0.35),
    room(4, "Large Hall", .ours("tuned to its published decay, 2.63 s"), 60, 0.019, 3.29, 0.024, 0.015, 0.62, 0.75, 0.55, 0.75, 0.74, 0.4, 1, 0.4),
    room(5, "Plate", .ours("only the name is published"), 60, 0.01, 2.11, 0.001, 0.001, 0.95, 0.95, 0.7, 0.97, 0.92, 0.8, 1.2, 0.3),
    room(6, "Medium Chamber", .ours("only the name is published"), 40, 0.012, 1.62, 0.008, 0.004, 0.8, 0.8, 0.5, 0.85, 0.85, 0.6, 0.9, 0.3),
    room(7, "Large Chamber", .ours("only the name is published"), 50, 0.015, 2.28, 0.012, 0.006, 0.78, 0.8, 0.5, 0.84, 0.84, 0.6, 0.9, 0.3),
    room(8, "Cathedral", .ours("tuned to its published decay, 7.64 s"), 80, 0.02, 8.92, 0.03, 0.03, 0.6, 0.78, 0.6, 0.72, 0.78, 0.5, 0.6, 0.4),
    room(9, "Large Room 2", .ours("tuned to its published decay, 0.95 s"), 30, 0.015, 1.64, 0.008, 0.004, 0.72, 0.72, 0.5, 0.8, 0.72, 0.5, 0.9, 0.3),
    room(10, "Medium Hall 2", .ours("only the name is published"), 40, 0.0155, 2.34, 0.02, 0.006, 0.68, 0.7, 0.55, 0.77, 0.7, 0.42, 1.1, 0.4),
    room(11, "Medium Hall 3", .header, 30, 0.014745, 0.0614, 0.014925, 0.001, 0.655, 0.68, 0.585, 0.75, 0.6405, 0.395605, 1.23036, 0.4),
    room(12, "Large Hall 2", .ours("tuned to its published decay, 2.76 s"), 55, 0.0195, 3.58, 0.022, 0.02, 0.64, 0.72, 0.6, 0.74, 0.7, 0.4, 1.1, 0.45),
  ]

  /// A preset by its values in the order of the rows: small/large mix to modulation depth. All wet, the filter flat.
  private static func room(_ number: Int, _ name: String, _ source: Source, _ values: Float...) -> FactoryPreset {
    let ids = kReverbParam_SmallLargeMix...kReverbParam_ModulationDepth
    return FactoryPreset(number, name, source, Dictionary(uniqueKeysWithValues: zip(ids, values)))
  }
}
