public import DSPCore
import ParamSpec

/// Several sound files, a chain for each, through a mixer unit: what a session file says (cli.md).
public struct Session: Sendable {
  /// One of the mixer's inputs.
  public struct Input: Sendable {
    public let file: FilePath
    public let chain: ChainDescription
    /// Seconds of silence before the file.
    public let start: Double
    /// Values of the mixer's input scope.
    public let settings: [ChainSetting]
    /// Where the session names the file.
    public let position: ChainPosition
  }

  public let file: FilePath
  public let mixer: UnitDescription
  /// Hz; nil is the first input's.
  public let sampleRate: Int?
  public let channelCount: Int
  public let layout: ChannelLayout?
  public let settings: [ChainSetting]
  public let outputSettings: [ChainSetting]
  /// AUMatrixMixer's crosspoints: a row an input channel, a column an output channel.
  public let matrix: [[Float]]?
  /// What follows the mixer.
  public let chain: ChainDescription
  public let inputs: [Input]

  /// Reads a session file. Sound files and chain files are found from its directory.
  ///
  /// - Throws: what is wrong with it, at its path within the JSON.
  public init(file: FilePath) throws(ChainError) {
    let bytes: [UInt8]
    do {
      bytes = try file.read()
    } catch {
      throw ChainError(.file, "the session cannot be read: \(error)", at: ChainPosition(source: "\(file)", path: ""))
    }
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      self = try Self(SessionReader(JSON(text: text), file: file), file)
    } catch let error as ChainError {
      throw error
    } catch let error as JSONError {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let position = ChainPosition(
        source: "\(file)", line: error.line, column: error.column, excerpt: String(lines[error.line - 1]))
      throw ChainError(.syntax, error.message, at: position)
    } catch {
      throw ChainError(.syntax, "\(error)", at: ChainPosition(source: "\(file)", path: ""))
    }
  }

  private init(_ session: SessionReader, _ file: FilePath) throws(ChainError) {
    self.file = file
    try session.expect([
      "mixer", "sampleRate", "output", "parameters", "outputParameters", "matrix", "chain", "inputs",
    ])
    mixer = try Self.mixer(session)
    sampleRate = try session.value("sampleRate") { value throws(ChainError) in try value.wholeNumber(1000...768_000) }
    let output = try session.value("output") { value throws(ChainError) in try Self.output(value) }
    (channelCount, layout) = output ?? (2, ChannelLayout.standard(2))
    settings = try session.settings("parameters", of: mixer, at: [.global])
    outputSettings = try session.settings("outputParameters", of: mixer, at: [.output, .inputOutput])
    matrix = try session.value("matrix") { value throws(ChainError) in try value.matrix() }
    if matrix != nil && mixer.spec.name != "matrixmixer" {
      throw session.error("a matrix is for the matrixmixer, not for \(mixer.spec.name)", at: "matrix")
    }
    chain = try session.chain()
    let list = try session.value("inputs") { value throws(ChainError) in try value.elements() } ?? []
    guard !list.isEmpty else { throw session.error("a session needs inputs: [{\"file\": …}]", at: "inputs") }
    var inputs: [Input] = []
    for input in list { inputs.append(try Self.input(input, mixer)) }
    self.inputs = inputs
  }

  private static let mixers = ["mixer3d", "multichannelmixer", "stereomixer", "matrixmixer"]

  private static func mixer(_ session: SessionReader) throws(ChainError) -> UnitDescription {
    let name = try session.value("mixer") { value throws(ChainError) in try value.string() }
    guard let name else { throw session.error("the mixer is missing: \(list(mixers, "or"))", at: "mixer") }
    guard let unit = UnitName(name)?.unit, mixers.contains(unit.spec.name) else {
      throw session.error("\"\(name)\" is no mixer: there are \(list(mixers, "and"))", at: "mixer")
    }
    return unit
  }

  private static func output(_ value: SessionReader) throws(ChainError) -> (Int, ChannelLayout?) {
    let names = ["mono": 1, "stereo": 2, "quad": 4, "5.0": 5, "5.1": 6, "7.1": 8]
    if case .string(let name) = value.json {
      guard let count = names[normalized(name)] else {
        throw value.error("\"\(name)\" is not mono, stereo, quad, 5.0, 5.1, 7.1 or a number of channels")
      }
      return (count, ChannelLayout.standard(count))
    }
    let count = try value.wholeNumber(1...64)
    return (count, ChannelLayout.standard(count))
  }

  private static func input(_ value: SessionReader, _ mixer: UnitDescription) throws(ChainError) -> Input {
    try value.expect(["file", "chain", "start", "parameters"])
    guard let file = try value.value("file", { value throws(ChainError) in try value.string() }) else {
      throw value.error("the file is missing", at: "file")
    }
    return Input(
      file: value.directory.appending(FilePath(file)), chain: try value.chain(),
      start: try value.value("start") { value throws(ChainError) in try value.seconds() } ?? 0,
      settings: try value.settings("parameters", of: mixer, at: [.input, .inputOutput]),
      position: value.position("file"))
  }
}
