// swift-format-ignore-file
// The rows follow the header listing line by line.

public let k3DMixerParam_Azimuth:                AudioUnitParameterID = 0
public let k3DMixerParam_Elevation:              AudioUnitParameterID = 1
public let k3DMixerParam_Distance:               AudioUnitParameterID = 2
public let k3DMixerParam_Gain:                   AudioUnitParameterID = 3
public let k3DMixerParam_PlaybackRate:           AudioUnitParameterID = 4
public let k3DMixerParam_ReverbBlend:            AudioUnitParameterID = 5
public let k3DMixerParam_GlobalReverbGain:       AudioUnitParameterID = 6
public let k3DMixerParam_OcclusionAttenuation:   AudioUnitParameterID = 7
public let k3DMixerParam_ObstructionAttenuation: AudioUnitParameterID = 8
public let k3DMixerParam_MinGain:                AudioUnitParameterID = 9
public let k3DMixerParam_MaxGain:                AudioUnitParameterID = 10
public let k3DMixerParam_PreAveragePower:        AudioUnitParameterID = 1000
public let k3DMixerParam_PrePeakHoldLevel:       AudioUnitParameterID = 2000
public let k3DMixerParam_PostAveragePower:       AudioUnitParameterID = 3000
public let k3DMixerParam_PostPeakHoldLevel:      AudioUnitParameterID = 4000

/// AUMixer3D: sources around a listener, in one room.
public enum Mixer3D: ParameterSet {
  public static let azimuth = Parameter(
    k3DMixerParam_Azimuth, "k3DMixerParam_Azimuth", "Azimuth", .input, .degrees, -180 ... 180, 0,
    documented: Documented("Input", "Degrees", "-180", "180", "0", text: "Input, Degrees, -180->180, 0"))

  public static let elevation = Parameter(
    k3DMixerParam_Elevation, "k3DMixerParam_Elevation", "Elevation", .input, .degrees, -90 ... 90, 0,
    documented: Documented("Input", "Degrees", "-90", "90", "0", text: "Input, Degrees, -90->90, 0"))

  public static let distance = Parameter(
    k3DMixerParam_Distance, "k3DMixerParam_Distance", "Distance", .input, .meters, 0 ... 10000, 0,
    documented: Documented("Input", "Metres", "0", "10000", "0", text: "Input, Metres, 0->10000, 0"))

  public static let gain = Parameter(
    k3DMixerParam_Gain, "k3DMixerParam_Gain", "Gain", .inputOutput, .decibels, -120 ... 20, 0,
    documented: Documented("Input/Output", "dB", "-120", "20", "0", text: "Input/Output, dB, -120->20, 0"))

  public static let playbackRate = Parameter(
    k3DMixerParam_PlaybackRate, "k3DMixerParam_PlaybackRate", "Playback Rate", .input, .rate, 0.5 ... 2, 1,
    .ours("no default is documented: 1 plays as recorded"),
    documented: Documented("Input", "rate scaler", "0.5", "2.0", "", text: "Input, rate scaler 0.5 -> 2.0"))

  public static let reverbBlend = Parameter(
    k3DMixerParam_ReverbBlend, "k3DMixerParam_ReverbBlend", "Reverb Blend", .input, .percent, 0 ... 100, 0,
    .ours("no default is documented: 0 is all dry"),
    documented: Documented("Input", "% (dry/wet equal-power blend)", "0.0", "100.0", "", text: "Input, Dry/Wet equal-power blend, %   0.0 -> 100.0"))

  public static let globalReverbGain = Parameter(
    k3DMixerParam_GlobalReverbGain, "k3DMixerParam_GlobalReverbGain", "Global Reverb Gain", .global, .decibels, -40 ... 40, 0,
    .ours("no default is documented: 0 changes nothing"),
    documented: Documented("Global", "dB", "-40.0", "+40.0", "", text: "Global, dB,  -40.0 -> +40.0"))

  public static let occlusionAttenuation = Parameter(
    k3DMixerParam_OcclusionAttenuation, "k3DMixerParam_OcclusionAttenuation", "Occlusion Attenuation", .input, .decibels, -100 ... 0, 0,
    .ours("no default is documented: 0 changes nothing"),
    documented: Documented("Input", "dB (lowpass attenuation at 5 kHz)", "-100.0", "0.0", "", text: "Input, Lowpass filter attenuation at 5KHz :  decibels -100.0dB -> 0.0dB"))

