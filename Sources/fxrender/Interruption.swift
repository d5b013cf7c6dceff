import Glibc
import Rendering
import Synchronization

/// Ends a render in good order when the user or the system asks for it.
enum Interruption {
  private static let cancellation = Cancellation()
  private static let signal = Atomic<Int32>(0)

  /// Runs a render that SIGINT and SIGTERM cancel; the target stays as it was.
  static func watch<Result>(_ body: (Cancellation) throws -> Result) throws -> Result {
    let cancellation = cancellation
    for number in [SIGINT, SIGTERM] {
      // A parent that ignores a signal, as nohup does, wants it ignored.
      if Glibc.signal(number, Interruption.note) == SIG_IGN { Glibc.signal(number, SIG_IGN) }
    }
    do {
      return try body(cancellation)
    } catch  where cancellation.isCancelled {
      throw Failure(exitCode, exitCode == .terminated ? "terminated" : "interrupted")
    }
  }

  private static var exitCode: ExitCode {
    signal.load(ordering: .relaxed) == SIGTERM ? .terminated : .interrupted
  }

  /// Runs within the signal: nothing but stores and system calls.
  private static let note: @convention(c) (Int32) -> Void = { number in
    signal.store(number, ordering: .relaxed)
    cancellation.cancel()
    // Input that never comes, from a pipe, cannot be cancelled: then the process ends without it.
    Glibc.signal(SIGALRM) { _ in _exit(Interruption.exitCode.rawValue) }
    alarm(1)
  }
}

/// A comparison that Glibc leaves out.
private func == (a: __sighandler_t?, b: __sighandler_t?) -> Bool {
  unsafeBitCast(a, to: Int.self) == unsafeBitCast(b, to: Int.self)
}
