import DSPCore
import Glibc
import Rendering

/// The codes of cli.md.
enum ExitCode: Int32 {
  /// The render failed.
  case failed = 1
  /// The command line, chain or session is wrong.
  case usage = 2
  /// The input cannot be read.
  case input = 3
  /// The output cannot be written.
  case output = 4
  case interrupted = 130
  case terminated = 143
}

func leave(_ code: ExitCode) -> Never {
  exit(code.rawValue)
}

/// Why a command ends without having done what it was asked.
struct Failure: Error {
  let code: ExitCode
  /// One sentence, without a full stop.
  let message: String
  /// Lines below it.
  let details: [String]

  init(_ code: ExitCode, _ message: String, details: [String] = []) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// What an error of the libraries below means on the command line; ranges of parameters are shown at a sample rate.
  init(_ error: any Error, sampleRate: Double = 44_100) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ChainError:
      let isInput = error.kind == .state || error.kind == .input
      self.init(isInput ? .input : .usage, "\(error)", details: error.details(sampleRate: sampleRate))
    case let error as SavedStateError: self.init(.input, "\(error)")
    case let error as SoundFileError:
      switch error {
      case .unreadable: self.init(.input, "\(error)")
      case .unwritable: self.init(.output, "\(error)")
      }
    case RenderError.clipped(let count):
      self.init(.failed, "\(count) samples clip, and --fail-on-clip is given: no output is written")
    case RenderError.damaged(let path, let reason): self.init(.input, "cannot read \"\(path)\" whole: \(reason)")
    case NodeError.notFinite(let unit):
      self.init(.failed, "a fault of \(unit): its output is not finite; no output is written")
    default: self.init(.failed, "\(error)")
    }
  }
}
