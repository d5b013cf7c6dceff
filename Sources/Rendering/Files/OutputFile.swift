import Glibc

/// Takes the place of the target until the output is whole.
///
/// A regular file is written nameless in the target's folder, where the system can, and gets its name at the end: a
/// render that is killed leaves neither trace nor damage. Pipes and devices get their bytes at the end, since most
/// kinds of sound file are only known whole.
final class OutputFile {
  /// Open for reading and writing, at the start of an empty file.
  let descriptor: Int32

  private enum Destination {
    /// The target, with symbolic links followed, and the file that stood there.
    case file(FilePath, replaces: stat?)
    case stream(Int32)
  }

  private let path: FilePath
  private let destination: Destination
  /// The temporary file's name, if it has one.
  private var temporaryName: FilePath?
  private var isOpen = true

  init(_ path: FilePath) throws(SoundFileError) {
    self.path = path
    destination = try Self.destination(path)
    switch destination {
    case .stream(let stream):
      descriptor = temporaryFile()
      if descriptor < 0 { close(stream) }
    case .file(let target, _):
      let folder = target.directory
      let nameless = folder.withCString { open($0, Self.temporaryFlag | O_RDWR | O_CLOEXEC, 0o600) }
      if nameless >= 0 {
        descriptor = nameless
      } else {
        let named = namedTemporaryFile(in: folder)
        descriptor = named.descriptor
        temporaryName = named.name
      }
    }
    guard descriptor >= 0 else { throw .unwritable(path, SystemError(errno).description) }
  }

  deinit { discard() }

  /// Puts the file in the target's place, with the permissions that stood there.
  func commit() throws(SoundFileError) {
    defer { discard() }
    do throws(SystemError) {
      switch destination {
      case .stream(let stream):
        lseek(descriptor, 0, SEEK_SET)
        try copyAll(from: descriptor, to: stream)
      case .file(let target, let replaced):
        try replace(target, replaced)
      }
    } catch {
      throw .unwritable(path, error.description)
    }
  }

  /// Removes what was written. The target stays as it was.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    if case .stream(let stream) = destination { close(stream) }
    if let temporaryName { remove(temporaryName) }
    close(descriptor)
  }

  private func replace(_ target: FilePath, _ replaced: stat?) throws(SystemError) {
    if let replaced {
      // The old file goes only when the new one is on the disk.
      guard fdatasync(descriptor) == 0 else { throw SystemError(errno) }
      _ = fchown(descriptor, replaced.st_uid, replaced.st_gid)
      fchmod(descriptor, replaced.st_mode & 0o7777)
    } else {
      fchmod(descriptor, 0o666 & ~Self.mask)
    }
    if temporaryName == nil { temporaryName = try link(in: target.directory) }
    let status = temporaryName!.withCString { old in target.withCString { rename(old, $0) } }
    guard status == 0 else { throw SystemError(errno) }
    temporaryName = nil
  }

  /// Gives the nameless file a name that no other has.
  private func link(in folder: FilePath) throws(SystemError) -> FilePath {
    for attempt in 0..<1000 {
      let name = folder.appending(FilePath(".fxrender-\(getpid())-\(descriptor)-\(attempt)"))
      let status = name.withCString {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
      }
      if status == 0 { return name }
      guard errno == EEXIST else { break }
    }
    throw SystemError(errno)
  }

  private func remove(_ name: FilePath) {
    _ = name.withCString { unlink($0) }
  }

  /// The permissions that new files do not get. Asking sets them for a moment, so it is done once.
  private static let mask: mode_t = {
    let mask = umask(0)
    umask(mask)
    return mask
  }()

  /// O_TMPFILE, a macro that Swift does not import.
  private static let temporaryFlag = 0o20_000_000 | O_DIRECTORY

  private static func destination(_ path: FilePath) throws(SoundFileError) -> Destination {
    if path.isStandardStream { return .stream(dup(STDOUT_FILENO)) }
    guard let status = path.status else {
      let target = try followLinks(path)
      guard target.bytes.last != UInt8(ascii: "/") else { throw .unwritable(path, "it is a folder") }
      return .file(target, replaces: nil)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .unwritable(path, "it is a folder")
    case S_IFREG where !namesDescriptor(path):
      let target = try followLinks(path)
      guard target.withCString({ access($0, W_OK) }) == 0 else {
        throw .unwritable(path, SystemError(errno).description)
      }
      return .file(target, replaces: status)
    default:
      let stream = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard stream >= 0 else { throw .unwritable(path, SystemError(errno).description) }
      return .stream(stream)
    }
  }

  /// Whether a path stands for a file that is open already, to be written through and not replaced. /dev/shm is a
  /// folder like any other.
  private static func namesDescriptor(_ path: FilePath) -> Bool {
    ["/dev/std", "/dev/fd/", "/proc/self/fd/"].contains { path.bytes.starts(with: $0.utf8) }
  }

  /// What a chain of symbolic links names in the end, whether it exists or not.
  private static func followLinks(_ path: FilePath) throws(SoundFileError) -> FilePath {
    var target = path
    for _ in 0..<40 {
      guard let next = content(ofLink: target) else { return target }
      target = target.directory.appending(next)
    }
    throw .unwritable(path, SystemError(ELOOP).description)
  }

  /// nil where the path is no symbolic link.
  private static func content(ofLink path: FilePath) -> FilePath? {
    withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { buffer in
      let count = path.withCString {
        readlink($0, buffer.assumingMemoryBound(to: CChar.self).baseAddress!, buffer.count)
      }
      return count > 0 ? FilePath(bytes: buffer.prefix(count)) : nil
    }
  }
}
