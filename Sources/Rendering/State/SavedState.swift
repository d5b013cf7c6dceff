public import DSPCore
public import ParamSpec

/// A unit's settings as an .aupreset file keeps them: the dictionary that Apple's units call ClassInfo.
///
/// Keys, elements and numbers that nobody knows are kept and written back as they were.
public struct SavedState: Sendable, Equatable {
  /// Every key of the file but the values, in its order; `data` stands empty among them.
  public private(set) var properties: [PropertyList.Entry]
  public private(set) var blob: ParameterBlob
  /// How the file is written.
  public var form: PropertyList.Form

  /// Reads a file's bytes.
  public init(_ bytes: [UInt8]) throws(SavedStateError) {
    let list: PropertyList
    do throws(PropertyListError) {
      (list, form) = try PropertyList.read(bytes)
    } catch {
      throw .malformed("\(error)")
    }
    guard case .dictionary(let entries) = list else { throw .malformed("a saved state is a dictionary") }
    properties = entries
    blob = ParameterBlob()
    guard let place = entries.firstIndex(where: { $0.key == Key.data }) else { return }
    guard case .data(let values) = entries[place].value else { throw .malformed("the values are no data") }
    blob = try ParameterBlob(values)
    properties[place].value = .data([])
  }

  public init(contentsOf file: FilePath) throws(SavedStateError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try file.read()
    } catch {
      throw .unreadable("\(error)")
    }
    try self.init(bytes)
  }

  /// The file's bytes.
  public var bytes: [UInt8] {
    var entries = properties
    if let place = entries.firstIndex(where: { $0.key == Key.data }) { entries[place].value = .data(blob.bytes) }
    return PropertyList.dictionary(entries).bytes(form)
  }

  /// Writes the file, which takes the place of an older one only once it is whole.
  public func write(to file: FilePath) throws(SoundFileError) {
    let output = try OutputFile(file)
    do {
      try bytes.withUnsafeBytes { try writeAll($0, to: output.descriptor) }
    } catch {
      throw .unwritable(file, "\(error)")
    }
    try output.commit()
  }

  /// Keys of the dictionary (reference/units.md 4).
  enum Key {
    static let data = "data"
    static let type = "type"
    static let subtype = "subtype"
    static let manufacturer = "manufacturer"
    static let name = "name"
    static let version = "version"
    static let presetNumber = "preset-number"
    static let part = "part"
    static let graphicBands = "Num EQ Bands"
    static let bands = "numberOfBands"
    static let parametricType = "ParametricType"
    static let thresholdOK = "ThresholdOK"
  }

  public subscript(key: String) -> PropertyList? {
    PropertyList.dictionary(properties)[key]
  }

  /// The preset's name, as far as there is one.
  public var name: String {
    guard case .string(let name) = self[Key.name] else { return "" }
    return name
  }

  /// The three codes, `????` where one is missing.
  public var component: Component {
    func code(_ key: String) -> String {
      guard case .integer(let number) = self[key] else { return "????" }
      return fourCharacters(UInt32(truncatingIfNeeded: number))
    }
    return Component(code(Key.type), code(Key.subtype), manufacturer: code(Key.manufacturer))
  }

  /// The unit of ours that the state is one of. As Apple's units do, it goes by subtype and manufacturer; the type
  /// tells apart those that share a subtype, else an effect is meant (decision 32).
  public func unit() throws(SavedStateError) -> (unit: UnitDescription, component: Component) {
    if let version = self[Key.version], version != .integer(0) { throw .malformed("only version 0 is known") }
    if self[Key.part] != nil { throw .malformed("it is the state of a part of a unit only") }
    let component = component
    let known = allUnits.flatMap { unit in unit.spec.components.map { (unit: unit, component: $0) } }
      .filter { $0.component.subtype == component.subtype && $0.component.manufacturer == component.manufacturer }
    guard
      let match = known.first(where: { $0.component.type == component.type })
        ?? known.first(where: { $0.component.type == "aufx" }) ?? known.first
    else { throw .foreign(component) }
    return match
  }

  /// The values that the unit takes, finite ones; with those that only a key holds.
  public var values: [StoredValue] {
    var values = blob.blocks.flatMap { block in
      block.pairs.compactMap { pair -> StoredValue? in
        guard pair.value.isFinite, let scope = Scope(stateNumber: block.scope) else { return nil }
        return StoredValue(pair.id, pair.value, scope: scope, element: Int(block.element))
      }
    }
    if case .integer(let count) = self[Key.bands], component.subtype == "nbeq" {
      // What stands in the bands beyond is left from before.
      for band in 0..<NBandEQ.bypassBand.count where band >= count {
        values.append(StoredValue(NBandEQ.bypassBand.id + UInt32(band), 1))
      }
    }
    if case .integer(let count) = self[Key.graphicBands], component.subtype == "greq",
      !values.contains(where: { $0.id == kGraphicEQParam_NumberOfBands })
    {
      values.append(StoredValue(kGraphicEQParam_NumberOfBands, count == 10 ? 0 : 1))
    }
    return values
  }
}

