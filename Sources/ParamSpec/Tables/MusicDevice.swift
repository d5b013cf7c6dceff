// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kMusicDeviceParam_Tuning:       AudioUnitParameterID = 0
public let kMusicDeviceParam_Volume:       AudioUnitParameterID = 1
public let kMusicDeviceParam_ReverbVolume: AudioUnitParameterID = 2

/// DLSMusicDevice: an instrument.
public enum MusicDevice: ParameterSet {
  public static let tuning = Parameter(
    kMusicDeviceParam_Tuning, "kMusicDeviceParam_Tuning", "Tuning", .global, .cents, -1200 ... 1200, 0,
    documented: Documented("Global", "Cents", "-1200", "1200", "0", text: "Global, Cents, -1200, 1200, 0"))

  public static let volume = Parameter(
    kMusicDeviceParam_Volume, "kMusicDeviceParam_Volume", "Volume", .global, .decibels, -120 ... 40, 0,
    documented: Documented("Global", "dB", "-120", "40", "0", text: "Global, dB, -120->40, 0"))

  public static let reverbVolume = Parameter(
    kMusicDeviceParam_ReverbVolume, "kMusicDeviceParam_ReverbVolume", "Reverb Volume", .global, .decibels, -120 ... 40, 0,
    documented: Documented("Global", "dB", "-120", "40", "0", text: "Global, dB, -120->40, 0"))

  public static let spec = UnitSpec(
    "musicdevice", "DLSMusicDevice", Component("aumu", "dls "),
    parameters: [tuning, volume, reverbVolume])
}
