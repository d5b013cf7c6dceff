// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kMatrixMixerParam_Volume:                  AudioUnitParameterID = 0
public let kMatrixMixerParam_Enable:                  AudioUnitParameterID = 1
public let kMatrixMixerParam_PreAveragePower:         AudioUnitParameterID = 1000
public let kMatrixMixerParam_PrePeakHoldLevel:        AudioUnitParameterID = 2000
public let kMatrixMixerParam_PostAveragePower:        AudioUnitParameterID = 3000
public let kMatrixMixerParam_PostPeakHoldLevel:       AudioUnitParameterID = 4000
public let kMatrixMixerParam_PreAveragePowerLinear:   AudioUnitParameterID = 5000
public let kMatrixMixerParam_PrePeakHoldLevelLinear:  AudioUnitParameterID = 6000
public let kMatrixMixerParam_PostAveragePowerLinear:  AudioUnitParameterID = 7000
public let kMatrixMixerParam_PostPeakHoldLevelLinear: AudioUnitParameterID = 8000

/// AUMatrixMixer: any input channel to any output channel.
public enum MatrixMixer: ParameterSet {
  public static let volume = Parameter(
    kMatrixMixerParam_Volume, "kMatrixMixerParam_Volume", "Volume", .inputOutput, .linearGain, 0 ... 1, 1,
    .ours("nothing is documented"))

  public static let enable = Parameter(
    kMatrixMixerParam_Enable, "kMatrixMixerParam_Enable", "Enable", .inputOutput, .boolean, 0 ... 1, 1,
    .ours("nothing is documented"))

  public static let preAveragePower = Parameter(
    kMatrixMixerParam_PreAveragePower, "kMatrixMixerParam_PreAveragePower", "Pre Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let prePeakHoldLevel = Parameter(
    kMatrixMixerParam_PrePeakHoldLevel, "kMatrixMixerParam_PrePeakHoldLevel", "Pre Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postAveragePower = Parameter(
    kMatrixMixerParam_PostAveragePower, "kMatrixMixerParam_PostAveragePower", "Post Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postPeakHoldLevel = Parameter(
    kMatrixMixerParam_PostPeakHoldLevel, "kMatrixMixerParam_PostPeakHoldLevel", "Post Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let preAveragePowerLinear = Parameter(
    kMatrixMixerParam_PreAveragePowerLinear, "kMatrixMixerParam_PreAveragePowerLinear", "Pre Average Power (linear)", .inputOutput, .linearGain, 0 ... 8, 0, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let prePeakHoldLevelLinear = Parameter(
    kMatrixMixerParam_PrePeakHoldLevelLinear, "kMatrixMixerParam_PrePeakHoldLevelLinear", "Pre Peak Hold (linear)", .inputOutput, .linearGain, 0 ... 8, 0, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postAveragePowerLinear = Parameter(
    kMatrixMixerParam_PostAveragePowerLinear, "kMatrixMixerParam_PostAveragePowerLinear", "Post Average Power (linear)", .inputOutput, .linearGain, 0 ... 8, 0, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postPeakHoldLevelLinear = Parameter(
    kMatrixMixerParam_PostPeakHoldLevelLinear, "kMatrixMixerParam_PostPeakHoldLevelLinear", "Post Peak Hold (linear)", .inputOutput, .linearGain, 0 ... 8, 0, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let spec = UnitSpec(
    "matrixmixer", "AUMatrixMixer", Component("aumx", "mxmx"),
    parameters: [
      volume, enable, preAveragePower, prePeakHoldLevel, postAveragePower, postPeakHoldLevel, preAveragePowerLinear,
      prePeakHoldLevelLinear, postAveragePowerLinear, postPeakHoldLevelLinear,
    ],
    note: "Crosspoints are volumes of the global scope, element input × 65536 + output; the master is element 0xFFFFFFFF.")
}
