public import DSPCore
public import ParamSpec

/// A chain of units, first to last: what chain text says, before a sample rate is known.
public struct ChainDescription: Sendable {
  public var items: [ChainItem]
  /// Names in the text that are out of date.
  public var warnings: [RenderWarning]

  public init(_ items: [ChainItem] = [], warnings: [RenderWarning] = []) {
    self.items = items
    self.warnings = warnings
  }
}

/// One unit of a chain. What is later in this list overrides what is earlier: state, preset, settings.
public struct ChainItem: Sendable {
  public let unit: UnitDescription
  /// The one that a four-character code named, where several components share the unit.
  public var component: Component?
  /// The saved state that it stands for; its values are not clamped.
  public var state: SavedState?
  public var preset: FactoryPreset?
  /// In the order of the text.
  public var settings: [ChainSetting] = []
  public var isBypassed = false
  public let position: ChainPosition

  public init(_ unit: UnitDescription, position: ChainPosition = .unknown) {
    self.unit = unit
    self.position = position
  }
}

/// A value that the text gives, unclamped.
public struct ChainSetting: Sendable {
  public enum Value: Sendable, Equatable {
    case number(Double)
    /// A file's name.
    case text(String)
  }

  public let row: Parameter
  /// The place within the row's family: the band, counted from 0.
  public let index: Int
  public let value: Value
  public let position: ChainPosition

  public var id: AudioUnitParameterID { row.id + UInt32(index) }

  /// The name in chain text: `cutoffFrequency`, `gain3`.
  public var key: String { row.key(index: index) }
}

/// A value of a saved state.
public struct StoredValue: Sendable, Equatable {
  public let id: AudioUnitParameterID
  public let scope: Scope
  public let element: Int
  public let value: AudioUnitParameterValue

  public init(
    _ id: AudioUnitParameterID, _ value: AudioUnitParameterValue, scope: Scope = .global, element: Int = 0
  ) {
    self.id = id
    self.scope = scope
    self.element = element
    self.value = value
  }
}

/// A place in chain text, for messages.
public struct ChainPosition: Sendable, Equatable, CustomStringConvertible {
  /// The file's name, or `chain` for text of the command line.
  public let source: String
  /// From 1, in characters.
  public let line, column: Int
  /// The path within JSON, `[0].parameters.cutoff`, instead of line and column.
  public let path: String?
  /// The line of text that holds the place.
  public let excerpt: String

  public static let unknown = ChainPosition(source: "chain", path: "")

  init(source: String, line: Int, column: Int, excerpt: String) {
    self.source = source
    self.line = line
    self.column = column
    self.path = nil
    self.excerpt = excerpt
  }

  init(source: String, path: String) {
    self.source = source
    self.line = 0
    self.column = 0
    self.path = path
    self.excerpt = ""
  }

  public var description: String {
    if let path { return path.isEmpty ? source : "\(source): \(path)" }
    return "\(source):\(line):\(column)"
  }
}
