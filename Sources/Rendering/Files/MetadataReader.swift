import CSndfile

/// Finds what a file holds beside its samples.
extension Metadata {
  /// - Parameters:
  ///   - descriptor: the file; its position is left as it is.
  ///   - file: the same, opened by libsndfile, which knows the words of every kind.
  ///   - chunks: its chunks, where it has such.
  init(_ descriptor: Int32, _ file: OpaquePointer, _ format: SoundFileFormat, _ chunks: ChunkList?) {
    for (field, string) in Self.strings {
      guard let text = sf_get_string(file, Int32(string)), text.pointee != 0 else { continue }
      texts[field] = String(cString: text)
    }
    switch (format.container, chunks?.form) {
    case (_, .riff): read(chunks!, .riff, except: RIFFMetadata.structural)
    case (_, .aiff): read(chunks!, .aiff, except: AIFFMetadata.structural)
    case (_, .caf): read(chunks!, .caf, except: ["desc", "data", "pakt", "kuki", "chan", "free", "peak"])
    case (_, .rifx): drop(chunks!.entries.map(\.name).filter { !RIFFMetadata.structural.contains($0) })
    case (.flac, _): readFLAC(descriptor)
    case (.ogg, _), (.opus, _): readOgg(descriptor)
    case (.mp3, _): readTag(descriptor)
    default: break
    }
    switch family {
    case .riff: RIFFMetadata.interpret(&self)
    case .aiff: AIFFMetadata.interpret(&self)
    default: break
    }
  }

  static let strings: [(TextField, Int)] = [
    (.title, SF_STR_TITLE), (.artist, SF_STR_ARTIST), (.album, SF_STR_ALBUM), (.date, SF_STR_DATE),
    (.genre, SF_STR_GENRE), (.trackNumber, SF_STR_TRACKNUMBER), (.comment, SF_STR_COMMENT),
    (.copyright, SF_STR_COPYRIGHT), (.software, SF_STR_SOFTWARE), (.license, SF_STR_LICENSE),
  ]

  private mutating func read(_ list: ChunkList, _ family: Family, except structural: Set<String>) {
    let audio = list.audio?.offset ?? .max
    for entry in list.entries where !structural.contains(entry.name) {
      guard list.isWhole(entry), let content = list.content(entry) else {
        drop([entry.name])
        continue
      }
      chunks.append(Chunk(entry.name, content, precedesAudio: entry.offset < audio))
    }
    if !chunks.isEmpty { self.family = family }
  }

  private mutating func readFLAC(_ descriptor: Int32) {
    let blocks = FLACBlocks(descriptor, at: 0)
    for entry in blocks.entries {
      switch entry.type {
      case .comment:
        guard let list = VorbisComments.list(blocks.content(entry)) else { continue }
        if list != littleEndian(0, 4) { chunks.append(Chunk("VORBIS_COMMENT", list)) }
      case .picture: chunks.append(Chunk("PICTURE", blocks.content(entry)))
      case .application: chunks.append(Chunk("APPLICATION", blocks.content(entry)))
      case .cueSheet: chunks.append(Chunk("CUESHEET", blocks.content(entry)))
      case .streamInfo, .padding, .seekTable, nil: continue
      }
    }
    if !chunks.isEmpty { family = .vorbis }
  }

  private mutating func readOgg(_ descriptor: Int32) {
    var pages = OggPages(descriptor)
    guard pages.next() != nil else { return }
    var packets: [[UInt8]] = []
    var isOpen = false
    while packets.isEmpty || (packets.count == 1 && isOpen) {
      guard let page = pages.next(), packets.first?.count ?? 0 < ChunkList.longest else { return }
      page.split(into: &packets, isOpen: &isOpen)
    }
    let mark = packets[0].starts(with: "OpusTags".utf8) ? 8 : 7
    guard let list = VorbisComments.list(Array(packets[0].dropFirst(mark))), list != littleEndian(0, 4) else { return }
    chunks = [Chunk("VORBIS_COMMENT", list)]
    family = .vorbis
  }

  private mutating func readTag(_ descriptor: Int32) {
    let size = ChunkList.lengthOfTag(descriptor)
    guard size > 0 else { return }
    guard size <= ChunkList.longest, size < fileSize(descriptor) else { return drop(["ID3"]) }
    chunks = [Chunk("ID3", bytes(of: descriptor, at: 0, count: size))]
    family = .id3
  }
}
