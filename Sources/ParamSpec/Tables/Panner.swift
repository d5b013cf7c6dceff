// swift-format-ignore-file
// The rows follow the header listing line by line.

public let kPannerParam_Gain:        AudioUnitParameterID = 0
public let kPannerParam_Azimuth:     AudioUnitParameterID = 1
public let kPannerParam_Elevation:   AudioUnitParameterID = 2
public let kPannerParam_Distance:    AudioUnitParameterID = 3
public let kPannerParam_CoordScale:  AudioUnitParameterID = 4
public let kPannerParam_RefDistance: AudioUnitParameterID = 5

/// The four panners: one source at a place around the listener.
public enum Panner: ParameterSet {
  public static let gain = Parameter(
    kPannerParam_Gain, "kPannerParam_Gain", "Gain", .global, .linearGain, 0 ... 1, 1,
    documented: Documented("Global", "Linear", "0", "1", "1", text: "Global, Linear, 0->1, 1"))

  public static let azimuth = Parameter(
    kPannerParam_Azimuth, "kPannerParam_Azimuth", "Azimuth", .global, .degrees, -180 ... 180, 0,
    documented: Documented("Global", "Degrees", "-180", "180", "0", text: "Global, Degrees, -180->180, 0"))

  public static let elevation = Parameter(
    kPannerParam_Elevation, "kPannerParam_Elevation", "Elevation", .global, .degrees, -90 ... 90, 0,
    documented: Documented("Global", "Degrees", "-90", "90", "0", text: "Global, Degrees, -90->90, 0"))

  public static let distance = Parameter(
    kPannerParam_Distance, "kPannerParam_Distance", "Distance", .global, .linearGain, 0 ... 1, 1,
    documented: Documented("Global", "Linear", "0", "1", "1", text: "Global, Linear, 0->1, 1"))

  public static let coordScale = Parameter(
    kPannerParam_CoordScale, "kPannerParam_CoordScale", "Coordinate Scale", .global, .meters, 0.01 ... 1000, 1,
    documented: Documented("Global", "Meters", "0.01", "1000", "1", text: "Global, Meters, 0.01->1000, 1"))

  public static let refDistance = Parameter(
    kPannerParam_RefDistance, "kPannerParam_RefDistance", "Reference Distance", .global, .meters, 0.01 ... 1000, 1,
    documented: Documented("Global", "Meters", "0.01", "1000", "1", text: "Global, Meters, 0.01->1000, 1"))

  /// How a direction is made; the four panners differ in its default only.
  public static let algorithm = algorithm(0)

  private static func algorithm(_ standard: Float) -> Parameter {
    Parameter(
      60000, "", key: "algorithm", "Algorithm", .global, .indexed, 0 ... 3, standard, values: ["vector", "sound field", "sphere", "HRTF"],
      .extension("how a direction is made: level, first-order ambisonics, the shadow of a spherical head, measured ears"))
  }

  public static let hrtf = Parameter(
    60001, "", key: "hrtf", "HRTF", .global, .file, 0 ... 0, 0,
    .extension("a SOFA file of measured ears for the HRTF algorithm; without one, a spherical head with outer ears"))

  public static let spec = UnitSpec(
    "panner", "AUVectorPanner", Component("aupn", "vbas"), aliases: ["vectorpanner"],
    parameters: [gain, azimuth, elevation, distance, coordScale, refDistance, algorithm, hrtf],
    note: "Distance is a share of the coordinate scale; sound falls off past the reference distance. Azimuth is positive to the right. At distance 0 there is no direction.")

  public static let soundFieldSpec = variant("soundfieldpanner", "AUSoundFieldPanner", "ambi", algorithm: 1)
  public static let sphericalHeadSpec = variant("sphericalheadpanner", "AUSphericalHeadPanner", "sphr", algorithm: 2)
  public static let hrtfSpec = variant("hrtfpanner", "HRTFPanner", "hrtf", algorithm: 3)

  private static func variant(_ name: String, _ title: String, _ subtype: String, algorithm standard: Float) -> UnitSpec {
    UnitSpec(
      name, title, Component("aupn", subtype),
      parameters: spec.parameters.map { $0.id == algorithm.id ? algorithm(standard) : $0 },
      note: spec.note)
  }
}
