// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kDistortionParam_Delay:          AudioUnitParameterID = 0
public let kDistortionParam_Decay:          AudioUnitParameterID = 1
public let kDistortionParam_DelayMix:       AudioUnitParameterID = 2
public let kDistortionParam_Decimation:     AudioUnitParameterID = 3
public let kDistortionParam_Rounding:       AudioUnitParameterID = 4
public let kDistortionParam_DecimationMix:  AudioUnitParameterID = 5
public let kDistortionParam_LinearTerm:     AudioUnitParameterID = 6
public let kDistortionParam_SquaredTerm:    AudioUnitParameterID = 7
public let kDistortionParam_CubicTerm:      AudioUnitParameterID = 8
public let kDistortionParam_PolynomialMix:  AudioUnitParameterID = 9
public let kDistortionParam_RingModFreq1:   AudioUnitParameterID = 10
public let kDistortionParam_RingModFreq2:   AudioUnitParameterID = 11
public let kDistortionParam_RingModBalance: AudioUnitParameterID = 12
public let kDistortionParam_RingModMix:     AudioUnitParameterID = 13
public let kDistortionParam_SoftClipGain:   AudioUnitParameterID = 14
public let kDistortionParam_FinalMix:       AudioUnitParameterID = 15

/// AUDistortion: delay, ring modulation, decimation, polynomial and soft clipping.
public enum Distortion: ParameterSet {
  public static let delay = Parameter(
    kDistortionParam_Delay, "kDistortionParam_Delay", "Delay", .global, .milliseconds, 0.1 ... 500, 0.1,
    documented: Documented("Global", "Milliseconds", "0.1", "500", "0.1", text: "Global, Milliseconds, 0.1 -> 500, 0.1"))

  public static let decay = Parameter(
    kDistortionParam_Decay, "kDistortionParam_Decay", "Decay", .global, .rate, 0.1 ... 50, 1,
    documented: Documented("Global", "Rate", "0.1", "50", "1.0", text: "Global, Rate, 0.1 -> 50, 1.0"))

  public static let delayMix = Parameter(
    kDistortionParam_DelayMix, "kDistortionParam_DelayMix", "Delay Mix", .global, .percent, 0 ... 100, 50,
    documented: Documented("Global", "Percent", "0", "100", "50", text: "Global, Percent, 0 -> 100, 50"))

  public static let decimation = Parameter(
    kDistortionParam_Decimation, "kDistortionParam_Decimation", "Decimation", .global, .percent, 0 ... 100, 0,
    .ours("no default is documented: 0 decimates nothing"),
    documented: Documented("Global", "Percent", "0", "100", "", text: "Global, Percent, 0 -> 100"))

  public static let rounding = Parameter(
    kDistortionParam_Rounding, "kDistortionParam_Rounding", "Rounding", .global, .percent, 0 ... 100, 0,
    documented: Documented("Global", "Percent", "0", "100", "0", text: "Global, Percent, 0 -> 100, 0"))

  public static let decimationMix = Parameter(
    kDistortionParam_DecimationMix, "kDistortionParam_DecimationMix", "Decimation Mix", .global, .percent, 0 ... 100, 50,
    documented: Documented("Global", "Percent", "0", "100", "50", text: "Global, Percent, 0 -> 100, 50"))

  public static let linearTerm = Parameter(
    kDistortionParam_LinearTerm, "kDistortionParam_LinearTerm", "Linear Term", .global, .linearGain, 0 ... 1, 1,
    documented: Documented("Global", "Linear Gain", "0", "1", "1", text: "Global, Linear Gain, 0 -> 1, 1"))

  public static let squaredTerm = Parameter(
    kDistortionParam_SquaredTerm, "kDistortionParam_SquaredTerm", "Squared Term", .global, .linearGain, 0 ... 20, 0,
    documented: Documented("Global", "Linear Gain", "0", "20", "0", text: "Global, Linear Gain, 0 -> 20, 0"))

