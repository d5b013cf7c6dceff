import CSndfile
import Glibc

/// FLAC with the input's comments and pictures (RFC 9639, section 8).
///
/// Room for them is left before libsndfile's header, which moves to the front at the end; what is left over is padding.
struct FLACWriter: ContainerWriter {
  let bodyFormat: Int32
  let chunks: [Metadata.Chunk]

  private var room: Int { 16 + chunks.reduce(0) { $0 + 4 + $1.content.count } }

  func begin(_ output: Int32) throws(SystemError) -> VirtualFile {
    VirtualFile(output, base: chunks.isEmpty ? 0 : room)
  }

  func finish(_ output: Int32, frames: Int) throws(SystemError) {
    guard !chunks.isEmpty else { return }
    let blocks = FLACBlocks(output, at: room)
    guard let information = blocks.entries.first(where: { $0.type == .streamInfo }) else { throw SystemError(EIO) }
    var header = Array("fLaC".utf8) + FLACBlocks.block(.streamInfo, blocks.content(information))
    for chunk in chunks {
      switch chunk.name {
      case "VORBIS_COMMENT":
        let vendor = blocks.entries.first { $0.type == .comment }.map { VorbisComments.vendor(blocks.content($0)) }
        header += FLACBlocks.block(.comment, (vendor ?? littleEndian(0, 4)) + chunk.content)
      case "PICTURE": header += FLACBlocks.block(.picture, chunk.content)
      case "APPLICATION": header += FLACBlocks.block(.application, chunk.content)
      default: header += FLACBlocks.block(.cueSheet, chunk.content)
      }
    }
    let padding = blocks.end - header.count - 4
    header += FLACBlocks.block(.padding, Array(repeating: 0, count: padding), isLast: true)
    try write(header, to: output, at: 0)
  }
}

/// The metadata blocks of a FLAC file.
struct FLACBlocks {
  enum Kind: Int { case streamInfo, padding, application, seekTable, comment, cueSheet, picture }

  struct Entry {
    let type: Kind?
    let offset: Int
    let size: Int
  }

  private(set) var entries: [Entry] = []
  /// Where the audio begins.
  private(set) var end: Int
  private let descriptor: Int32

  /// Reads the blocks of the file that begins at an offset; none where there is no FLAC.
  init(_ descriptor: Int32, at start: Int) {
    self.descriptor = descriptor
    end = start + 4
    guard bytes(of: descriptor, at: start, count: 4) == Array("fLaC".utf8) else { return }
    let size = fileSize(descriptor)
    while true {
      let head = bytes(of: descriptor, at: end, count: 4)
      guard let word = head.big(0, 4), end + 4 + word & 0xFFFFFF <= size else { return }
      entries.append(Entry(type: Kind(rawValue: word >> 24 & 0x7F), offset: end + 4, size: word & 0xFFFFFF))
      end += 4 + word & 0xFFFFFF
      if word >> 31 == 1 { return }
    }
  }

  func content(_ entry: Entry) -> [UInt8] { bytes(of: descriptor, at: entry.offset, count: entry.size) }

  static func block(_ kind: Kind, _ content: [UInt8], isLast: Bool = false) -> [UInt8] {
    [UInt8(kind.rawValue) | (isLast ? 0x80 : 0)] + bigEndian(content.count, 3) + content
  }
}
