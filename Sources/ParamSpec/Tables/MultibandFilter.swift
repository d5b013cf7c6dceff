// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kMultibandFilter_LowFilterType:  AudioUnitParameterID = 0
public let kMultibandFilter_LowFrequency:   AudioUnitParameterID = 1
public let kMultibandFilter_LowGain:        AudioUnitParameterID = 2
public let kMultibandFilter_CenterFreq1:    AudioUnitParameterID = 3
public let kMultibandFilter_CenterGain1:    AudioUnitParameterID = 4
public let kMultibandFilter_Bandwidth1:     AudioUnitParameterID = 5
public let kMultibandFilter_CenterFreq2:    AudioUnitParameterID = 6
public let kMultibandFilter_CenterGain2:    AudioUnitParameterID = 7
public let kMultibandFilter_Bandwidth2:     AudioUnitParameterID = 8
public let kMultibandFilter_CenterFreq3:    AudioUnitParameterID = 9
public let kMultibandFilter_CenterGain3:    AudioUnitParameterID = 10
public let kMultibandFilter_Bandwidth3:     AudioUnitParameterID = 11
public let kMultibandFilter_HighFilterType: AudioUnitParameterID = 12
public let kMultibandFilter_HighFrequency:  AudioUnitParameterID = 13
public let kMultibandFilter_HighGain:       AudioUnitParameterID = 14

/// AUFilter: two ends and three peaks.
public enum MultibandFilter: ParameterSet {
  public static let lowFilterType = Parameter(
    kMultibandFilter_LowFilterType, "kMultibandFilter_LowFilterType", "Low Filter Type", .global, .indexed, 0 ... 1, 0,
    values: ["shelf", "cut"],
    documented: Documented("Global", "indexed", "0", "1", "0", text: "Global, indexed, 0 -> 1, 0"))

  public static let lowFrequency = Parameter(
    kMultibandFilter_LowFrequency, "kMultibandFilter_LowFrequency", "Low Frequency", .global, .hertz, 10 ... .nyquist, 100,
    documented: Documented("Global", "Hertz", "10", "(SampleRate/2)", "100", text: "Global, Hertz, 10 -> (SampleRate/2), 100"))

  public static let lowGain = Parameter(
    kMultibandFilter_LowGain, "kMultibandFilter_LowGain", "Low Gain", .global, .decibels, -18 ... 18, 0,
    documented: Documented("Global", "dB", "-18", "+18", "0", text: "Global, dB, -18 -> +18, 0"))

  public static let centerFreq1 = Parameter(
    kMultibandFilter_CenterFreq1, "kMultibandFilter_CenterFreq1", "Center Freq 1", .global, .hertz, 10 ... .nyquist, 100,
    documented: Documented("Global", "Hertz", "10", "(SampleRate/2)", "100", text: "Global, Hertz, 10 -> (SampleRate/2), 100"))

  public static let centerGain1 = Parameter(
    kMultibandFilter_CenterGain1, "kMultibandFilter_CenterGain1", "Center Gain 1", .global, .decibels, -18 ... 18, 0,
    documented: Documented("Global", "dB", "-18", "+18", "0", text: "Global, dB, -18 -> +18, 0"))

  public static let bandwidth1 = Parameter(
    kMultibandFilter_Bandwidth1, "kMultibandFilter_Bandwidth1", "Bandwidth 1", .global, .octaves, 0.05 ... 3, 2,
    documented: Documented("Global", "Octaves", "0.05", "3.0", "2.0", text: "Global, Octaves, 0.05 -> 3.0, 2.0"))

  public static let centerFreq2 = Parameter(
    kMultibandFilter_CenterFreq2, "kMultibandFilter_CenterFreq2", "Center Freq 2", .global, .hertz, 10 ... .nyquist, 100,
    documented: Documented("Global", "Hertz", "10", "(SampleRate/2)", "100", text: "Global, Hertz, 10 -> (SampleRate/2), 100"))

  public static let centerGain2 = Parameter(
    kMultibandFilter_CenterGain2, "kMultibandFilter_CenterGain2", "Center Gain 2", .global, .decibels, -18 ... 18, 0,
    documented: Documented("Global", "dB", "-18", "+18", "0", text: "Global, dB, -18 -> +18, 0"))

  public static let bandwidth2 = Parameter(
    kMultibandFilter_Bandwidth2, "kMultibandFilter_Bandwidth2", "Bandwidth 2", .global, .octaves, 0.05 ... 3, 2,
    documented: Documented("Global", "Octaves", "0.05", "3.0", "2.0", text: "Global, Octaves, 0.05 -> 3.0, 2.0"))

  public static let centerFreq3 = Parameter(
    kMultibandFilter_CenterFreq3, "kMultibandFilter_CenterFreq3", "Center Freq 3", .global, .hertz, 10 ... .nyquist, 100,
    documented: Documented("Global", "Hertz", "10", "(SampleRate/2)", "100", text: "Global, Hertz, 10 -> (SampleRate/2), 100"))

  public static let centerGain3 = Parameter(
    kMultibandFilter_CenterGain3, "kMultibandFilter_CenterGain3", "Center Gain 3", .global, .decibels, -18 ... 18, 0,
    documented: Documented("Global", "dB", "-18", "+18", "0", text: "Global, dB, -18 -> +18, 0"))

  public static let bandwidth3 = Parameter(
    kMultibandFilter_Bandwidth3, "kMultibandFilter_Bandwidth3", "Bandwidth 3", .global, .octaves, 0.05 ... 3, 2,
    documented: Documented("Global", "Octaves", "0.05", "3.0", "2.0", text: "Global, Octaves, 0.05 -> 3.0, 2.0"))

  public static let highFilterType = Parameter(
    kMultibandFilter_HighFilterType, "kMultibandFilter_HighFilterType", "High Filter Type", .global, .indexed, 0 ... 1, 0,
    values: ["shelf", "cut"],
    documented: Documented("Global", "indexed", "0", "1", "0", text: "Global, indexed, 0 -> 1, 0"))

  public static let highFrequency = Parameter(
    kMultibandFilter_HighFrequency, "kMultibandFilter_HighFrequency", "High Frequency", .global, .hertz, 10 ... .nyquist, 100,
    documented: Documented("Global", "Hertz", "10", "(SampleRate/2)", "100", text: "Global, Hertz, 10 -> (SampleRate/2), 100"))

  public static let highGain = Parameter(
    kMultibandFilter_HighGain, "kMultibandFilter_HighGain", "High Gain", .global, .decibels, -18 ... 18, 0,
    documented: Documented("Global", "dB", "-18", "+18", "0", text: "Global, dB, -18 -> +18, 0"))

  public static let spec = UnitSpec(
    "filter", "AUFilter", Component("aufx", "filt"), aliases: ["multibandfilter"],
    parameters: [
      lowFilterType, lowFrequency, lowGain, centerFreq1, centerGain1, bandwidth1, centerFreq2, centerGain2,
      bandwidth2, centerFreq3, centerGain3, bandwidth3, highFilterType, highFrequency, highGain,
    ],
    note: "The meaning of the filter types is ours: a shelf, or a cut beyond the frequency that leaves the gain aside. All frequencies are documented to start at 100 Hz: 100, 500, 1000, 4000 and 8000 Hz make a useful start.")
}
