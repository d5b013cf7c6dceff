/// The values of a unit's parameters at a sample rate: those that were set, and defaults for the rest.
///
/// Values are kept as they are given, as Apple's units keep them: nothing clamps here. Chain text clamps before it
/// sets (cli.md), saved states do not, and every unit is safe for any finite value.
public struct ParameterStore: Sendable {
  public let spec: UnitSpec
  /// Hz.
  public let sampleRate: Double

  private struct Address: Hashable {
    let id: AudioUnitParameterID
    let scope: Scope
    let element: Int
  }

  private var values: [Address: AudioUnitParameterValue] = [:]
  private var names: [AudioUnitParameterID: String] = [:]

  public init(_ spec: UnitSpec, sampleRate: Double) {
    self.spec = spec
    self.sampleRate = sampleRate
  }

  /// A value by number; `element` is the bus of an input or output parameter.
  /// Unknown numbers can be set and read back; unset they read 0.
  public subscript(id: AudioUnitParameterID, scope: Scope = .global, element: Int = 0) -> AudioUnitParameterValue {
    get {
      values[Address(id: id, scope: scope, element: element)]
        ?? spec.parameter(id: id)?.row.defaultValue(sampleRate: sampleRate) ?? 0
    }
    set { values[Address(id: id, scope: scope, element: element)] = newValue }
  }

  public func isSet(_ id: AudioUnitParameterID, scope: Scope = .global, element: Int = 0) -> Bool {
    values[Address(id: id, scope: scope, element: element)] != nil
  }

  /// The text of a parameter whose value is a name, such as a file.
  public subscript(text id: AudioUnitParameterID) -> String? {
    get { names[id] }
    set { names[id] = newValue }
  }
}

/// `ParameterStore` under the parameters' own names: `values.cutoffFrequency = 1000`.
@dynamicMemberLookup
public struct ParameterValues<Set: ParameterSet>: Sendable {
  public var store: ParameterStore

  /// The defaults at a sample rate in Hz.
  public init(sampleRate: Double) {
    store = ParameterStore(Set.spec, sampleRate: sampleRate)
  }

  public init(_ store: ParameterStore) {
    self.store = store
  }

  public var sampleRate: Double { store.sampleRate }

  public subscript(dynamicMember row: KeyPath<Set.Type, Parameter>) -> AudioUnitParameterValue {
    get { self[Set.self[keyPath: row]] }
    set { self[Set.self[keyPath: row]] = newValue }
  }

  /// A value of a family, such as an equaliser's band, counted from 0.
  public func value(_ row: Parameter, index: Int) -> AudioUnitParameterValue {
    store[row.id + UInt32(index)]
  }

  /// A value of a family or of a bus.
  public subscript(
    _ row: Parameter, index: Int = 0, scope scope: Scope = .global, element element: Int = 0
  ) -> AudioUnitParameterValue {
    get { store[row.id + UInt32(index), scope, element] }
    set { store[row.id + UInt32(index), scope, element] = newValue }
  }
}
