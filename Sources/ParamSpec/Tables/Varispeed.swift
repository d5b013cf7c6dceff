// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kVarispeedParam_PlaybackRate:  AudioUnitParameterID = 0
public let kVarispeedParam_PlaybackCents: AudioUnitParameterID = 1

/// AUVarispeed: speed and pitch together.
public enum Varispeed: ParameterSet {
  public static let playbackRate = Parameter(
    kVarispeedParam_PlaybackRate, "kVarispeedParam_PlaybackRate", "Playback Rate", .global, .rate, 0.25 ... 4, 1,
    documented: Documented("Global", "Rate", "0.25", "4.0", "1.0", text: "Global, Rate, 0.25 -> 4.0, 1.0"))

  public static let playbackCents = Parameter(
    kVarispeedParam_PlaybackCents, "kVarispeedParam_PlaybackCents", "Playback Cents", .global, .cents, -2400 ... 2400, 0,
    documented: Documented("Global", "Cents", "-2400", "2400", "0.0", text: "Global, Cents, -2400 -> 2400, 0.0"))

  public static let spec = UnitSpec(
    "varispeed", "AUVarispeed", Component("aufc", "vari"), Component("auol", "vari", "AUVarispeed (offline)"),
    parameters: [playbackRate, playbackCents],
    note: "Rate and cents are one quantity: of two in chain text the later one counts.")
}