  public static let cubicTerm = Parameter(
    kDistortionParam_CubicTerm, "kDistortionParam_CubicTerm", "Cubic Term", .global, .linearGain, 0 ... 20, 0,
    documented: Documented("Global", "Linear Gain", "0", "20", "0", text: "Global, Linear Gain, 0 -> 20, 0"))

  public static let polynomialMix = Parameter(
    kDistortionParam_PolynomialMix, "kDistortionParam_PolynomialMix", "Polynomial Mix", .global, .percent, 0 ... 100, 50,
    documented: Documented("Global", "Percent", "0", "100", "50", text: "Global, Percent, 0 -> 100, 50"))

  public static let ringModFreq1 = Parameter(
    kDistortionParam_RingModFreq1, "kDistortionParam_RingModFreq1", "Ring Mod Freq 1", .global, .hertz, 0.5 ... 8000, 100,
    documented: Documented("Global", "Hertz", "0.5", "8000", "100", text: "Global, Hertz, 0.5 -> 8000, 100"))

  public static let ringModFreq2 = Parameter(
    kDistortionParam_RingModFreq2, "kDistortionParam_RingModFreq2", "Ring Mod Freq 2", .global, .hertz, 0.5 ... 8000, 100,
    documented: Documented("Global", "Hertz", "0.5", "8000", "100", text: "Global, Hertz, 0.5 -> 8000, 100"))

  public static let ringModBalance = Parameter(
    kDistortionParam_RingModBalance, "kDistortionParam_RingModBalance", "Ring Mod Balance", .global, .percent, 0 ... 100, 50,
    documented: Documented("Global", "Percent", "0", "100", "50", text: "Global, Percent, 0 -> 100, 50"))

  public static let ringModMix = Parameter(
    kDistortionParam_RingModMix, "kDistortionParam_RingModMix", "Ring Mod Mix", .global, .percent, 0 ... 100, 0,
    documented: Documented("Global", "Percent", "0", "100", "0", text: "Global, Percent, 0 -> 100, 0"))

  public static let softClipGain = Parameter(
    kDistortionParam_SoftClipGain, "kDistortionParam_SoftClipGain", "Soft Clip Gain", .global, .decibels, -80 ... 20, -6,
    documented: Documented("Global", "dB", "-80", "20", "-6", text: "Global, dB, -80 -> 20, -6"))

  public static let finalMix = Parameter(
    kDistortionParam_FinalMix, "kDistortionParam_FinalMix", "Final Mix", .global, .percent, 0 ... 100, 50,
    documented: Documented("Global", "Percent", "0", "100", "50", text: "Global, Percent, 0 -> 100, 50"))

  public static let spec = UnitSpec(
    "distortion", "AUDistortion", Component("aufx", "dist"),
    parameters: [
      delay, decay, delayMix, decimation, rounding, decimationMix, linearTerm, squaredTerm, cubicTerm, polynomialMix,
      ringModFreq1, ringModFreq2, ringModBalance, ringModMix, softClipGain, finalMix,
    ],
    presets: presets,
    note: "Apple's unit wakes up in the preset Drums Bit Brush, this one at the documented defaults.")

