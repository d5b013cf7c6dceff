// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kBandpassParam_CenterFrequency: AudioUnitParameterID = 0
public let kBandpassParam_Bandwidth:       AudioUnitParameterID = 1

/// AUBandpass: a band-pass whose width is given in cents.
public enum BandPass: ParameterSet {
  public static let centerFrequency = Parameter(
    kBandpassParam_CenterFrequency, "kBandpassParam_CenterFrequency", "Center Frequency", .global, .hertz, 20 ... .nyquist, 5000,
    documented: Documented("Global", "Hz", "20", "(SampleRate/2)", "5000", text: "Global, Hz, 20->(SampleRate/2), 5000"))

  public static let bandwidth = Parameter(
    kBandpassParam_Bandwidth, "kBandpassParam_Bandwidth", "Bandwidth", .global, .cents, 100 ... 12000, 600,
    documented: Documented("Global", "Cents", "100", "12000", "600", text: "Global, Cents, 100->12000, 600"))

  public static let spec = UnitSpec(
    "bandpass", "AUBandpass", Component("aufx", "bpas"),
    parameters: [centerFrequency, bandwidth])
}
