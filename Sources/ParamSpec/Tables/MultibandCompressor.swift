// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kMultibandCompressorParam_Pregain:            AudioUnitParameterID = 0
public let kMultibandCompressorParam_Postgain:           AudioUnitParameterID = 1
public let kMultibandCompressorParam_Crossover1:         AudioUnitParameterID = 2
public let kMultibandCompressorParam_Crossover2:         AudioUnitParameterID = 3
public let kMultibandCompressorParam_Crossover3:         AudioUnitParameterID = 4
public let kMultibandCompressorParam_Threshold1:         AudioUnitParameterID = 5
public let kMultibandCompressorParam_Threshold2:         AudioUnitParameterID = 6
public let kMultibandCompressorParam_Threshold3:         AudioUnitParameterID = 7
public let kMultibandCompressorParam_Threshold4:         AudioUnitParameterID = 8
public let kMultibandCompressorParam_Headroom1:          AudioUnitParameterID = 9
public let kMultibandCompressorParam_Headroom2:          AudioUnitParameterID = 10
public let kMultibandCompressorParam_Headroom3:          AudioUnitParameterID = 11
public let kMultibandCompressorParam_Headroom4:          AudioUnitParameterID = 12
public let kMultibandCompressorParam_AttackTime:         AudioUnitParameterID = 13
public let kMultibandCompressorParam_ReleaseTime:        AudioUnitParameterID = 14
public let kMultibandCompressorParam_EQ1:                AudioUnitParameterID = 15
public let kMultibandCompressorParam_EQ2:                AudioUnitParameterID = 16
public let kMultibandCompressorParam_EQ3:                AudioUnitParameterID = 17
public let kMultibandCompressorParam_EQ4:                AudioUnitParameterID = 18
public let kMultibandCompressorParam_CompressionAmount1: AudioUnitParameterID = 1000
public let kMultibandCompressorParam_CompressionAmount2: AudioUnitParameterID = 2000
public let kMultibandCompressorParam_CompressionAmount3: AudioUnitParameterID = 3000
public let kMultibandCompressorParam_CompressionAmount4: AudioUnitParameterID = 4000
public let kMultibandCompressorParam_InputAmplitude1:    AudioUnitParameterID = 5000
public let kMultibandCompressorParam_InputAmplitude2:    AudioUnitParameterID = 6000
public let kMultibandCompressorParam_InputAmplitude3:    AudioUnitParameterID = 7000
public let kMultibandCompressorParam_InputAmplitude4:    AudioUnitParameterID = 8000
public let kMultibandCompressorParam_OutputAmplitude1:   AudioUnitParameterID = 9000
public let kMultibandCompressorParam_OutputAmplitude2:   AudioUnitParameterID = 10000
public let kMultibandCompressorParam_OutputAmplitude3:   AudioUnitParameterID = 11000
public let kMultibandCompressorParam_OutputAmplitude4:   AudioUnitParameterID = 12000

/// AUMultibandCompressor: four bands, each with the curve of AUDynamicsProcessor.
public enum MultibandCompressor: ParameterSet {
  public static let pregain = Parameter(
    kMultibandCompressorParam_Pregain, "kMultibandCompressorParam_Pregain", "Pre-gain", .global, .decibels, -40 ... 40, 0,
    documented: Documented("Global", "dB", "-40", "40", "0", text: "Global, dB, -40 -> 40, 0"))

  public static let postgain = Parameter(
    kMultibandCompressorParam_Postgain, "kMultibandCompressorParam_Postgain", "Post-gain", .global, .decibels, -40 ... 40, 0,
    documented: Documented("Global", "dB", "-40", "40", "0", text: "Global, dB, -40 -> 40, 0"))

  public static let crossover1 = Parameter(
    kMultibandCompressorParam_Crossover1, "kMultibandCompressorParam_Crossover1", "Crossover 1", .global, .hertz, 20 ... .nyquist, 120,
    documented: Documented("Global", "Hertz", "20", "(SampleRate/2)", "120.0", text: "Global, Hertz, 20 -> (SampleRate/2), 120.0"))

  public static let crossover2 = Parameter(
    kMultibandCompressorParam_Crossover2, "kMultibandCompressorParam_Crossover2", "Crossover 2", .global, .hertz, 20 ... .nyquist, 700,
    documented: Documented("Global", "Hertz", "20", "(SampleRate/2)", "700.0", text: "Global, Hertz, 20 -> (SampleRate/2), 700.0"))

