/// A property list: what Apple's frameworks keep settings in. Dictionaries keep their order.
///
/// Ours, because Foundation's takes ten times as long to load as `fxrender units` to run, and so that a damaged file
/// can neither crash nor fill the memory.
public enum PropertyList: Sendable, Equatable {
  case boolean(Bool)
  case integer(Int128)
  case real(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 1 January 2001, UTC.
  case date(Double)
  case array([PropertyList])
  case dictionary([Entry])

  public struct Entry: Sendable, Equatable {
    public let key: String
    public var value: PropertyList

    public init(_ key: String, _ value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// How a property list is written. The raw value names it in messages.
  public enum Form: String, Sendable, CaseIterable {
    case xml = "XML"
    case binary
  }

  /// The value under a key of a dictionary.
  public subscript(key: String) -> PropertyList? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// Reads a file's bytes, in either form.
  public static func read(_ bytes: [UInt8]) throws(PropertyListError) -> (PropertyList, Form) {
    if bytes.starts(with: BinaryPropertyList.magic) { return (try BinaryPropertyList.read(bytes), .binary) }
    var reader = XMLPropertyListReader(bytes)
    return (try reader.read(), .xml)
  }

  /// A file's bytes.
  public func bytes(_ form: Form) -> [UInt8] {
    switch form {
    case .xml: xml
    case .binary: BinaryPropertyList.write(self)
    }
  }

  /// Levels of dictionaries and arrays within one another that are read.
  static let deepest = 64
}

/// Why a property list cannot be read.
public struct PropertyListError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, without the place.
  public let message: String
  /// The byte of the file where it shows.
  public let offset: Int

  public var description: String { "\(message) at byte \(offset)" }
}

/// Counts what a file comes to in memory. References may name an object more than once, so that a small file could
/// stand for a large list.
struct PropertyListBudget {
  private var left: Int

  init(fileSize: Int) {
    left = max(1 << 16, 10 * fileSize)
  }

  mutating func spend(_ bytes: Int, at offset: Int) throws(PropertyListError) {
    left -= bytes
    guard left >= 0 else { throw PropertyListError(message: "the list is far larger than its file", offset: offset) }
  }
}
