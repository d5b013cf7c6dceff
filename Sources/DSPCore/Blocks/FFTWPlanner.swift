import Synchronization

/// FFTW's planner is not thread-safe: whoever makes or destroys a plan does it in here.
let fftwPlanner = FFTWPlanner()

struct FFTWPlanner: ~Copyable {
  private let lock = Mutex(())

  func plan<Result>(_ body: () -> Result) -> Result {
    nonisolated(unsafe) let body = body
    nonisolated(unsafe) var result: Result?
    lock.withLock { _ in result = body() }
    return result!
  }
}
