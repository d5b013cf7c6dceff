import Glibc
import Rendering

/// What the tool says, and where: results on standard output, everything else on standard error.
enum Messages {
  static let isTerminal = isatty(STDERR_FILENO) == 1

  static func error(_ failure: Failure) {
    say("fxrender: \(failure.message)")
    for line in failure.details { say(line) }
  }

  static func warning(_ text: String) {
    say("fxrender: warning: \(text)")
  }

  /// A line on standard error.
  static func say(_ line: String) {
    write(line + "\n")
  }

  static func write(_ text: String) {
    _ = try? write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// What was asked for, on standard output.
  static func put(_ text: String) throws {
    try put(Array(text.utf8))
  }

  private static func put(_ bytes: [UInt8]) throws {
    do {
      try write(bytes, to: STDOUT_FILENO)
    } catch {
      throw Failure(.output, "cannot write standard output: \(error)")
    }
  }

  /// Writes a text file; `-` is standard output.
  static func put(_ text: String, to path: FilePath) throws {
    try put(Array(text.utf8), to: path)
  }

  /// Writes a file; `-` is standard output.
  static func put(_ bytes: [UInt8], to path: FilePath) throws {
    if path.isStandardStream { return try put(bytes) }
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    do {
      guard descriptor >= 0 else { throw SystemError(errno) }
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
    } catch {
      throw Failure(.output, "cannot write \"\(path)\": \(error)")
    }
  }

  /// Refuses a place where no file can be written, before any work is done.
  static func expectWritable(_ path: FilePath) throws {
    if path.isStandardStream { return }
    let exists = path.withCString { access($0, F_OK) } == 0
    let place = exists ? path : path.directory
    if exists && path.isDirectory { throw Failure(.output, "cannot write \"\(path)\": it is a folder") }
    guard place.withCString({ access($0, W_OK) }) == 0 else {
      throw Failure(.output, "cannot write \"\(path)\": \(SystemError(errno))")
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    let status = bytes.withUnsafeBytes { bytes -> Int32 in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        if count < 0 && errno != EINTR { return errno }
        written += max(0, count)
      }
      return 0
    }
    if status != 0 { throw SystemError(status) }
  }
}
