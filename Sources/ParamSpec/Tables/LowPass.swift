// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kLowPassParam_CutoffFrequency: AudioUnitParameterID = 0
public let kLowPassParam_Resonance:       AudioUnitParameterID = 1

/// AULowpass: a resonant low-pass of 12 dB per octave.
public enum LowPass: ParameterSet {
  public static let cutoffFrequency = Parameter(
    kLowPassParam_CutoffFrequency, "kLowPassParam_CutoffFrequency", "Cutoff Frequency", .global, .hertz, 10 ... .nyquist, 6900,
    documented: Documented("Global", "Hz", "10", "(SampleRate/2)", "6900", text: "Global, Hz, 10->(SampleRate/2), 6900"))

  public static let resonance = Parameter(
    kLowPassParam_Resonance, "kLowPassParam_Resonance", "Resonance", .global, .decibels, -20 ... 40, 0,
    documented: Documented("Global", "dB", "-20", "40", "0", text: "Global, dB, -20->40, 0"))

  public static let spec = UnitSpec(
    "lowpass", "AULowpass", Component("aufx", "lpas"),
    parameters: [cutoffFrequency, resonance],
    note: "Resonance is the gain at the cutoff: 0 dB is Q = 1, -3 dB is Butterworth.")
}
