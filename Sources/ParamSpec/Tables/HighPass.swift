// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kHipassParam_CutoffFrequency: AudioUnitParameterID = 0
public let kHipassParam_Resonance: AudioUnitParameterID = 1

/// AUHipass: a resonant high-pass of 12 dB per octave.
public enum HighPass: ParameterSet {
  public static let cutoffFrequency = Parameter(
    kHipassParam_CutoffFrequency, "kHipassParam_CutoffFrequency", "Cutoff Frequency", .global, .hertz, 10 ... .nyquist, 6900,
    documented: Documented("Global", "Hz", "10", "(SampleRate/2)", "6900", text: "Global, Hz, 10->(SampleRate/2), 6900"))

  public static let resonance = Parameter(
    kHipassParam_Resonance, "kHipassParam_Resonance", "Resonance", .global, .decibels, -20 ... 40, 0,
    documented: Documented("Global", "dB", "-20", "40", "0", text: "Global, dB, -20->40, 0"))

  public static let spec = UnitSpec(
    "highpass", "AUHipass", Component("aufx", "hpas"), aliases: ["hipass"],
    parameters: [cutoffFrequency, resonance],
    note: "Resonance is the gain at the cutoff: 0 dB is Q = 1, -3 dB is Butterworth.")
}
