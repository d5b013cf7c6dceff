/// The comments of FLAC, Vorbis and Opus: `NAME=value` in UTF-8, behind the name of the encoder.
///
/// https://xiph.org/vorbis/doc/v-comment.html
enum VorbisComments {
  /// The encoder's name with its length, as it stands at the front of a comment header.
  static func vendor(_ header: [UInt8]) -> [UInt8] {
    guard let size = header.little(0, 4), 4 + size <= header.count else { return littleEndian(0, 4) }
    return Array(header[..<(4 + size)])
  }

  /// The comments of a header, without the encoder: count, then each with its length. nil where they are not whole.
  static func list(_ header: [UInt8]) -> [UInt8]? {
    let start = vendor(header).count
    guard start <= header.count, let count = header.little(start, 4) else { return nil }
    var offset = start + 4
    for _ in 0..<count {
      guard let size = header.little(offset, 4), offset + 4 + size <= header.count else { return nil }
      offset += 4 + size
    }
    return Array(header[start..<offset])
  }

  /// The entries of a list.
  static func entries(_ list: [UInt8]) -> [String] {
    var entries: [String] = []
    var offset = 4
    while let size = list.little(offset, 4), offset + 4 + size <= list.count {
      entries.append(String(decoding: list[offset + 4..<offset + 4 + size], as: UTF8.self))
      offset += 4 + size
    }
    return entries
  }

  static func list(of entries: [String]) -> [UInt8] {
    entries.reduce(littleEndian(entries.count, 4)) { list, entry in
      list + littleEndian(entry.utf8.count, 4) + Array(entry.utf8)
    }
  }

  /// The entry names of the fields that every family has.
  static let names: [Metadata.TextField: String] = [
    .title: "TITLE", .artist: "ARTIST", .album: "ALBUM", .date: "DATE", .genre: "GENRE", .trackNumber: "TRACKNUMBER",
    .comment: "COMMENT", .copyright: "COPYRIGHT", .license: "LICENSE",
  ]
}