  public static let crossover3 = Parameter(
    kMultibandCompressorParam_Crossover3, "kMultibandCompressorParam_Crossover3", "Crossover 3", .global, .hertz, 20 ... .nyquist, 3000,
    documented: Documented("Global", "Hertz", "20", "(SampleRate/2)", "3000.0", text: "Global, Hertz, 20 -> (SampleRate/2), 3000.0"))

  public static let threshold1 = Parameter(
    kMultibandCompressorParam_Threshold1, "kMultibandCompressorParam_Threshold1", "Threshold 1", .global, .decibels, -100 ... 0, -22,
    documented: Documented("Global", "dB", "-100.0", "0.0", "-22.0", text: "Global, dB, -100.0 -> 0.0, -22.0"))

  public static let threshold2 = Parameter(
    kMultibandCompressorParam_Threshold2, "kMultibandCompressorParam_Threshold2", "Threshold 2", .global, .decibels, -100 ... 0, -32,
    documented: Documented("Global", "dB", "-100.0", "0.0", "-32.0", text: "Global, dB, -100.0 -> 0.0, -32.0"))

  public static let threshold3 = Parameter(
    kMultibandCompressorParam_Threshold3, "kMultibandCompressorParam_Threshold3", "Threshold 3", .global, .decibels, -100 ... 0, -33,
    documented: Documented("Global", "dB", "-100.0", "0.0", "-33.0", text: "Global, dB, -100.0 -> 0.0, -33.0"))

  public static let threshold4 = Parameter(
    kMultibandCompressorParam_Threshold4, "kMultibandCompressorParam_Threshold4", "Threshold 4", .global, .decibels, -100 ... 0, -36,
    documented: Documented("Global", "dB", "-100.0", "0.0", "-36.0", text: "Global, dB, -100.0 -> 0.0, -36.0"))

  public static let headroom1 = Parameter(
    kMultibandCompressorParam_Headroom1, "kMultibandCompressorParam_Headroom1", "Headroom 1", .global, .decibels, 0.1 ... 40, 5,
    documented: Documented("Global", "dB", "0.1", "40.0", "5.0", text: "Global, dB, 0.1 -> 40.0, 5.0"))

  public static let headroom2 = Parameter(
    kMultibandCompressorParam_Headroom2, "kMultibandCompressorParam_Headroom2", "Headroom 2", .global, .decibels, 0.1 ... 40, 12,
    documented: Documented("Global", "dB", "0.1", "40.0", "12.0", text: "Global, dB, 0.1 -> 40.0, 12.0"))

  public static let headroom3 = Parameter(
    kMultibandCompressorParam_Headroom3, "kMultibandCompressorParam_Headroom3", "Headroom 3", .global, .decibels, 0.1 ... 40, 5,
    documented: Documented("Global", "dB", "0.1", "40.0", "5.0", text: "Global, dB, 0.1 -> 40.0, 5.0"))

  public static let headroom4 = Parameter(
    kMultibandCompressorParam_Headroom4, "kMultibandCompressorParam_Headroom4", "Headroom 4", .global, .decibels, 0.1 ... 40, 7.5,
    documented: Documented("Global", "dB", "0.1", "40.0", "7.5", text: "Global, dB, 0.1 -> 40.0, 7.5"))

  public static let attackTime = Parameter(
    kMultibandCompressorParam_AttackTime, "kMultibandCompressorParam_AttackTime", "Attack Time", .global, .seconds, 0.001 ... 0.2, 0.08,
    documented: Documented("Global", "Secs", "0.001", "0.200", "0.080", text: "Global, Secs, 0.001 -> 0.200, 0.080"))

  public static let releaseTime = Parameter(
    kMultibandCompressorParam_ReleaseTime, "kMultibandCompressorParam_ReleaseTime", "Release Time", .global, .seconds, 0.01 ... 3, 0.12,
    documented: Documented("Global", "Secs", "0.010", "3.0", "0.120", text: "Global, Secs, 0.010 -> 3.0, 0.120"))

  public static let eq1 = Parameter(
    kMultibandCompressorParam_EQ1, "kMultibandCompressorParam_EQ1", "EQ 1", .global, .decibels, -20 ... 20, 0,
    documented: Documented("Global", "dB", "-20", "20", "0", text: "Global, dB, -20 -> 20, 0"))

  public static let eq2 = Parameter(
    kMultibandCompressorParam_EQ2, "kMultibandCompressorParam_EQ2", "EQ 2", .global, .decibels, -20 ... 20, 0,
    documented: Documented("Global", "dB", "-20", "20", "0", text: "Global, dB, -20 -> 20, 0"))

