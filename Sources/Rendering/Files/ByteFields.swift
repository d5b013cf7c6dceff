/// Integers in bytes.
extension Array where Element == UInt8 {
  /// The unsigned integer of so many bytes at an offset; nil beyond the end.
  func little(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func big(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four characters at an offset; nil where they are none.
  func name(_ offset: Int) -> String? {
    guard offset + 4 <= count, self[offset..<offset + 4].allSatisfy({ (32...126).contains($0) || $0 == 0xA9 }) else {
      return nil
    }
    return String(self[offset..<offset + 4].map { Character(UnicodeScalar($0)) })
  }

  /// Puts an integer in the place of another, as far as its bytes reach; saturates.
  mutating func setLittle(_ offset: Int, _ count: Int, _ value: Int) {
    replaceSubrange(offset..<offset + count, with: littleEndian(value, count))
  }

  mutating func setBig(_ offset: Int, _ count: Int, _ value: Int) {
    replaceSubrange(offset..<offset + count, with: bigEndian(value, count))
  }
}

/// The lowest byte first. Values that do not fit become the greatest that does.
func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
  let fitting = count < 8 ? Swift.min(Swift.max(value, 0), 1 << (8 * count) - 1) : value
  return (0..<count).map { UInt8(truncatingIfNeeded: fitting >> (8 * $0)) }
}

/// The highest byte first.
func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
  littleEndian(value, count).reversed()
}

/// The bytes of a four-character name.
func fourCharacters(_ name: String) -> [UInt8] {
  name.unicodeScalars.prefix(4).map { UInt8(truncatingIfNeeded: $0.value) }
}
