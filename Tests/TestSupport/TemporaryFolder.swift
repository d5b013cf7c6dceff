import Glibc

/// A folder for one test, removed with what is in it.
public final class TemporaryFolder {
  public let path: String

  public init() {
    var name = Array("/tmp/fxrender-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&name))
  }

  deinit {
    for name in names { remove("\(path)/\(name)") }
    rmdir(path)
  }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and tells its path.
  @discardableResult
  public func write(_ name: String, _ bytes: [UInt8]) -> String {
    let file = fopen(self.file(name), "wb")!
    defer { fclose(file) }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    return self.file(name)
  }

  public func read(_ name: String) -> [UInt8] { contents(of: file(name)) }

  /// The names in the folder, hidden ones too.
  public var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// All bytes of a file; none where it cannot be read.
public func contents(of path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}
