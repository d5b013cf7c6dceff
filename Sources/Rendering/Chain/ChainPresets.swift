import Glibc

/// The chains that ship with the tool, named `@NAME` in chain text.
public struct ChainPresets: Sendable {
  /// Where they are sought, in this order.
  public let directories: [FilePath]

  public init(_ directories: [FilePath]) {
    self.directories = directories
  }

  /// $FXRENDER_PRESETS, then share/fxrender/presets beside the executable's directory, then presets of the source
  /// tree that the executable was built in.
  public static let standard: ChainPresets = {
    var directories: [FilePath] = []
    if let variable = getenv("FXRENDER_PRESETS") {
      let bytes = FilePath(String(cString: variable)).bytes
      directories += bytes.split(separator: UInt8(ascii: ":")).map { FilePath(bytes: $0) }
    }
    var directory = executable.directory
    directories.append(directory.appending("../share/fxrender/presets"))
    while directory != "/" && directory != "." {
      directory = directory.directory
      if directory.appending("Package.swift").status != nil {
        directories.append(directory.appending("presets"))
        break
      }
    }
    return ChainPresets(directories)
  }()

  private static let executable: FilePath = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return FilePath(bytes: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) })
  }()

  /// The presets that there are: name and file.
  public var all: [(name: String, file: FilePath)] {
    var found: [(name: String, file: FilePath)] = []
    for directory in directories {
      for entry in directory.entries where ["fx", "json"].contains(entry.extension) {
        let name = String(entry.description.dropLast(entry.extension.count + 1))
        if !found.contains(where: { $0.name == name }) { found.append((name, directory.appending(entry))) }
      }
    }
    return found
  }

  /// The file that stands behind `@` in chain text: a path, or a preset's name where it has no slash or extension.
  func file(named name: String, from directory: FilePath, at position: ChainPosition) throws(ChainError) -> FilePath {
    let path = FilePath(name)
    if name.contains("/") || !path.extension.isEmpty {
      return directory.appending(path)
    }
    let presets = all
    if let match = presets.first(where: { normalized($0.name) == normalized(name) }) { return match.file }
    throw ChainError(
      .file, "there is no preset \"\(name)\"", at: position, suggestion: nearest(to: name, in: presets.map(\.name)),
      choices: .words(
        presets.isEmpty
          ? ["Sought in \(list(directories.map(\.description), "and")). A chain file is named with its extension."]
          : ["Presets: " + list(presets.map(\.name), "and")]))
  }
}
