/// Bytes as text of 64 letters (RFC 4648), with padding.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text in lines of so many letters, a multiple of 4.
  static func lines(_ bytes: [UInt8], width: Int) -> [String] {
    stride(from: 0, to: bytes.count, by: width / 4 * 3).map { start in
      let line = bytes[start..<min(bytes.count, start + width / 4 * 3)]
      var letters: [UInt8] = []
      for i in stride(from: line.startIndex, to: line.endIndex, by: 3) {
        let group = line[i..<min(line.endIndex, i + 3)]
        let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for k in 0...group.count { letters.append(alphabet[bits >> (18 - 6 * k) & 63]) }
        letters += repeatElement(UInt8(ascii: "="), count: 3 - group.count)
      }
      return String(decoding: letters, as: UTF8.self)
    }
  }

  /// The bytes; space is read over. nil where the text is no base 64.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var letters = 0
    var padding = 0
    for letter in text {
      let value: UInt32
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(letter) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(letter) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(letter) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      bits = bits << 6 | value
      letters += 1
      if letters % 4 > 1 || letters % 4 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * ((letters - 1) % 4))))
      }
    }
    return letters % 4 == 1 || padding > 2 ? nil : bytes
  }
}
