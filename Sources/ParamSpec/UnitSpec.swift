/// The parameters of one of Apple's units, a `static let` each, and the unit's names.
///
/// An enum without cases conforms, so that `LowPass.cutoffFrequency` reads as the header's constant does.
public protocol ParameterSet: Sendable {
  static var spec: UnitSpec { get }
}

/// What is known of a unit apart from its sound: names, codes, parameters, presets.
public struct UnitSpec: Sendable {
  /// The name in chain text, `lowpass`.
  public let name: String
  /// Apple's name, `AULowpass`.
  public let title: String
  /// The component; where several share a parameter table, the one that the name means comes first.
  public let components: [Component]
  /// Other names that chain text takes; the title and the subtype are taken anyway.
  public let aliases: [String]
  /// The rows in the header's order, then those of later headers, then our extensions.
  public let parameters: [Parameter]
  /// Constants of the header that are no parameters: counts and states.
  public let otherConstants: [(name: String, value: UInt32)]
  public let presets: [FactoryPreset]
  /// What a user should know before using the unit: what is ours, what the header leaves open.
  public let note: String

  public init(
    _ name: String, _ title: String, _ components: Component..., aliases: [String] = [],
    parameters: [Parameter], otherConstants: [(name: String, value: UInt32)] = [],
    presets: [FactoryPreset] = [], note: String = ""
  ) {
    self.name = name
    self.title = title
    self.components = components
    self.aliases = aliases
    self.parameters = parameters
    self.otherConstants = otherConstants
    self.presets = presets
    self.note = note
  }

  /// The row that a parameter number belongs to, and the place within its family.
  public func parameter(id: AudioUnitParameterID) -> (row: Parameter, index: Int)? {
    let current = parameters.first { $0.access != .deprecated && $0.id <= id && Int(id - $0.id) < $0.count }
    return current.map { ($0, Int(id - $0.id)) }
  }
}

/// Apple's four-character codes of a unit.
public struct Component: Sendable, Hashable {
  public let type, subtype, manufacturer: String
  /// Apple's name of this one, where several share a table.
  public let title: String

  public init(_ type: String, _ subtype: String, _ title: String = "", manufacturer: String = "appl") {
    self.type = type
    self.subtype = subtype
    self.title = title
    self.manufacturer = manufacturer
  }
}

/// A factory preset: every parameter it does not list stands at its default.
public struct FactoryPreset: Sendable {
  public let number: Int
  public let name: String
  public let values: [AudioUnitParameterID: AudioUnitParameterValue]
  /// `.header` where the values are published, `.ours` where only the name is.
  public let source: Source

  public init(
    _ number: Int, _ name: String, _ source: Source, _ values: [AudioUnitParameterID: AudioUnitParameterValue]
  ) {
    self.number = number
    self.name = name
    self.source = source
    self.values = values
  }
}
