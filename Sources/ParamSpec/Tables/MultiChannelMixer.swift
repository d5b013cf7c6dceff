// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kMultiChannelMixerParam_Volume:            AudioUnitParameterID = 0
public let kMultiChannelMixerParam_Enable:            AudioUnitParameterID = 1
public let kMultiChannelMixerParam_Pan:               AudioUnitParameterID = 2
public let kMultiChannelMixerParam_PreAveragePower:   AudioUnitParameterID = 1000
public let kMultiChannelMixerParam_PrePeakHoldLevel:  AudioUnitParameterID = 2000
public let kMultiChannelMixerParam_PostAveragePower:  AudioUnitParameterID = 3000
public let kMultiChannelMixerParam_PostPeakHoldLevel: AudioUnitParameterID = 4000

/// AUMultiChannelMixer: a volume and a pan for each input.
public enum MultiChannelMixer: ParameterSet {
  public static let volume = Parameter(
    kMultiChannelMixerParam_Volume, "kMultiChannelMixerParam_Volume", "Volume", .inputOutput, .linearGain, 0 ... 1, 1,
    .ours("documented as global; real units hold it for each input and output"),
    documented: Documented("Global", "Linear Gain", "0", "1", "1", text: "Global, Linear Gain, 0->1, 1"))

  public static let enable = Parameter(
    kMultiChannelMixerParam_Enable, "kMultiChannelMixerParam_Enable", "Enable", .inputOutput, .boolean, 0 ... 1, 1,
    .ours("documented as global; real units hold it for each input and output"),
    documented: Documented("Global", "Boolean", "0", "1", "1", text: "Global, Boolean, 0->1, 1"))

  public static let pan = Parameter(
    kMultiChannelMixerParam_Pan, "kMultiChannelMixerParam_Pan", "Pan", .input, .pan, -1 ... 1, 0,
    .ours("documented as global and without a default; real units hold it for each input"),
    documented: Documented("Global", "Pan", "-1", "1", "", text: "Global, Pan"))

  public static let preAveragePower = Parameter(
    kMultiChannelMixerParam_PreAveragePower, "kMultiChannelMixerParam_PreAveragePower", "Pre Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let prePeakHoldLevel = Parameter(
    kMultiChannelMixerParam_PrePeakHoldLevel, "kMultiChannelMixerParam_PrePeakHoldLevel", "Pre Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postAveragePower = Parameter(
    kMultiChannelMixerParam_PostAveragePower, "kMultiChannelMixerParam_PostAveragePower", "Post Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postPeakHoldLevel = Parameter(
    kMultiChannelMixerParam_PostPeakHoldLevel, "kMultiChannelMixerParam_PostPeakHoldLevel", "Post Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let spec = UnitSpec(
    "multichannelmixer", "AUMultiChannelMixer", Component("aumx", "mcmx"),
    parameters: [volume, enable, pan, preAveragePower, prePeakHoldLevel, postAveragePower, postPeakHoldLevel],
    note: "Saved states may hold any volume, negative ones too.")
}
