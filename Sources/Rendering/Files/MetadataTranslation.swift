import CSndfile

/// Carries metadata over to another kind of file.
extension Metadata {
  /// The metadata in the form of a container: piece by piece within a family, by its meaning between two. What the
  /// container has no place for is named in `dropped`.
  func adapted(to container: SoundContainer, sampleRate: Int) -> Metadata {
    let target = Family(container)
    guard target != family || family == nil else {
      return container == .flac || family != .vorbis ? self : adaptedToOgg
    }
    var result = self
    result.family = target
    result.chunks =
      switch target {
      case .riff: RIFFMetadata.chunks(self, sampleRate: sampleRate)
      case .aiff: AIFFMetadata.chunks(self)
      case .vorbis: commentChunks
      case .caf, .id3, nil: []
      }
    var kept = Self.wordChunks
    if target == .riff || target == .aiff { kept.formUnion(["cue ", "smpl", "MARK", "INST"]) }
    if let tag, let name = target?.tagName {
      result.chunks.append(Chunk(name, tag.content))
      kept.insert(tag.name)
    }
    result.drop(chunks.filter { !kept.contains($0.name) || isOnlyOurs($0, target) }.map(\.name))
    return result
  }

  /// Tells libsndfile the words, for containers whose pieces it writes itself.
  func writeTexts(to file: OpaquePointer) {
    for (field, string) in Self.strings {
      if let text = texts[field], field != .software { sf_set_string(file, Int32(string), text) }
    }
  }

  /// Chunks whose words libsndfile reads.
  private static let wordChunks: Set<String> = ["LIST", "NAME", "AUTH", "(c) ", "ANNO", "VORBIS_COMMENT", "info"]

  private var tag: Chunk? { chunks.first { ["id3 ", "ID3 ", "ID3"].contains($0.name) } }

  /// Whether a chunk of words says something else here: labels of markers for a kind without markers.
  private func isOnlyOurs(_ chunk: Chunk, _ target: Family?) -> Bool {
    chunk.name == "LIST" && chunk.content.name(0) != "INFO"
      && !(chunk.content.name(0) == "adtl" && target == .aiff)
  }

  private var commentChunks: [Chunk] {
    let entries = TextField.allCases.compactMap { field in
      VorbisComments.names[field].flatMap { name in texts[field].map { "\(name)=\($0)" } }
    }
    return entries.isEmpty ? [] : [Chunk("VORBIS_COMMENT", VorbisComments.list(of: entries))]
  }

  /// FLAC's pictures as comments; what else FLAC holds has no place in Ogg.
  private var adaptedToOgg: Metadata {
    var entries = chunks.first { $0.name == "VORBIS_COMMENT" }.map { VorbisComments.entries($0.content) } ?? []
    let pictures = chunks.filter { $0.name == "PICTURE" }
    guard !pictures.isEmpty || chunks.count > 1 else { return self }
    entries += pictures.map { "METADATA_BLOCK_PICTURE=\(base64($0.content))" }
    var result = self
    result.chunks = [Chunk("VORBIS_COMMENT", VorbisComments.list(of: entries))]
    result.drop(chunks.map(\.name).filter { $0 != "VORBIS_COMMENT" && $0 != "PICTURE" })
    return result
  }
}

extension Metadata.Family {
  init?(_ container: SoundContainer) {
    switch container {
    case .wav, .rf64: self = .riff
    case .aiff: self = .aiff
    case .caf: self = .caf
    case .flac, .ogg, .opus: self = .vorbis
    case .mp3: self = .id3
    default: return nil
    }
  }

  /// The name of the chunk that holds an ID3 tag.
  fileprivate var tagName: String? {
    switch self {
    case .riff: "id3 "
    case .aiff: "ID3 "
    case .id3: "ID3"
    case .caf, .vorbis: nil
    }
  }
}

/// RFC 4648.
private func base64(_ bytes: [UInt8]) -> String {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for digit in 0..<4 {
      text.append(digit <= group.count ? digits[word >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: text, as: UTF8.self)
}
