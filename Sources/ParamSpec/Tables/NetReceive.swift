// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kAUNetReceiveParam_Status:        AudioUnitParameterID = 0
public let kAUNetReceiveParam_NumParameters: UInt32 = 1

/// AUNetReceive: a source on the network.
public enum NetReceive: ParameterSet {
  public static let status = Parameter(
    kAUNetReceiveParam_Status, "kAUNetReceiveParam_Status", "Status", .global, .indexed, 0 ... 5, 0, access: .readOnly,
    values: NetSend.statusNames,
    .ours("no default is documented: 0 is not connected"),
    documented: Documented("Global", "indexed", "0", "5", "", text: "Global, indexed, 0 -> 5, read only"))

  public static let spec = UnitSpec(
    "netreceive", "AUNetReceive", Component("augn", "nrcv"),
    parameters: [status],
    otherConstants: [("kAUNetReceiveParam_NumParameters", kAUNetReceiveParam_NumParameters)])
}
