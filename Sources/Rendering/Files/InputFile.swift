import Glibc

/// Opens what a user names as input, with a descriptor that can seek.
enum InputFile {
  /// - Throws: `unreadable`, with the system's reason, for what is missing, forbidden, a folder or empty.
  static func open(_ path: FilePath) throws(SoundFileError) -> Int32 {
    let descriptor =
      path.isStandardStream ? dup(STDIN_FILENO) : path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .unreadable(path, SystemError(errno).description) }
    var status = stat()
    fstat(descriptor, &status)
    if status.st_mode & S_IFMT == S_IFDIR {
      close(descriptor)
      throw .unreadable(path, "it is a folder")
    }
    guard lseek(descriptor, 0, SEEK_CUR) >= 0 else {
      defer { close(descriptor) }
      return try spool(descriptor, path)
    }
    guard status.st_size > 0 || status.st_mode & S_IFMT != S_IFREG else {
      close(descriptor)
      throw .unreadable(path, "it is empty")
    }
    return descriptor
  }

  /// A copy of a pipe in a nameless temporary file: headers and metadata are not all at the front.
  private static func spool(_ pipe: Int32, _ path: FilePath) throws(SoundFileError) -> Int32 {
    let copy = temporaryFile()
    guard copy >= 0 else { throw .unreadable(path, "no temporary file: \(SystemError(errno))") }
    let bytes: Int
    do throws(SystemError) {
      bytes = try copyAll(from: pipe, to: copy)
    } catch {
      close(copy)
      throw .unreadable(path, error.description)
    }
    guard bytes > 0 else {
      close(copy)
      throw .unreadable(path, "it is empty")
    }
    lseek(copy, 0, SEEK_SET)
    return copy
  }
}

/// A file without a name, in $TMPDIR or /tmp; negative where there can be none.
func temporaryFile() -> Int32 {
  let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  let (descriptor, name) = namedTemporaryFile(in: FilePath(folder))
  _ = name.withCString { unlink($0) }
  return descriptor
}

/// A new file with a name that no other has; the descriptor is negative where there can be none.
func namedTemporaryFile(in folder: FilePath) -> (descriptor: Int32, name: FilePath) {
  var name = folder.appending(".fxrender-XXXXXX").bytes + [0]
  let descriptor = name.withUnsafeMutableBytes { mkstemp($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
  return (descriptor, FilePath(bytes: name.dropLast()))
}

/// Copies from one descriptor to another until the first one's end; the bytes copied.
@discardableResult
func copyAll(from source: Int32, to target: Int32) throws(SystemError) -> Int {
  let size = 1 << 16
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  defer { buffer.deallocate() }
  var total = 0
  while true {
    let count = Glibc.read(source, buffer, size)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw SystemError(errno) }
    if count == 0 { return total }
    try writeAll(UnsafeRawBufferPointer(start: buffer, count: count), to: target)
    total += count
  }
}

func writeAll(_ bytes: UnsafeRawBufferPointer, to target: Int32) throws(SystemError) {
  var rest = bytes
  while !rest.isEmpty {
    let count = Glibc.write(target, rest.baseAddress, rest.count)
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { throw SystemError(errno) }
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
  }
}
