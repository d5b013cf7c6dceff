// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kHALOutputParam_Volume: AudioUnitParameterID = 14

/// The output units: the volume of a device.
public enum HALOutput: ParameterSet {
  public static let volume = Parameter(
    kHALOutputParam_Volume, "kHALOutputParam_Volume", "Volume", .global, .linearGain, 0 ... 1, 1,
    documented: Documented("Global", "LinearGain", "0", "1", "1", text: "Global, LinearGain, 0->1, 1"))

  public static let spec = UnitSpec(
    "output", "AUHAL", Component("auou", "ahal", "AudioDeviceOutput"),
    Component("auou", "def ", "DefaultOutputUnit"), Component("auou", "sys ", "SystemOutputUnit"),
    Component("auou", "genr", "GenericOutput"), Component("auou", "vpio", "AUVoiceProcessor"),
    aliases: ["haloutput"],
    parameters: [volume])
}
