// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kStereoMixerParam_Volume:            AudioUnitParameterID = 0
public let kStereoMixerParam_Pan:               AudioUnitParameterID = 1
public let kStereoMixerParam_PreAveragePower:   AudioUnitParameterID = 1000
public let kStereoMixerParam_PrePeakHoldLevel:  AudioUnitParameterID = 2000
public let kStereoMixerParam_PostAveragePower:  AudioUnitParameterID = 3000
public let kStereoMixerParam_PostPeakHoldLevel: AudioUnitParameterID = 4000

/// AUMixer: stereo inputs with faders.
public enum StereoMixer: ParameterSet {
  public static let volume = Parameter(
    kStereoMixerParam_Volume, "kStereoMixerParam_Volume", "Volume", .inputOutput, .mixerFaderCurve1, 0 ... 1, 1,
    documented: Documented("Input/Output", "Mixer Fader Curve", "0", "1", "1", text: "Input/Output, Mixer Fader Curve, 0->1, 1"))

  public static let pan = Parameter(
    kStereoMixerParam_Pan, "kStereoMixerParam_Pan", "Pan", .input, .pan, 0 ... 1, 0.5,
    documented: Documented("Input", "Pan", "0", "1", "0.5", text: "Input, Pan, 0->1, 0.5"))

  public static let preAveragePower = Parameter(
    kStereoMixerParam_PreAveragePower, "kStereoMixerParam_PreAveragePower", "Pre Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let prePeakHoldLevel = Parameter(
    kStereoMixerParam_PrePeakHoldLevel, "kStereoMixerParam_PrePeakHoldLevel", "Pre Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postAveragePower = Parameter(
    kStereoMixerParam_PostAveragePower, "kStereoMixerParam_PostAveragePower", "Post Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postPeakHoldLevel = Parameter(
    kStereoMixerParam_PostPeakHoldLevel, "kStereoMixerParam_PostPeakHoldLevel", "Post Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let spec = UnitSpec(
    "stereomixer", "AUMixer", Component("aumx", "smxr"),
    parameters: [volume, pan, preAveragePower, prePeakHoldLevel, postAveragePower, postPeakHoldLevel],
    note: "Pan runs from 0 to 1. A fader at x gives the gain x³.")
}
