// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kLimiterParam_AttackTime: AudioUnitParameterID = 0
public let kLimiterParam_DecayTime:  AudioUnitParameterID = 1
public let kLimiterParam_PreGain:    AudioUnitParameterID = 2

/// AUPeakLimiter: a look-ahead limiter.
public enum PeakLimiter: ParameterSet {
  public static let attackTime = Parameter(
    kLimiterParam_AttackTime, "kLimiterParam_AttackTime", "Attack Time", .global, .seconds, 0.001 ... 0.03, 0.012,
    documented: Documented("Global", "Secs", "0.001", "0.03", "0.012", text: "Global, Secs, 0.001->0.03, 0.012"))

  public static let decayTime = Parameter(
    kLimiterParam_DecayTime, "kLimiterParam_DecayTime", "Decay Time", .global, .seconds, 0.001 ... 0.06, 0.024,
    documented: Documented("Global", "Secs", "0.001", "0.06", "0.024", text: "Global, Secs, 0.001->0.06, 0.024"))

  public static let preGain = Parameter(
    kLimiterParam_PreGain, "kLimiterParam_PreGain", "Pre-gain", .global, .decibels, -40 ... 40, 0,
    documented: Documented("Global", "dB", "-40", "40", "0", text: "Global, dB, -40->40, 0"))

  public static let truePeak = Parameter(
    60_000, "", key: "truepeak", "True Peak", .global, .boolean, 0 ... 1, 0,
    .extension("limits the wave between the samples too, which a converter or a lossy encoder will rebuild"))

  public static let spec = UnitSpec(
    "limiter", "AUPeakLimiter", Component("aufx", "lmtr"),
    parameters: [attackTime, decayTime, preGain, truePeak],
    note: "The ceiling is 0 dBFS and is never passed. The attack is the look-ahead, and so the latency.")
}
