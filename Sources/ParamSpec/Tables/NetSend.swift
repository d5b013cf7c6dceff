// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kAUNetSendParam_Status:        AudioUnitParameterID = 0
public let kAUNetSendParam_NumParameters: UInt32 = 1
public let kAUNetStatus_NotConnected:     UInt32 = 0
public let kAUNetStatus_Connected:        UInt32 = 1
public let kAUNetStatus_Overflow:         UInt32 = 2
public let kAUNetStatus_Underflow:        UInt32 = 3
public let kAUNetStatus_Connecting:       UInt32 = 4
public let kAUNetStatus_Listening:        UInt32 = 5

/// AUNetSend: passes its input and sends it over the network.
public enum NetSend: ParameterSet {
  static let statusNames = ["not connected", "connected", "overflow", "underflow", "connecting", "listening"]

  public static let status = Parameter(
    kAUNetSendParam_Status, "kAUNetSendParam_Status", "Status", .global, .indexed, 0 ... 5, 0, access: .readOnly,
    values: NetSend.statusNames,
    .ours("no default is documented: 0 is not connected"),
    documented: Documented("Global", "indexed", "0", "5", "", text: "Global, indexed, 0 -> 5, read only"))

  public static let spec = UnitSpec(
    "netsend", "AUNetSend", Component("aufx", "nsnd"),
    parameters: [status],
    otherConstants: [
      ("kAUNetSendParam_NumParameters", kAUNetSendParam_NumParameters),
      ("kAUNetStatus_NotConnected", kAUNetStatus_NotConnected),
      ("kAUNetStatus_Connected", kAUNetStatus_Connected),
      ("kAUNetStatus_Overflow", kAUNetStatus_Overflow),
      ("kAUNetStatus_Underflow", kAUNetStatus_Underflow),
      ("kAUNetStatus_Connecting", kAUNetStatus_Connecting),
      ("kAUNetStatus_Listening", kAUNetStatus_Listening),
    ])
}
