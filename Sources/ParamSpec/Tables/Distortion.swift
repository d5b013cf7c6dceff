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

  private static let presets = [
    FactoryPreset(0, "Drums Bit Brush", .header, [0: 4.6, 1: 9.73, 2: 3.4, 3: 0.5, 4: 65.2, 5: 100, 6: 0, 7: 18.11, 8: 0, 9: 100, 10: 44, 11: 1147, 12: 50, 13: 0, 14: -0.9, 15: 44.6]),
    FactoryPreset(1, "Drums Buffer Beats", .ours("its values are not published"), [:]),
    FactoryPreset(2, "Drums LoFi", .ours("its values are not published"), [:]),
    FactoryPreset(3, "Multi-Broken Speaker", .ours("its values are not published"), [:]),
    FactoryPreset(4, "Multi-Cellphone Concert", .ours("its values are not published"), [:]),
    FactoryPreset(5, "Multi-Decimated 1", .ours("its values are not published"), [:]),
    FactoryPreset(6, "Multi-Decimated 2", .ours("its values are not published"), [:]),
    FactoryPreset(7, "Multi-Decimated 3", .ours("its values are not published"), [:]),
    FactoryPreset(8, "Multi-Decimated 4", .ours("its values are not published"), [:]),
    FactoryPreset(9, "Multi-Distorted Funk", .ours("its values are not published"), [:]),
    FactoryPreset(10, "Multi-Distorted Cubed", .ours("its values are not published"), [:]),
    FactoryPreset(11, "Multi-Distorted Squared", .ours("its values are not published"), [:]),
    FactoryPreset(12, "Multi-Echo 1", .ours("its values are not published"), [:]),
    FactoryPreset(13, "Multi-Echo 2", .ours("its values are not published"), [:]),
    FactoryPreset(14, "Multi-Echo Tight 1", .ours("its values are not published"), [:]),
    FactoryPreset(15, "Multi-Echo Tight 2", .ours("its values are not published"), [:]),
    FactoryPreset(16, "Multi-Everything Is Broken", .ours("its values are not published"), [:]),
    FactoryPreset(17, "Speech Alien Chatter", .ours("its values are not published"), [:]),
    FactoryPreset(18, "Speech Cosmic Interference", .ours("its values are not published"), [:]),
    FactoryPreset(19, "Speech Golden Pi", .ours("its values are not published"), [:]),
    FactoryPreset(20, "Speech Radio Tower", .ours("its values are not published"), [:]),
    FactoryPreset(21, "Speech Waves", .ours("its values are not published"), [:]),
  ]
}
