/// The chunks of WAV and RF64: EBU Tech 3285 (bext), Microsoft's RIFF (LIST, cue, plst, smpl, inst), AES46 (cart),
/// Sonic Foundry's acid.
enum RIFFMetadata {
  /// Chunks that speak of the layout or the levels of the old file, and padding.
  static let structural: Set<String> = [
    "fmt ", "data", "fact", "ds64", "JUNK", "junk", "PAD ", "pad ", "FLLR", "filr", "bfil", "PEAK", "levl", "wavl",
    "slnt",
  ]

  /// Moves the positions in a chunk; false where it holds some that cannot be moved.
  static func rescale(_ chunk: inout Metadata.Chunk, _ scale: TimeScale) -> Bool {
    switch chunk.name {
    case "cue ":
      for record in records(chunk, from: 4, size: 24) {
        move(&chunk.content, record + 4, scale)
        move(&chunk.content, record + 20, scale)
      }
    case "plst":
      for record in records(chunk, from: 4, size: 12) { move(&chunk.content, record + 4, scale) }
    case "smpl":
      if let period = chunk.content.little(8, 4), chunk.content.count >= 36 {
        chunk.content.setLittle(8, 4, Int((Double(period) / scale.sampleRate).rounded()))
      }
      for record in records(chunk, countAt: 28, from: 36, size: 24) {
        move(&chunk.content, record + 8, scale)
        if let last = chunk.content.little(record + 12, 4) {
          chunk.content.setLittle(record + 12, 4, scale.position(last + 1) - 1)
        }
      }
    case "LIST" where chunk.content.name(0) == "adtl": moveTextLengths(&chunk.content, scale)
    case "bext":
      if let time = chunk.content.little(338, 8) { chunk.content.setLittle(338, 8, scale.timeOfDay(time)) }
    case "acid":
      if let pattern = chunk.content.little(20, 4) {
        let tempo = scale.tempo(Float(bitPattern: UInt32(pattern)))
        chunk.content.setLittle(20, 4, Int(tempo.bitPattern))
      }
    case "cart":
      for timer in 0..<8 {
        let offset = 676 + 8 * timer
        if let name = chunk.content.name(offset), name != "    " { move(&chunk.content, offset + 4, scale) }
      }
    default: break
    }
    return true
  }

  /// Reads the markers, the loops and the base note out of the chunks.
  static func interpret(_ metadata: inout Metadata) {
    var labels: [Int: String] = [:]
    for chunk in metadata.chunks where chunk.name == "LIST" && chunk.content.name(0) == "adtl" {
      for (name, content) in subchunks(chunk.content) where name == "labl" {
        labels[content.little(0, 4) ?? 0] = String(decoding: content.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    for chunk in metadata.chunks {
      if chunk.name == "cue " {
        metadata.markers = records(chunk, from: 4, size: 24).map {
          let identifier = chunk.content.little($0, 4) ?? 0
          return Metadata.Marker(frame: chunk.content.little($0 + 20, 4) ?? 0, name: labels[identifier] ?? "")
        }
      }
      guard chunk.name == "smpl" else { continue }
      metadata.baseNote = chunk.content.little(12, 4)
      metadata.loops = records(chunk, countAt: 28, from: 36, size: 24).map {
        Metadata.Loop(
          first: chunk.content.little($0 + 8, 4) ?? 0, last: chunk.content.little($0 + 12, 4) ?? 0,
          direction: Metadata.Loop.Direction(rawValue: chunk.content.little($0 + 4, 4) ?? 0) ?? .forward,
          count: chunk.content.little($0 + 20, 4) ?? 0)
      }
    }
  }

  /// Chunks with the meaning of another family's.
  static func chunks(_ metadata: Metadata, sampleRate: Int) -> [Metadata.Chunk] {
    var chunks: [Metadata.Chunk] = []
    let info = Metadata.TextField.allCases.flatMap { field -> [UInt8] in
      guard let name = names[field], let text = metadata.texts[field] else { return [] }
      return chunk(name, Array(text.utf8) + [0])
    }
    if !info.isEmpty { chunks.append(Metadata.Chunk("LIST", Array("INFO".utf8) + info)) }
    if !metadata.markers.isEmpty { chunks += cue(metadata.markers) }
    if !metadata.loops.isEmpty || metadata.baseNote != nil { chunks.append(sampler(metadata, sampleRate)) }
    return chunks
  }

  /// A chunk with its header and pad byte.
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    fourCharacters(name) + littleEndian(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static let names: [Metadata.TextField: String] = [
    .title: "INAM", .artist: "IART", .album: "IPRD", .date: "ICRD", .genre: "IGNR", .trackNumber: "ITRK",
    .comment: "ICMT", .copyright: "ICOP", .software: "ISFT",
  ]

  private static func cue(_ markers: [Metadata.Marker]) -> [Metadata.Chunk] {
    var points = littleEndian(markers.count, 4)
    var labels = Array("adtl".utf8)
    for (i, marker) in markers.enumerated() {
      points += littleEndian(i + 1, 4) + littleEndian(marker.frame, 4) + Array("data".utf8)
      points += littleEndian(0, 8) + littleEndian(marker.frame, 4)
      if !marker.name.isEmpty { labels += chunk("labl", littleEndian(i + 1, 4) + Array(marker.name.utf8) + [0]) }
    }
    return [Metadata.Chunk("cue ", points)] + (labels.count > 4 ? [Metadata.Chunk("LIST", labels)] : [])
  }

  private static func sampler(_ metadata: Metadata, _ sampleRate: Int) -> Metadata.Chunk {
    var content = littleEndian(0, 8) + littleEndian(Int((1e9 / Double(sampleRate)).rounded()), 4)
    content += littleEndian(metadata.baseNote ?? 60, 4) + littleEndian(0, 12)
    content += littleEndian(metadata.loops.count, 4) + littleEndian(0, 4)
    for (i, loop) in metadata.loops.enumerated() {
      content += littleEndian(i + 1, 4) + littleEndian(loop.direction.rawValue, 4)
      content += littleEndian(loop.first, 4) + littleEndian(loop.last, 4) + littleEndian(0, 4)
      content += littleEndian(loop.count, 4)
    }
    return Metadata.Chunk("smpl", content)
  }

  /// The offsets of a table's records, as many as the table says and as are there.
  private static func records(_ chunk: Metadata.Chunk, countAt: Int = 0, from start: Int, size: Int) -> [Int] {
    let promised = chunk.content.little(countAt, 4) ?? 0
    let present = max(0, chunk.content.count - start) / size
    return (0..<min(promised, present)).map { start + $0 * size }
  }

  private static func move(_ content: inout [UInt8], _ offset: Int, _ scale: TimeScale) {
    if let frame = content.little(offset, 4) { content.setLittle(offset, 4, scale.position(frame)) }
  }

  /// The lengths of the passages that `ltxt` describes.
  private static func moveTextLengths(_ content: inout [UInt8], _ scale: TimeScale) {
    var offset = 4
    while let name = content.name(offset), let size = content.little(offset + 4, 4) {
      if name == "ltxt", size >= 8 { move(&content, offset + 12, scale) }
      offset += 8 + size + size % 2
    }
  }

  /// The chunks within a LIST.
  static func subchunks(_ list: [UInt8]) -> [(name: String, content: [UInt8])] {
    var found: [(String, [UInt8])] = []
    var offset = 4
    while let name = list.name(offset), let size = list.little(offset + 4, 4), offset + 8 <= list.count {
      found.append((name, Array(list[offset + 8..<min(offset + 8 + size, list.count)])))
      offset += 8 + size + size % 2
    }
    return found
  }
}
