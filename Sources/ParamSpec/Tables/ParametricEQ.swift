// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kParametricEQParam_CenterFreq: AudioUnitParameterID = 0
public let kParametricEQParam_Q:          AudioUnitParameterID = 1
public let kParametricEQParam_Gain:       AudioUnitParameterID = 2

/// AUParametricEQ: one peak or dip.
public enum ParametricEQ: ParameterSet {
  public static let centerFreq = Parameter(
    kParametricEQParam_CenterFreq, "kParametricEQParam_CenterFreq", "Center Freq", .global, .hertz, 20 ... .nyquist, 2000,
    documented: Documented("Global", "Hz", "20", "(SampleRate/2)", "2000", text: "Global, Hz, 20->(SampleRate/2), 2000"))

  public static let q = Parameter(
    kParametricEQParam_Q, "kParametricEQParam_Q", "Q", .global, .generic, 0.1 ... 20, 1,
    .ours("documented in Hz; a Q has no unit"),
    documented: Documented("Global", "Hz", "0.1", "20", "1.0", text: "Global, Hz, 0.1->20, 1.0"))

  public static let gain = Parameter(
    kParametricEQParam_Gain, "kParametricEQParam_Gain", "Gain", .global, .decibels, -20 ... 20, 0,
    documented: Documented("Global", "dB", "-20", "20", "0", text: "Global, dB, -20->20, 0"))

  public static let spec = UnitSpec(
    "parametriceq", "AUParametricEQ", Component("aufx", "pmeq"), aliases: ["peq"],
    parameters: [centerFreq, q, gain])
}
