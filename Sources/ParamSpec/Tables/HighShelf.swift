// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kHighShelfParam_CutOffFrequency: AudioUnitParameterID = 0
public let kHighShelfParam_Gain:            AudioUnitParameterID = 1

/// AUHighShelfFilter: raises or lowers all above a frequency.
public enum HighShelf: ParameterSet {
  public static let cutOffFrequency = Parameter(
    kHighShelfParam_CutOffFrequency, "kHighShelfParam_CutOffFrequency", "Cut Off Frequency", .global, .hertz, 10000 ... .nyquist, 10000,
    documented: Documented("Global", "Hz", "10000", "(SampleRate/2)", "10000", text: "Global, Hz, 10000->(SampleRate/2), 10000"))

  public static let gain = Parameter(
    kHighShelfParam_Gain, "kHighShelfParam_Gain", "Gain", .global, .decibels, -40 ... 40, 0,
    documented: Documented("Global", "dB", "-40", "40", "0", text: "Global, dB, -40->40, 0"))

  public static let spec = UnitSpec(
    "highshelf", "AUHighShelfFilter", Component("aufx", "hshf"), aliases: ["highshelffilter"],
    parameters: [cutOffFrequency, gain],
    note: "Below 20.2 kHz of sample rate no frequency is legal: the input passes.")
}
