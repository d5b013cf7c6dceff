import CSndfile
import Glibc

/// What stands around the samples of a file, where libsndfile would write it otherwise than we need: other chunks,
/// other sizes, or other bytes in every run.
protocol ContainerWriter {
  /// Writes what comes before the body into the empty output, and tells where libsndfile is to write.
  mutating func begin(_ output: Int32) throws(SystemError) -> VirtualFile

  /// Completes the output, once libsndfile has written its last byte.
  mutating func finish(_ output: Int32, frames: Int) throws(SystemError)

  /// libsndfile's format for the body.
  var bodyFormat: Int32 { get }

  /// Bytes of samples that the container can hold at most.
  var longestBody: Int { get }
}

extension ContainerWriter {
  mutating func begin(_ output: Int32) throws(SystemError) -> VirtualFile { VirtualFile(output) }
  mutating func finish(_ output: Int32, frames: Int) throws(SystemError) {}
  var longestBody: Int { .max }
}

/// A container that libsndfile writes well on its own.
struct PlainWriter: ContainerWriter {
  let bodyFormat: Int32
}

/// Chunks behind the samples of AIFF.
struct AIFFWriter: ContainerWriter {
  let bodyFormat: Int32
  let chunks: [Metadata.Chunk]
  var longestBody: Int { 0xFFFF_0000 }

  func finish(_ output: Int32, frames: Int) throws(SystemError) {
    guard !chunks.isEmpty else { return }
    let end = fileSize(output)
    var trailer: [UInt8] = end % 2 == 1 ? [0] : []
    for chunk in chunks { trailer += AIFFMetadata.chunk(chunk.name, chunk.content) }
    try write(trailer, to: output, at: end)
    try write(bigEndian(end + trailer.count - 8, 4), to: output, at: 4)
  }
}

/// Chunks behind the samples of CAF.
struct CAFWriter: ContainerWriter {
  let bodyFormat: Int32
  let chunks: [Metadata.Chunk]

  func finish(_ output: Int32, frames: Int) throws(SystemError) {
    var trailer: [UInt8] = []
    for chunk in chunks { trailer += fourCharacters(chunk.name) + bigEndian(chunk.content.count, 8) + chunk.content }
    try write(trailer, to: output, at: fileSize(output))
  }
}

/// An ID3v2 tag before MP3.
struct TaggedWriter: ContainerWriter {
  let bodyFormat: Int32
  let tag: [UInt8]

  func begin(_ output: Int32) throws(SystemError) -> VirtualFile {
    try write(tag, to: output, at: 0)
    return VirtualFile(output, base: tag.count)
  }
}

func fileSize(_ descriptor: Int32) -> Int {
  var status = stat()
  fstat(descriptor, &status)
  return Int(status.st_size)
}

/// Writes bytes at an offset, wherever the descriptor stands.
func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes {
      pwrite(descriptor, $0.baseAddress! + written, bytes.count - written, off_t(offset + written))
    }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { throw SystemError(errno) }
    written += count
  }
}