  public static let obstructionAttenuation = Parameter(
    k3DMixerParam_ObstructionAttenuation, "k3DMixerParam_ObstructionAttenuation", "Obstruction Attenuation", .input, .decibels, -100 ... 0, 0,
    .ours("no default is documented: 0 changes nothing"),
    documented: Documented("Input", "dB (lowpass attenuation at 5 kHz)", "-100.0", "0.0", "", text: "Input, Lowpass filter attenuation at 5KHz :  decibels -100.0dB -> 0.0dB"))

  public static let minGain = Parameter(
    k3DMixerParam_MinGain, "k3DMixerParam_MinGain", "Minimum Gain", .inputOutput, .decibels, -120 ... 20, -120,
    .ours("the documented default, 0 for minimum and maximum alike, would pin every gain at 0 dB"),
    documented: Documented("Input/Output", "dB", "-120", "20", "0", text: "Input/Output, dB, -120->20, 0"))

  public static let maxGain = Parameter(
    k3DMixerParam_MaxGain, "k3DMixerParam_MaxGain", "Maximum Gain", .inputOutput, .decibels, -120 ... 20, 20,
    .ours("the documented default, 0 for minimum and maximum alike, would pin every gain at 0 dB"),
    documented: Documented("Input/Output", "dB", "-120", "20", "0", text: "Input/Output, dB, -120->20, 0"))

  public static let preAveragePower = Parameter(
    k3DMixerParam_PreAveragePower, "k3DMixerParam_PreAveragePower", "Pre Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let prePeakHoldLevel = Parameter(
    k3DMixerParam_PrePeakHoldLevel, "k3DMixerParam_PrePeakHoldLevel", "Pre Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postAveragePower = Parameter(
    k3DMixerParam_PostAveragePower, "k3DMixerParam_PostAveragePower", "Post Average Power", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let postPeakHoldLevel = Parameter(
    k3DMixerParam_PostPeakHoldLevel, "k3DMixerParam_PostPeakHoldLevel", "Post Peak Hold Level", .inputOutput, .decibels, -120 ... 20, -120, access: .readOnly, count: 64,
    .ours("the header only names the meter"))

  public static let curve = Parameter(
    60000, "", key: "curve", "Distance Curve", .input, .indexed, 0 ... 3, 2, values: ["power", "exponential", "inverse", "linear"],
    .extension("how gain falls with distance; a property of Apple's unit"))

  public static let referenceDistance = Parameter(
    60001, "", key: "referenceDistance", "Reference Distance", .input, .meters, 0.01 ... 10000, 1,
    .extension("up to here nothing is attenuated; a property of Apple's unit"))

  public static let maxDistance = Parameter(
    60002, "", key: "maxDistance", "Maximum Distance", .input, .meters, 0.01 ... 1000000, 1000000,
    .extension("from here on nothing is attenuated further; a property of Apple's unit"))

  public static let maxAttenuation = Parameter(
    60003, "", key: "maxAttenuation", "Maximum Attenuation", .input, .decibels, 0 ... 120, 120,
    .extension("the attenuation at the maximum distance; a property of Apple's unit"))

  public static let algorithm = Parameter(
    60004, "", key: "algorithm", "Algorithm", .input, .indexed, 0 ... 5, 0,
    values: ["equal power", "sphere", "HRTF", "sound field", "vector", "pass through"],
    .extension("how a direction is made; a property of Apple's unit"))

  public static let hrtf = Parameter(
    60005, "", key: "hrtf", "HRTF", .global, .file, 0 ... 0, 0,
    .extension("a SOFA file of measured ears for the HRTF algorithm; without one, a spherical head with outer ears"))

  public static let enable = Parameter(
    60006, "", key: "enable", "Enable", .input, .boolean, 0 ... 1, 1,
    .extension("off: the input is not heard; later headers have it under another number"))

  public static let room = Parameter(
    60007, "", key: "room", "Room", .global, .indexed, 0 ... 12, 11, values: MatrixReverb.spec.presets.map(\.name),
    .extension("the factory preset of the shared AUMatrixReverb; a property of Apple's unit"))

  public static let spec = UnitSpec(
    "mixer3d", "AUMixer3D", Component("aumx", "3dmx"), aliases: ["3dmixer"],
    parameters: [
      azimuth, elevation, distance, gain, playbackRate, reverbBlend, globalReverbGain, occlusionAttenuation,
      obstructionAttenuation, minGain, maxGain, preAveragePower, prePeakHoldLevel, postAveragePower,
      postPeakHoldLevel, curve, referenceDistance, maxDistance, maxAttenuation, algorithm, hrtf, enable, room,
    ],
    note: "Mono inputs are placed, stereo inputs pass, four channels are first-order ambisonics. The parameter numbers are those of the desktop headers up to 2014.")
}
