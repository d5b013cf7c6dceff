import Glibc

/// A file's name as the system keeps it: bytes, which need not be valid UTF-8.
public struct FilePath: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Without the closing zero.
  public let bytes: [UInt8]

  public init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  public init(_ string: String) {
    bytes = Array(string.utf8)
  }

  public init(stringLiteral string: String) {
    self.init(string)
  }

  /// The name to show: bytes that are no UTF-8 appear as U+FFFD.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Standard input or output.
  public var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// What follows the last slash.
  public var lastComponent: FilePath {
    FilePath(bytes: bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...])
  }

  /// What precedes the last slash: `.` where there is none, `/` for files of the root.
  public var directory: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
  }

  /// What follows the last dot of the last component, in small letters; empty where there is none.
  public var `extension`: String {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  public var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }

  /// A path relative to this directory. One that is absolute stays as it is, as all do from `.`.
  public func appending(_ path: FilePath) -> FilePath {
    if path.isAbsolute || self == "." { return path }
    return FilePath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + path.bytes)
  }

  /// Hands the name to a C function.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes + [0]).withUnsafeBufferPointer { buffer in
      try buffer.withMemoryRebound(to: CChar.self) { try body($0.baseAddress!) }
    }
  }

  /// What the system knows of the file; nil where it is not to be had.
  var status: stat? {
    var status = stat()
    return withCString({ stat($0, &status) }) == 0 ? status : nil
  }

  public var isRegularFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG } ?? false }

  public var isDirectory: Bool { status.map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }

  /// All bytes of the file, or the system's error.
  public func read() throws(SystemError) -> [UInt8] {
    let descriptor = withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw SystemError(errno) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    let chunk = 65_536
    while true {
      let used = content.count
      content.append(contentsOf: repeatElement(0, count: chunk))
      let count = content.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + used, chunk) }
      content.removeLast(chunk - max(0, count))
      if count < 0 && errno != EINTR { throw SystemError(errno) }
      if count == 0 { return content }
    }
  }

  /// The names in a directory, without `.` and `..`, sorted; empty where it cannot be read.
  public var entries: [FilePath] {
    guard let directory = withCString({ opendir($0) }) else { return [] }
    defer { closedir(directory) }
    var names: [FilePath] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FilePath(bytes: $0.prefix { $0 != 0 }) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

/// An error of the operating system, by its number.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  public let number: Int32

  public init(_ number: Int32) {
    self.number = number
  }

  /// The system's own words, `No such file or directory`.
  public var description: String { String(cString: strerror(number)) }
}
