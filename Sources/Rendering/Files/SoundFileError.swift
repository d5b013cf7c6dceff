/// Why a sound file could not be read or written: the path as the user gave it, and the reason.
public enum SoundFileError: Error, Equatable, CustomStringConvertible {
  /// There is nothing at the path that can be read as sound.
  case unreadable(FilePath, String)
  /// The place, the format or the device does not take the output.
  case unwritable(FilePath, String)

  public var description: String {
    switch self {
    case .unreadable("-", let reason): "cannot read standard input: \(reason)"
    case .unreadable(let path, let reason): "cannot read \"\(path)\": \(reason)"
    case .unwritable("-", let reason): "cannot write standard output: \(reason)"
    case .unwritable(let path, let reason): "cannot write \"\(path)\": \(reason)"
    }
  }
}

/// What was not as it should be in a file that could be read all the same.
public enum SoundFileWarning: Equatable, Sendable, CustomStringConvertible {
  /// Fewer frames came than the file promises.
  case truncated(expected: Int, actual: Int)
  /// The file does not say how long it is: it was streamed.
  case unknownLength
  /// The decoder gave up in mid stream, after so many frames.
  case damaged(reason: String, frame: Int)

  /// The name in the JSON report.
  public var code: String {
    switch self {
    case .truncated: "truncated"
    case .unknownLength: "unknown-length"
    case .damaged: "damaged"
    }
  }

  /// Whether sound is missing, and not only a number in the header.
  public var isDamage: Bool {
    switch self {
    case .truncated, .damaged: true
    case .unknownLength: false
    }
  }

  public var description: String {
    switch self {
    case .truncated(let expected, let actual): "the file is cut short: \(actual) of \(expected) frames are there"
    case .unknownLength: "the file does not say how long it is; it was read to its end"
    case .damaged(let reason, let frame): "the file is damaged behind frame \(frame): \(reason)"
    }
  }
}
