// swift-format-ignore-file
// The rows follow the later headers line by line.

public let kReverb2Param_DryWetMix:            AudioUnitParameterID = 0
public let kReverb2Param_Gain:                 AudioUnitParameterID = 1
public let kReverb2Param_MinDelayTime:         AudioUnitParameterID = 2
public let kReverb2Param_MaxDelayTime:         AudioUnitParameterID = 3
public let kReverb2Param_DecayTimeAt0Hz:       AudioUnitParameterID = 4
public let kReverb2Param_DecayTimeAtNyquist:   AudioUnitParameterID = 5
public let kReverb2Param_RandomizeReflections: AudioUnitParameterID = 6

/// AUReverb2: one room whose decay is given at both ends of the spectrum.
public enum Reverb2: ParameterSet {
  public static let dryWetMix = Parameter(
    kReverb2Param_DryWetMix, "kReverb2Param_DryWetMix", "Dry/Wet Mix", .global, .equalPowerCrossfade, 0 ... 100, 100)

  public static let gain = Parameter(
    kReverb2Param_Gain, "kReverb2Param_Gain", "Gain", .global, .decibels, -20 ... 20, 0)

  public static let minDelayTime = Parameter(
    kReverb2Param_MinDelayTime, "kReverb2Param_MinDelayTime", "Min Delay Time", .global, .seconds, 0.0001 ... 1, 0.008)

  public static let maxDelayTime = Parameter(
    kReverb2Param_MaxDelayTime, "kReverb2Param_MaxDelayTime", "Max Delay Time", .global, .seconds, 0.0001 ... 1, 0.05)

  public static let decayTimeAt0Hz = Parameter(
    kReverb2Param_DecayTimeAt0Hz, "kReverb2Param_DecayTimeAt0Hz", "Decay Time at 0 Hz", .global, .seconds, 0.001 ... 20, 1)

  public static let decayTimeAtNyquist = Parameter(
    kReverb2Param_DecayTimeAtNyquist, "kReverb2Param_DecayTimeAtNyquist", "Decay Time at Nyquist", .global, .seconds, 0.001 ... 20, 0.5)

  public static let randomizeReflections = Parameter(
    kReverb2Param_RandomizeReflections, "kReverb2Param_RandomizeReflections", "Randomize Reflections", .global, .generic, 1 ... 1000, 1,
    .ours("no default is documented"))

  public static let spec = UnitSpec(
    "reverb2", "AUReverb2", Component("aufx", "rvb2"),
    parameters: [
      dryWetMix, gain, minDelayTime, maxDelayTime, decayTimeAt0Hz, decayTimeAtNyquist, randomizeReflections,
    ])
}
