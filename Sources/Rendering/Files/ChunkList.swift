import Glibc

/// The chunks of a RIFF, RF64, AIFF or CAF file, found without trust in what it says of itself: nothing is looked for
/// or allocated beyond the end of the file.
struct ChunkList {
  enum Form { case riff, rifx, aiff, caf }

  struct Entry {
    let name: String
    /// Of the content.
    let offset: Int
    /// As the file says, which may be more than is there.
    let size: Int
  }

  let form: Form
  private(set) var entries: [Entry] = []
  /// Where the samples are: behind SSND's offset and block size, behind the edit count of CAF's data.
  private(set) var audio: Entry?
  /// Where the file proper begins, behind a tag of ID3.
  let start: Int
  private let descriptor: Int32
  private let fileSize: Int
  /// RF64's 64-bit size of the samples.
  private var largeSize: Int?

  /// Chunks that are longer than this are not kept.
  static let longest = 1 << 26
  private static let most = 10_000

  /// nil where the file is of no such form.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.descriptor = descriptor
    fileSize = Int(status.st_size)
    start = Self.lengthOfTag(descriptor)
    let head = bytes(of: descriptor, at: start, count: 12)
    switch (head.name(0), head.name(8)) {
    case ("RIFF", "WAVE"), ("RF64", "WAVE"), ("BW64", "WAVE"): form = .riff
    case ("RIFX", "WAVE"): form = .rifx
    case ("FORM", "AIFF"), ("FORM", "AIFC"): form = .aiff
    case ("caff", _): form = .caf
    default: return nil
    }
    walk(from: start + (form == .caf ? 8 : 12), isLarge: head.name(0) != "RIFF")
  }

  /// A chunk's bytes, as many as there are; nil where it is too long to keep.
  func content(_ entry: Entry) -> [UInt8]? {
    let size = min(entry.size, fileSize - entry.offset)
    guard size <= Self.longest else { return nil }
    return bytes(of: descriptor, at: entry.offset, count: size)
  }

  /// The frames that AIFF's COMM chunk counts.
  var countedFrames: Int? {
    guard form == .aiff, let common = entries.first(where: { $0.name == "COMM" }) else { return nil }
    return content(common)?.big(2, 4)
  }

  func isWhole(_ entry: Entry) -> Bool { entry.size <= fileSize - entry.offset }

  /// A size of 0 for samples that are there, as programs leave it that could not go back to the header: where the
  /// true size belongs, and that size.
  var repair: (offset: Int, bytes: [UInt8])? {
    guard form == .riff, let audio, audio.size == 0, entries.last?.offset == audio.offset else { return nil }
    return (audio.offset - 4 - start, littleEndian(fileSize - audio.offset, 4))
  }

  private mutating func walk(from start: Int, isLarge: Bool) {
    let headerSize = form == .caf ? 12 : 8
    var offset = start
    while entries.count < Self.most, offset + headerSize <= fileSize {
      let head = bytes(of: descriptor, at: offset, count: headerSize)
      guard let name = head.name(0) else {
        // An odd chunk without its pad byte: all behind it is a byte early.
        guard let last = entries.last, last.size % 2 == 1, offset == last.offset + last.size + 1,
          bytes(of: descriptor, at: offset - 1, count: 4).name(0) != nil
        else { return }
        offset -= 1
        continue
      }
      guard var size = self.size(head) else { return }
      let content = offset + headerSize
      let isAudio = name == "data" || name == "SSND"
      if isLarge, name == "ds64" { largeSize = bytes(of: descriptor, at: content + 8, count: 8).little(0, 8) }
      if isAudio, size == 0xFFFF_FFFF, let largeSize, largeSize >= 0 { size = largeSize }
      let entry = Entry(name: name, offset: content, size: size)
      if isAudio, audio == nil {
        let head = name == "SSND" ? 8 : form == .caf ? 4 : 0
        audio = Entry(name: name, offset: content + head, size: max(0, size - head))
      }
      entries.append(entry)
      guard size <= fileSize - content else { return }
      offset = content + size + (form == .caf ? 0 : size % 2)
      if isAudio, size == 0, !leadsToEnd(offset) { return }
    }
  }

  /// Whether whole chunks and nothing else follow from an offset to the end of the file.
  private func leadsToEnd(_ start: Int) -> Bool {
    var offset = start
    while offset < fileSize {
      let head = bytes(of: descriptor, at: offset, count: 8)
      guard head.name(0) != nil, let size = size(head), size <= fileSize - offset - 8 else { return false }
      offset += 8 + size + size % 2
    }
    return true
  }

  private func size(_ head: [UInt8]) -> Int? {
    switch form {
    case .riff: head.little(4, 4)
    case .rifx, .aiff: head.big(4, 4)
    // CAF's samples may run to the end of the file: -1.
    case .caf: head.big(4, 8).map { $0 < 0 ? Int.max / 2 : $0 }
    }
  }

  /// Bytes of an ID3v2 tag before the file proper.
  static func lengthOfTag(_ descriptor: Int32) -> Int {
    let head = bytes(of: descriptor, at: 0, count: 10)
    guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
    return 10 + head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }
}

/// Bytes of a file from an offset on; fewer where it ends.
func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
    while filled < count {
      let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return }
      filled += got
    }
  }
}
