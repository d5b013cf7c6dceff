// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kDelayParam_WetDryMix:    AudioUnitParameterID = 0
public let kDelayParam_DelayTime:    AudioUnitParameterID = 1
public let kDelayParam_Feedback:     AudioUnitParameterID = 2
public let kDelayParam_LopassCutoff: AudioUnitParameterID = 3

/// AUDelay: an echo whose repeats grow darker.
public enum Delay: ParameterSet {
  public static let wetDryMix = Parameter(
    kDelayParam_WetDryMix, "kDelayParam_WetDryMix", "Dry/Wet Mix", .global, .equalPowerCrossfade, 0 ... 100, 50,
    documented: Documented("Global", "EqPow Crossfade", "0", "100", "50", text: "Global, EqPow Crossfade, 0->100, 50"))

  public static let delayTime = Parameter(
    kDelayParam_DelayTime, "kDelayParam_DelayTime", "Delay Time", .global, .seconds, 0 ... 2, 1,
    documented: Documented("Global", "Secs", "0", "2", "1", text: "Global, Secs, 0->2, 1"))

  public static let feedback = Parameter(
    kDelayParam_Feedback, "kDelayParam_Feedback", "Feedback", .global, .percent, -100 ... 100, 50,
    documented: Documented("Global", "Percent", "-100", "100", "50", text: "Global, Percent, -100->100, 50"))

  public static let lopassCutoff = Parameter(
    kDelayParam_LopassCutoff, "kDelayParam_LopassCutoff", "Lowpass Cutoff Frequency", .global, .hertz, 10 ... .nyquist, 15000,
    documented: Documented("Global", "Hz", "10", "(SampleRate/2)", "15000", text: "Global, Hz, 10->(SampleRate/2), 15000"))

  public static let spec = UnitSpec(
    "delay", "AUDelay", Component("aufx", "dely"),
    parameters: [wetDryMix, delayTime, feedback, lopassCutoff])
}
