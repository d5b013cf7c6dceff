// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kRoundTripAACParam_Format:                     AudioUnitParameterID = 0
public let kRoundTripAACParam_EncodingStrategy:           AudioUnitParameterID = 1
public let kRoundTripAACParam_RateOrQuality:              AudioUnitParameterID = 2
public let kRoundTripAACParam_BitRate:                    AudioUnitParameterID = 1
public let kRoundTripAACParam_Quality:                    AudioUnitParameterID = 2
public let kRoundTripAACParam_CompressedFormatSampleRate: AudioUnitParameterID = 3

/// AURoundTripAAC: how AAC would sound.
public enum RoundTripAAC: ParameterSet {
  public static let format = Parameter(
    kRoundTripAACParam_Format, "kRoundTripAACParam_Format", "Format", .global, .indexed, 0 ... 3, 0,
    values: ["AAC", "HE-AAC", "HE-AAC v2", "AAC ELD"],
    .ours("no range or default is documented: the formats in their order, the first the default"),
    documented: Documented("Global", "indexed", "", "", "", text: "Global, indexed : AAC, AAC HE, AAC HEv2, AAC ELD"))

  public static let encodingStrategy = Parameter(
    kRoundTripAACParam_EncodingStrategy, "kRoundTripAACParam_EncodingStrategy", "Encoding Strategy", .global, .indexed, 0 ... 3, 0,
    values: ["CBR", "ABR", "constrained VBR", "VBR"],
    .ours("no range or default is documented: the order is that of Core Audio's bit rate control"),
    documented: Documented("Global", "indexed", "", "", "", text: "Global, indexed"))

  public static let rateOrQuality = Parameter(
    kRoundTripAACParam_RateOrQuality, "kRoundTripAACParam_RateOrQuality", "Rate or Quality", .global, .indexed, 0 ... 127, 0,
    .ours("no range or default is documented: an index of rates or a quality, as the strategy has it"),
    documented: Documented("Global", "indexed", "", "", "", text: "Global, indexed"))

  public static let bitRate = Parameter(
    kRoundTripAACParam_BitRate, "kRoundTripAACParam_BitRate", "Bit Rate", .global, .generic, 0 ... 0, 0, access: .deprecated)

  public static let quality = Parameter(
    kRoundTripAACParam_Quality, "kRoundTripAACParam_Quality", "Quality", .global, .generic, 0 ... 0, 0, access: .deprecated)

  public static let compressedFormatSampleRate = Parameter(
    kRoundTripAACParam_CompressedFormatSampleRate, "kRoundTripAACParam_CompressedFormatSampleRate", "Compressed Format Sample Rate", .global, .generic, 0 ... 0, 0, access: .deprecated)

  public static let spec = UnitSpec(
    "roundtripaac", "AURoundTripAAC", Component("aufx", "raac"),
    parameters: [format, encodingStrategy, rateOrQuality, bitRate, quality, compressedFormatSampleRate],
    note: "Bit Rate and Quality are old names of numbers that mean something else now.")
}