/// Why a saved state cannot be used.
public enum SavedStateError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read; the system's own words.
  case unreadable(String)
  /// What is wrong with the file.
  case malformed(String)
  /// The state of a unit that is not ours, or of none.
  case foreign(Component)

  public var description: String {
    switch self {
    case .unreadable(let reason), .malformed(let reason): reason
    case .foreign(let c) where c.manufacturer == "appl":
      "it belongs to Apple's unit '\(c.type)' '\(c.subtype)', which is not known here"
    case .foreign(let c):
      "it belongs to a third-party unit, '\(c.type)' '\(c.subtype)' '\(c.manufacturer)', which only its maker can load"
    }
  }
}

/// A code as its four characters; those that do not print become `?`.
func fourCharacters(_ code: UInt32) -> String {
  let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
  return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
}

/// Four characters as their code.
func code(_ characters: String) -> UInt32 {
  characters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
}

// MARK: - From a chain

extension SavedState {
  /// The state of a chain's unit at a sample rate in Hz. One that came from a file keeps all that the chain does not
  /// change.
  public init(_ item: ChainItem, sampleRate: Double) throws(ChainError) {
    let values = try item.resolved(sampleRate: sampleRate).values
    if let state = item.state {
      self = state
      var plain = item
      plain.preset = nil
      plain.settings = []
      let before = try plain.resolved(sampleRate: sampleRate).values
      item.unit.spec.forEachSaved { id, scope, number in
        if values[id, scope].bitPattern != before[id, scope].bitPattern {
          blob.set(id, values[id, scope], scope: number)
        }
      }
    } else {
      let component = item.component ?? item.unit.spec.components[0]
      form = .xml
      blob = ParameterBlob()
      properties = [
        PropertyList.Entry(Key.data, .data([])),
        PropertyList.Entry(Key.manufacturer, .integer(Int128(code(component.manufacturer)))),
        PropertyList.Entry(Key.name, .string("Untitled")),
        PropertyList.Entry(Key.subtype, .integer(Int128(code(component.subtype)))),
        PropertyList.Entry(Key.type, .integer(Int128(code(component.type)))),
        PropertyList.Entry(Key.version, .integer(0)),
      ]
      item.unit.spec.forEachSaved { id, scope, number in blob.set(id, values[id, scope], scope: number) }
    }
    if let preset = item.preset {
      set(Key.name, .string(preset.name))
      set(Key.presetNumber, .integer(Int128(preset.number)))
    }
    setOwnKeys(values)
  }

  /// Keys that single units keep beside their values.
  private mutating func setOwnKeys(_ values: ParameterStore) {
    switch component.subtype {
    case "nbeq":
      let bypass = NBandEQ.bypassBand
      let last = (0..<bypass.count).last { values[bypass.id + UInt32($0)] < 0.5 } ?? 0
      set(Key.bands, .integer(Int128(last + 1)))
      if self[Key.parametricType] == nil { set(Key.parametricType, .integer(11)) }
    case "greq":
      set(Key.graphicBands, .integer(values[kGraphicEQParam_NumberOfBands] < 0.5 ? 10 : 31))
    case "dcmp":
      if self[Key.thresholdOK] == nil { set(Key.thresholdOK, .integer(1)) }
    default: break
    }
  }

  /// Sets a key where it stands, or in the order of the alphabet, as Apple writes them.
  private mutating func set(_ key: String, _ value: PropertyList) {
    if let place = properties.firstIndex(where: { $0.key == key }) {
      properties[place].value = value
    } else {
      let next = properties.firstIndex { $0.key > key } ?? properties.endIndex
      properties.insert(PropertyList.Entry(key, value), at: next)
    }
  }
}

extension UnitSpec {
  /// Every number that Apple's unit keeps in a state: neither meters nor our extensions; 16 bands of AUNBandEQ.
  fileprivate func forEachSaved(_ body: (AudioUnitParameterID, Scope, UInt32) -> Void) {
    for row in parameters where row.access == .readWrite && row.unit != .file && !row.isExtension {
      for index in 0..<(name == "nbandeq" ? min(row.count, 16) : row.count) {
        for number in row.scope.stateNumbers {
          body(row.id + UInt32(index), row.scope == .global ? .global : .input, number)
        }
      }
    }
  }
}
