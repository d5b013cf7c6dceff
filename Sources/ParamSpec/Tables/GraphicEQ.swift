// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kGraphicEQParam_NumberOfBands: AudioUnitParameterID = 10000

/// AUGraphicEQ: 10 bands of an octave or 31 of a third.
public enum GraphicEQ: ParameterSet {
  public static let gain = Parameter(
    0, "", key: "gain", "Gain", .global, .decibels, -20 ... 20, 0, count: 31,
    .ours("the header leaves the bands out: numbers, range and default as real states hold them"))

  public static let numberOfBands = Parameter(
    kGraphicEQParam_NumberOfBands, "kGraphicEQParam_NumberOfBands", "Number of Bands", .global, .indexed, 0 ... 1, 1,
    values: ["10", "31"],
    .ours("documented as 10 or 31, which real units hold as the index 0 or 1"),
    documented: Documented("Global", "Indexed", "", "", "", text: "Global, Indexed, currently either 10 or 31"))

  public static let spec = UnitSpec(
    "graphiceq", "AUGraphicEQ", Component("aufx", "greq"), aliases: ["geq"],
    parameters: [gain, numberOfBands],
    note: "With 10 bands the first 10 gains count.")
}