  /// Names and order are published, the values of Drums Bit Brush only (reference/units.md 3). Values in the order of
  /// the ids: delay, decay, mix; decimation, rounding, mix; linear, squared, cubic, mix; ring 1, ring 2, balance, mix;
  /// soft clip gain; final mix.
  private static let presets = [
    preset(0, "Drums Bit Brush", .header, 4.6, 9.73, 3.4, 0.5, 65.2, 100, 0, 18.11, 0, 100, 44, 1147, 50, 0, -0.9, 44.6),
    preset(1, "Drums Buffer Beats", named, 125, 20, 45, 10, 30, 60, 1, 0, 2, 30, 100, 100, 50, 0, -2, 60),
    preset(2, "Drums LoFi", named, 0.1, 1, 0, 36, 66, 100, 1, 0, 1.5, 40, 100, 100, 50, 0, -2, 80),
    preset(3, "Multi-Broken Speaker", named, 2.5, 9, 25, 0, 55, 30, 0.4, 6, 9, 90, 57, 100, 0, 12, 5, 65),
    preset(4, "Multi-Cellphone Concert", named, 14, 7, 25, 42, 58, 85, 0.7, 2, 5, 60, 100, 100, 50, 0, 2, 80),
    preset(5, "Multi-Decimated 1", named, 0.1, 1, 0, 18, 20, 100, 1, 0, 0, 0, 100, 100, 50, 0, -3, 70),
    preset(6, "Multi-Decimated 2", named, 0.1, 1, 0, 34, 45, 100, 1, 0, 0, 0, 100, 100, 50, 0, -3, 70),
    preset(7, "Multi-Decimated 3", named, 0.1, 1, 0, 52, 62, 100, 1, 0, 0, 0, 100, 100, 50, 0, -3, 80),
    preset(8, "Multi-Decimated 4", named, 0.1, 1, 0, 72, 76, 100, 1, 0, 0, 0, 100, 100, 50, 0, -3, 90),
    preset(9, "Multi-Distorted Funk", named, 9, 6, 15, 0, 0, 0, 0.8, 3, 6, 70, 100, 100, 50, 0, 6, 60),
    preset(10, "Multi-Distorted Cubed", named, 0.1, 1, 0, 0, 0, 0, 0.2, 0, 14, 100, 100, 100, 50, 0, 3, 65),
    preset(11, "Multi-Distorted Squared", named, 0.1, 1, 0, 0, 0, 0, 0.2, 14, 0, 100, 100, 100, 50, 0, 3, 65),
    preset(12, "Multi-Echo 1", named, 250, 14, 45, 0, 0, 0, 1, 0, 1, 20, 100, 100, 50, 0, -2, 60),
    preset(13, "Multi-Echo 2", named, 420, 22, 48, 10, 20, 40, 1, 0, 1, 20, 100, 100, 50, 0, -2, 60),
    preset(14, "Multi-Echo Tight 1", named, 62, 8, 45, 0, 0, 0, 1, 0, 1, 20, 100, 100, 50, 0, -2, 60),
    preset(15, "Multi-Echo Tight 2", named, 96, 11, 48, 10, 20, 40, 1, 0, 1, 20, 100, 100, 50, 0, -2, 60),
    preset(16, "Multi-Everything Is Broken", named, 37, 18, 45, 45, 66, 80, 0.3, 9, 13, 95, 61, 733, 50, 45, 8, 90),
    preset(17, "Speech Alien Chatter", named, 22, 9, 30, 22, 30, 40, 1, 0, 3, 40, 210, 620, 50, 85, 0, 80),
    preset(18, "Speech Cosmic Interference", named, 92, 24, 48, 24, 20, 40, 1, 2, 0, 30, 5921, 7144, 50, 55, 0, 70),
    preset(19, "Speech Golden Pi", named, 31.4, 16.18, 38, 0, 0, 0, 1, 0, 1.618, 50, 161.8, 314.16, 50, 70, -1, 70),
    preset(20, "Speech Radio Tower", named, 3, 5, 15, 40, 54, 75, 0.6, 3, 8, 70, 1200, 100, 0, 8, 4, 85),
    preset(21, "Speech Waves", named, 180, 26, 40, 0, 0, 0, 1, 0, 0, 0, 0.5, 3, 35, 85, -2, 75),
  ]

  private static let named = Source.ours("only the name is published")

  private static func preset(_ number: Int, _ name: String, _ source: Source, _ values: Float...) -> FactoryPreset {
    let ids = kDistortionParam_Delay...kDistortionParam_FinalMix
    return FactoryPreset(number, name, source, Dictionary(uniqueKeysWithValues: zip(ids, values)))
  }
}
