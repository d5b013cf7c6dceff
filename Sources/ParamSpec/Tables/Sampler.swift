// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kAUSamplerParam_Gain:         AudioUnitParameterID = 900
public let kAUSamplerParam_CoarseTuning: AudioUnitParameterID = 901
public let kAUSamplerParam_FineTuning:   AudioUnitParameterID = 902
public let kAUSamplerParam_Pan:          AudioUnitParameterID = 903

/// AUSampler: an instrument.
public enum Sampler: ParameterSet {
  public static let gain = Parameter(
    kAUSamplerParam_Gain, "kAUSamplerParam_Gain", "Gain", .global, .decibels, -90 ... 12, 0,
    documented: Documented("Global", "dB", "-90", "12", "0", text: "Global, dB, -90->12, 0"))

  public static let coarseTuning = Parameter(
    kAUSamplerParam_CoarseTuning, "kAUSamplerParam_CoarseTuning", "Coarse Tuning", .global, .relativeSemitones, -24 ... 24, 0,
    documented: Documented("Global", "Semitones", "-24", "24", "0", text: "Global, Semitones, -24->24, 0"))

  public static let fineTuning = Parameter(
    kAUSamplerParam_FineTuning, "kAUSamplerParam_FineTuning", "Fine Tuning", .global, .cents, -99 ... 99, 0,
    documented: Documented("Global", "Cents", "-99", "99", "0", text: "Global, Cents, -99->99, 0"))

  public static let pan = Parameter(
    kAUSamplerParam_Pan, "kAUSamplerParam_Pan", "Pan", .global, .pan, -1 ... 1, 0,
    .ours("no unit is documented"),
    documented: Documented("Global", "", "-1.0", "1.0", "0", text: "Global, -1.0->1.0, 0"))

  public static let spec = UnitSpec(
    "sampler", "AUSampler", Component("aumu", "samp"),
    parameters: [gain, coarseTuning, fineTuning, pan])
}
