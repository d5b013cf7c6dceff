// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kDynamicsProcessorParam_Threshold:          AudioUnitParameterID = 0
public let kDynamicsProcessorParam_HeadRoom:           AudioUnitParameterID = 1
public let kDynamicsProcessorParam_ExpansionRatio:     AudioUnitParameterID = 2
public let kDynamicsProcessorParam_ExpansionThreshold: AudioUnitParameterID = 3
public let kDynamicsProcessorParam_AttackTime:         AudioUnitParameterID = 4
public let kDynamicsProcessorParam_ReleaseTime:        AudioUnitParameterID = 5
public let kDynamicsProcessorParam_MasterGain:         AudioUnitParameterID = 6
public let kDynamicsProcessorParam_CompressionAmount:  AudioUnitParameterID = 1000
public let kDynamicsProcessorParam_InputAmplitude:     AudioUnitParameterID = 2000
public let kDynamicsProcessorParam_OutputAmplitude:    AudioUnitParameterID = 3000

/// The name that later headers give `kDynamicsProcessorParam_MasterGain`.
public let kDynamicsProcessorParam_OverallGain: AudioUnitParameterID = 6

/// AUDynamicsProcessor: a compressor without a ratio, and an expander.
public enum DynamicsProcessor: ParameterSet {
  public static let threshold = Parameter(
    kDynamicsProcessorParam_Threshold, "kDynamicsProcessorParam_Threshold", "Threshold", .global, .decibels, -40 ... 20, -20,
    documented: Documented("Global", "dB", "-40", "20", "-20", text: "Global, dB, -40->20, -20"))

  public static let headRoom = Parameter(
    kDynamicsProcessorParam_HeadRoom, "kDynamicsProcessorParam_HeadRoom", "Headroom", .global, .decibels, 0.1 ... 40, 5,
    documented: Documented("Global", "dB", "0.1", "40.0", "5", text: "Global, dB, 0.1->40.0, 5"))

  public static let expansionRatio = Parameter(
    kDynamicsProcessorParam_ExpansionRatio, "kDynamicsProcessorParam_ExpansionRatio", "Expansion Ratio", .global, .rate, 1 ... 50, 2,
    documented: Documented("Global", "rate", "1", "50.0", "2", text: "Global, rate, 1->50.0, 2"))

  public static let expansionThreshold = Parameter(
    kDynamicsProcessorParam_ExpansionThreshold, "kDynamicsProcessorParam_ExpansionThreshold", "Expansion Threshold", .global, .decibels, -120 ... 0, -100, .ours("the header prints no range or default; both were seen on the live unit"),
    documented: Documented("Global", "dB", "", "", "", text: "Global, dB"))

  public static let attackTime = Parameter(
    kDynamicsProcessorParam_AttackTime, "kDynamicsProcessorParam_AttackTime", "Attack Time", .global, .seconds, 0.0001 ... 0.2, 0.001,
    documented: Documented("Global", "secs", "0.0001", "0.2", "0.001", text: "Global, secs, 0.0001->0.2, 0.001"))

  public static let releaseTime = Parameter(
    kDynamicsProcessorParam_ReleaseTime, "kDynamicsProcessorParam_ReleaseTime", "Release Time", .global, .seconds, 0.01 ... 3, 0.05,
    documented: Documented("Global", "secs", "0.01", "3", "0.05", text: "Global, secs, 0.01->3, 0.05"))

  public static let masterGain = Parameter(
    kDynamicsProcessorParam_MasterGain, "kDynamicsProcessorParam_MasterGain", "Master Gain", .global, .decibels, -40 ... 40, 0,
    documented: Documented("Global", "dB", "-40", "40", "0", text: "Global, dB, -40->40, 0"))

  public static let compressionAmount = Parameter(
    kDynamicsProcessorParam_CompressionAmount, "kDynamicsProcessorParam_CompressionAmount", "Compression Amount", .global, .decibels, 0 ... 20, 0, access: .readOnly, .ours("the header prints no range; AUMultibandCompressor documents it for the same meter"),
    documented: Documented("Global", "dB", "", "", "", text: "Global, dB, read-only parameter"))

