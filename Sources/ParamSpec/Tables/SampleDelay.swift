// swift-format-ignore-file
// The rows follow the later headers line by line.

public let kAUSampleDelayParam_DelaySamples: AudioUnitParameterID = 0

/// AUSampleDelay: a delay in whole frames.
public enum SampleDelay: ParameterSet {
  public static let delaySamples = Parameter(
    kAUSampleDelayParam_DelaySamples, "kAUSampleDelayParam_DelaySamples", "Delay Samples", .global, .sampleFrames, 0 ... .sampleRate, 0)

  public static let spec = UnitSpec(
    "sampledelay", "AUSampleDelay", Component("aufx", "sdly"),
    parameters: [delaySamples])
}
