import Glibc
import Rendering
import Testing

/// The recordings beside the repository, whose folder $FXRENDER_CORPUS names.
enum Corpus {
  static let folder = getenv("FXRENDER_CORPUS").map { String(cString: $0) } ?? ""

  /// The files of a sub-folder; a test fails where there are none.
  static func files(_ folder: String) -> [String] {
    FilePath("\(self.folder)/\(folder)").entries.map { "\(folder)/\($0)" }
  }

  static func path(_ file: String) -> FilePath { FilePath("\(folder)/\(file)") }
}

@Suite struct CorpusPresence {
  @Test(arguments: ["recordings", "containers", "broken", "reference"])
  func `the recordings are there`(folder: String) {
    #expect(!Corpus.files(folder).isEmpty, "no sound files in \(Corpus.folder)/\(folder)")
  }
}
