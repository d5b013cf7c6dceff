import Glibc
import Rendering
import TestSupport

/// The built tool, run as a process.
struct Tool {
  let code: Int32
  let output: [UInt8]
  let error: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// The tool lies beside the test bundle.
  private static let path: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let bundle = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/fxrender"
  }()

  /// Runs the tool to its end.
  ///
  /// - Parameters:
  ///   - arguments: words as bytes.
  ///   - input: what comes on standard input.
  ///   - interrupt: a signal that is sent once something has come on standard error.
  init(
    _ arguments: [[UInt8]], input: [UInt8] = [], environment: [String: String] = [:], directory: String = "/",
    interrupt: Int32? = nil
  ) throws {
    let folder = TemporaryFolder()
    folder.write("in", input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, folder.file("in"), O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, folder.file("out"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, folder.file("error"), O_WRONLY | O_CREAT, 0o600)

    let words = (["env", "-C", directory, Self.path].map { Array($0.utf8) } + arguments).map { strdup($0) }
    let variables = environment.map { strdup(Array("\($0.key)=\($0.value)".utf8)) }
    defer { for word in words + variables { free(word) } }
    // Whoever runs the tests may ignore the signals that are sent, and its threads block them.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let status = posix_spawn(&process, "/usr/bin/env", &actions, &attributes, words + [nil], variables + [nil])
    guard status == 0 else { throw SystemError(status) }
    if let interrupt {
      while folder.read("error").isEmpty { usleep(1000) }
      kill(process, interrupt)
    }
    var result: Int32 = 0
    waitpid(process, &result, 0)
    // The exit code, or the signal that ended it as a negative number.
    code = result & 0x7F == 0 ? result >> 8 & 0xFF : -(result & 0x7F)
    output = folder.read("out")
    error = String(decoding: folder.read("error"), as: UTF8.self)
  }

  init(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:], directory: String = "/"
  ) throws {
    try self.init(
      arguments.map { Array($0.utf8) }, input: input, environment: environment, directory: directory)
  }
}

private func strdup(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
    strndup($0.baseAddress ?? UnsafePointer(bitPattern: 1)!, $0.count)
  }
}

/// A 16-bit WAV of a tone.
func tone(_ frames: Int = 2000, rate: Int = 44_100, channels: Int = 1) -> [UInt8] {
  let samples = sine(frames, frequency: 440, sampleRate: Double(rate), amplitude: 0.5)
  let integers = samples.flatMap { sample in repeatElement(Int((sample * 32_767).rounded()), count: channels) }
  return RIFF.file([RIFF.format(channels: channels, rate: rate), .init("data", RIFF.samples16(integers))])
}
