/// RIFF files byte by byte: a second writer and reader, apart from the library that is tested.
public enum RIFF {
  /// One chunk of a file.
  public struct Chunk: Equatable {
    public var name: String
    public var content: [UInt8]

    public init(_ name: String, _ content: [UInt8]) {
      self.name = name
      self.content = content
    }

    /// Name, size, content and the pad byte.
    public var bytes: [UInt8] {
      Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }
  }

  public static func file(_ chunks: [Chunk], form: String = "RIFF") -> [UInt8] {
    let body = Array("WAVE".utf8) + chunks.flatMap(\.bytes)
    return Array(form.utf8) + little(body.count, 4) + body
  }

  /// A `fmt ` chunk of 16 bytes: PCM has tag 1, float 3.
  public static func format(tag: Int = 1, channels: Int = 1, rate: Int = 44_100, bits: Int = 16) -> Chunk {
    let frame = channels * bits / 8
    return Chunk(
      "fmt ",
      little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4) + little(frame, 2)
        + little(bits, 2))
  }

  /// A `fmt ` chunk of 40 bytes: WAVE_FORMAT_EXTENSIBLE with a channel mask.
  public static func extensible(
    tag: Int = 1, channels: Int = 1, rate: Int = 44_100, bits: Int = 16, validBits: Int? = nil, mask: Int = 0
  ) -> Chunk {
    let plain = format(tag: 0xFFFE, channels: channels, rate: rate, bits: bits).content
    let guid: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    return Chunk("fmt ", plain + little(22, 2) + little(validBits ?? bits, 2) + little(mask, 4) + little(tag, 2) + guid)
  }

  /// The chunks of a file in their order; as far as they are whole.
  public static func chunks(_ file: [UInt8]) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = 12
    while offset + 8 <= file.count {
      let name = String(decoding: file[offset..<offset + 4], as: UTF8.self)
      let size = integer(file[offset + 4..<offset + 8])
      guard offset + 8 + size <= file.count else { break }
      chunks.append(Chunk(name, Array(file[offset + 8..<offset + 8 + size])))
      offset += 8 + size + size % 2
    }
    return chunks
  }

  public static func chunk(_ name: String, of file: [UInt8]) -> [UInt8]? {
    chunks(file).first { $0.name == name }?.content
  }

  public static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// An unsigned integer, lowest byte first.
  public static func integer(_ bytes: some Collection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  public static func samples16(_ values: some Sequence<Int>) -> [UInt8] {
    values.flatMap { little($0, 2) }
  }
}