  public static let inputAmplitude = Parameter(
    kDynamicsProcessorParam_InputAmplitude, "kDynamicsProcessorParam_InputAmplitude", "Input Amplitude", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no range; AUMultibandCompressor documents it for the same meter"),
    documented: Documented("", "", "", "", "", text: ""))

  public static let outputAmplitude = Parameter(
    kDynamicsProcessorParam_OutputAmplitude, "kDynamicsProcessorParam_OutputAmplitude", "Output Amplitude", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no range; AUMultibandCompressor documents it for the same meter"),
    documented: Documented("", "", "", "", "", text: ""))

  public static let curve = Parameter(
    60_000, "", key: "curve", "Curve", .global, .indexed, 0 ... 1, 0, values: ["exponential", "db"],
    .extension("bends the level in amplitude (exponential) or in decibels (db), which compresses less near the threshold"))

  private static func preset(
    _ number: Int, _ name: String, _ source: Source, threshold: Float, headRoom: Float, expansionRatio: Float,
    expansionThreshold: Float, attackTime: Float, releaseTime: Float, masterGain: Float
  ) -> FactoryPreset {
    FactoryPreset(
      number, name, source,
      [
        kDynamicsProcessorParam_Threshold: threshold,
        kDynamicsProcessorParam_HeadRoom: headRoom,
        kDynamicsProcessorParam_ExpansionRatio: expansionRatio,
        kDynamicsProcessorParam_ExpansionThreshold: expansionThreshold,
        kDynamicsProcessorParam_AttackTime: attackTime,
        kDynamicsProcessorParam_ReleaseTime: releaseTime,
        kDynamicsProcessorParam_MasterGain: masterGain,
      ])
  }

  private static let named = Source.ours("only the name is published")

  public static let spec = UnitSpec(
    "dynamics", "AUDynamicsProcessor", Component("aufx", "dcmp"), aliases: ["compressor", "dynamicsprocessor"],
    parameters: [
      threshold, headRoom, expansionRatio, expansionThreshold, attackTime, releaseTime, masterGain,
      compressionAmount, inputAmplitude, outputAmplitude, curve,
    ],
    presets: [
      preset(0, "Fast and Smooth", .header, threshold: -35, headRoom: 30, expansionRatio: 1,
             expansionThreshold: -100, attackTime: 0.03, releaseTime: 0.03, masterGain: 0),
      // At full scale the output nears -6 dB: hard squeezing, made up for.
      preset(1, "Hard", named, threshold: -24, headRoom: 6, expansionRatio: 1,
             expansionThreshold: -100, attackTime: 0.002, releaseTime: 0.08, masterGain: 12),
      preset(2, "Light", named, threshold: -20, headRoom: 17, expansionRatio: 1,
             expansionThreshold: -100, attackTime: 0.01, releaseTime: 0.1, masterGain: 0),
      // Gates leave all above their threshold alone.
      preset(3, "Light Gate", named, threshold: 20, headRoom: 40, expansionRatio: 2,
             expansionThreshold: -50, attackTime: 0.001, releaseTime: 0.15, masterGain: 0),
      preset(4, "Medium Gate", named, threshold: 20, headRoom: 40, expansionRatio: 4,
             expansionThreshold: -45, attackTime: 0.001, releaseTime: 0.1, masterGain: 0),
      preset(5, "Hard Gate", named, threshold: 20, headRoom: 40, expansionRatio: 20,
             expansionThreshold: -40, attackTime: 0.001, releaseTime: 0.05, masterGain: 0),
    ],
    note: "Level is linear up to the threshold, bends there, and never passes threshold + headroom. "
      + "Apple's unit wakes up in preset 0, Fast and Smooth; here it starts from the documented defaults.")
}
