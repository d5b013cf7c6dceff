/// The chunks of AIFF and AIFF-C (Apple, "Audio Interchange File Format", 1989), and Logic's.
enum AIFFMetadata {
  /// Chunks that speak of the layout or the levels of the old file, and padding.
  static let structural: Set<String> = ["COMM", "SSND", "FVER", "PEAK", "CHAN", "FLLR", "JUNK"]

  /// Moves the positions in a chunk; false where it holds some that cannot be moved.
  static func rescale(_ chunk: inout Metadata.Chunk, _ scale: TimeScale) -> Bool {
    switch chunk.name {
    case "MARK":
      var offset = 2
      while let frame = chunk.content.big(offset + 2, 4), let length = chunk.content.big(offset + 6, 1) {
        chunk.content.setBig(offset + 2, 4, scale.position(frame))
        // A name with its length byte takes an even number of bytes.
        offset += 7 + length + (length + 1) % 2
      }
      return true
    // Logic's transients.
    case "trns": return false
    default: return true
    }
  }

  /// Reads the markers, the sustain loop and the base note out of the chunks.
  static func interpret(_ metadata: inout Metadata) {
    var positions: [Int: Int] = [:]
    for chunk in metadata.chunks where chunk.name == "MARK" {
      var offset = 2
      while let identifier = chunk.content.big(offset, 2), let frame = chunk.content.big(offset + 2, 4),
        let length = chunk.content.big(offset + 6, 1), offset + 7 + length <= chunk.content.count
      {
        let name = String(decoding: chunk.content[offset + 7..<offset + 7 + length], as: UTF8.self)
        positions[identifier] = frame
        metadata.markers.append(Metadata.Marker(frame: frame, name: name))
        offset += 7 + length + (length + 1) % 2
      }
    }
    for chunk in metadata.chunks where chunk.name == "INST" {
      metadata.baseNote = chunk.content.big(0, 1)
      guard let mode = chunk.content.big(8, 2), mode == 1 || mode == 2,
        let first = chunk.content.big(10, 2).flatMap({ positions[$0] }),
        let end = chunk.content.big(12, 2).flatMap({ positions[$0] }), end > first
      else { continue }
      metadata.loops = [Metadata.Loop(first: first, last: end - 1, direction: mode == 2 ? .alternating : .forward)]
    }
  }

  /// Chunks with the meaning of another family's.
  static func chunks(_ metadata: Metadata) -> [Metadata.Chunk] {
    var chunks: [Metadata.Chunk] = []
    for (field, name) in names {
      if let text = metadata.texts[field] { chunks.append(Metadata.Chunk(name, Array(text.utf8))) }
    }
    let ends = metadata.loops.prefix(1).flatMap {
      [Metadata.Marker(frame: $0.first, name: "loop start"), Metadata.Marker(frame: $0.last + 1, name: "loop end")]
    }
    let markers = ends + metadata.markers
    guard !markers.isEmpty || metadata.baseNote != nil else { return chunks }
    var table = bigEndian(markers.count, 2)
    for (i, marker) in markers.enumerated() {
      let name = marker.name.utf8.prefix(255)
      table += bigEndian(i + 1, 2) + bigEndian(marker.frame, 4) + bigEndian(name.count, 1) + Array(name)
      if name.count % 2 == 0 { table.append(0) }
    }
    if !markers.isEmpty { chunks.append(Metadata.Chunk("MARK", table)) }
    if !ends.isEmpty || metadata.baseNote != nil { chunks.append(instrument(metadata)) }
    return chunks
  }

  /// A chunk with its header and pad byte.
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    fourCharacters(name) + bigEndian(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static let names: [(Metadata.TextField, String)] = [
    (.title, "NAME"), (.artist, "AUTH"), (.copyright, "(c) "), (.comment, "ANNO"),
  ]

  /// The base note over all keys and velocities, and the first loop as the sustain loop between markers 1 and 2.
  private static func instrument(_ metadata: Metadata) -> Metadata.Chunk {
    let mode = metadata.loops.first.map { $0.direction == .alternating ? 2 : 1 } ?? 0
    let content = bigEndian(metadata.baseNote ?? 60, 1) + [0, 0, 127, 1, 127, 0, 0]
    let sustain = bigEndian(mode, 2) + (mode == 0 ? [0, 0, 0, 0] : [0, 1, 0, 2])
    return Metadata.Chunk("INST", content + sustain + [0, 0, 0, 0, 0, 0])
  }
}