  public static let eq3 = Parameter(
    kMultibandCompressorParam_EQ3, "kMultibandCompressorParam_EQ3", "EQ 3", .global, .decibels, -20 ... 20, 0,
    documented: Documented("Global", "dB", "-20", "20", "0", text: "Global, dB, -20 -> 20, 0"))

  public static let eq4 = Parameter(
    kMultibandCompressorParam_EQ4, "kMultibandCompressorParam_EQ4", "EQ 4", .global, .decibels, -20 ... 20, 0,
    documented: Documented("Global", "dB", "-20", "20", "0", text: "Global, dB, -20 -> 20, 0"))

  public static let compressionAmount1 = Parameter(
    kMultibandCompressorParam_CompressionAmount1, "kMultibandCompressorParam_CompressionAmount1", "Compression Amount 1", .global, .decibels, 0 ... 20, 0, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "0", "20", "", text: "Global, dB, 0 -> 20"))

  public static let compressionAmount2 = Parameter(
    kMultibandCompressorParam_CompressionAmount2, "kMultibandCompressorParam_CompressionAmount2", "Compression Amount 2", .global, .decibels, 0 ... 20, 0, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "0", "20", "", text: "Global, dB, 0 -> 20"))

  public static let compressionAmount3 = Parameter(
    kMultibandCompressorParam_CompressionAmount3, "kMultibandCompressorParam_CompressionAmount3", "Compression Amount 3", .global, .decibels, 0 ... 20, 0, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "0", "20", "", text: "Global, dB, 0 -> 20"))

  public static let compressionAmount4 = Parameter(
    kMultibandCompressorParam_CompressionAmount4, "kMultibandCompressorParam_CompressionAmount4", "Compression Amount 4", .global, .decibels, 0 ... 20, 0, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "0", "20", "", text: "Global, dB, 0 -> 20"))

  public static let inputAmplitude1 = Parameter(
    kMultibandCompressorParam_InputAmplitude1, "kMultibandCompressorParam_InputAmplitude1", "Input Amplitude 1", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let inputAmplitude2 = Parameter(
    kMultibandCompressorParam_InputAmplitude2, "kMultibandCompressorParam_InputAmplitude2", "Input Amplitude 2", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let inputAmplitude3 = Parameter(
    kMultibandCompressorParam_InputAmplitude3, "kMultibandCompressorParam_InputAmplitude3", "Input Amplitude 3", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let inputAmplitude4 = Parameter(
    kMultibandCompressorParam_InputAmplitude4, "kMultibandCompressorParam_InputAmplitude4", "Input Amplitude 4", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let outputAmplitude1 = Parameter(
    kMultibandCompressorParam_OutputAmplitude1, "kMultibandCompressorParam_OutputAmplitude1", "Output Amplitude 1", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let outputAmplitude2 = Parameter(
    kMultibandCompressorParam_OutputAmplitude2, "kMultibandCompressorParam_OutputAmplitude2", "Output Amplitude 2", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let outputAmplitude3 = Parameter(
    kMultibandCompressorParam_OutputAmplitude3, "kMultibandCompressorParam_OutputAmplitude3", "Output Amplitude 3", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let outputAmplitude4 = Parameter(
    kMultibandCompressorParam_OutputAmplitude4, "kMultibandCompressorParam_OutputAmplitude4", "Output Amplitude 4", .global, .decibels, -120 ... 20, -120, access: .readOnly, .ours("the header prints no default"),
    documented: Documented("Global", "dB", "-120", "20", "", text: "Global, dB, -120 -> 20"))

  public static let spec = UnitSpec(
    "multiband", "AUMultibandCompressor", Component("aufx", "mcmp"), aliases: ["multibandcompressor"],
    parameters: [
      pregain, postgain, crossover1, crossover2, crossover3, threshold1, threshold2, threshold3, threshold4,
      headroom1, headroom2, headroom3, headroom4, attackTime, releaseTime, eq1, eq2, eq3, eq4,
      compressionAmount1, compressionAmount2, compressionAmount3, compressionAmount4,
      inputAmplitude1, inputAmplitude2, inputAmplitude3, inputAmplitude4,
      outputAmplitude1, outputAmplitude2, outputAmplitude3, outputAmplitude4,
    ],
    note: "Crossovers are sorted upward. The bands sum flat in level; the phase is that of three all-passes, so that "
      + "even an idle unit does not return its input bit for bit.")
}
