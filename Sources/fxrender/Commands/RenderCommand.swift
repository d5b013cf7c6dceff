import DSPCore
import Glibc
import Rendering

enum RenderCommand: Command {
  static let name = "render"
  static let usage = "INPUT OUTPUT --chain CHAIN [options]"
  static let summary = "render one file"
  static let options =
    [
      Option("chain", "CHAIN", "the units; none just converts"),
      Option("chain-file", "FILE", "the chain from a file, as text or JSON"),
    ] + renderOptions + [
      Option("input-format", "raw", "INPUT has no header: samples only"),
      Option("input-rate", "HZ", "the sample rate of raw input"),
      Option("input-channels", "N", "the channels of raw input"),
      Option("input-encoding", "ENCODING", "the samples of raw input"),
    ]

  static func run(_ arguments: Arguments) throws {
    let (input, output) = try files(arguments)
    var options = try RenderOptions(arguments)
    options.rawInput = try rawInput(arguments)
    let reporting = try Reporting(arguments, input: input, output: output)
    do {
      let chain = try chain(arguments)
      let report = try Interruption.watch { cancellation in
        try reporting.withProgress { progress in
          try render(
            input, to: output, chain: chain, options: options, cancellation: cancellation, progress: progress)
        }
      }
      try reporting.finish(report)
    } catch {
      throw Failure(error, sampleRate: error is ChainError ? sampleRate(of: input, options.rawInput) : 44_100)
    }
  }

  /// The rate that ranges are shown for beside an error of the chain.
  private static func sampleRate(of input: FilePath, _ raw: RawFormat?) -> Double {
    guard input.isRegularFile, let reader = try? SoundFileReader(path: input, raw: raw) else { return 44_100 }
    return Double(reader.format.sampleRate)
  }

  private static func files(_ arguments: Arguments) throws -> (input: FilePath, output: FilePath) {
    let words = arguments.words
    switch words.count {
    case 2: return (words[0], words[1])
    case 0: throw Failure(.usage, "INPUT and OUTPUT are missing", details: Help.usage)
    case 1:
      let name = words[0].description
      let hint = nearest(to: name, in: commands.map { $0.name }).map { "; did you mean the command \"\($0)\"?" } ?? ""
      throw Failure(.usage, "OUTPUT is missing behind \"\(name)\"\(hint)", details: Help.usage)
    default:
      let rest = words[2...].map(\.description)
      guard UnitName(rest[0].prefix { $0 != ":" && $0 != "," && $0 != "=" }.description) != nil else {
        throw Failure(.usage, "one INPUT and one OUTPUT: \"\(rest[0])\" is too many", details: Help.usage)
      }
      let joined = rest.joined(separator: ",")
      let chain = (try? ChainDescription(joined)) == nil ? "\(rest[0]):PARAMETER=VALUE" : joined
      throw Failure(
        .usage, "\"\(rest[0])\" is a unit: units go into --chain, with commas between them",
        details: ["  fxrender \(words[0]) \(words[1]) --chain \(chain)"])
    }
  }

  static func chain(_ arguments: Arguments) throws -> ChainDescription {
    switch (arguments.text("chain"), arguments.path("chain-file")) {
    case (nil, nil): return ChainDescription()
    case (let text?, nil): return try ChainDescription(text)
    case (nil, let file?): return try ChainDescription(file: file)
    default: throw Failure(.usage, "--chain and --chain-file are two ways to say the same: give one")
    }
  }

  private static func rawInput(_ arguments: Arguments) throws -> RawFormat? {
    let names = ["input-rate", "input-channels", "input-encoding"]
    if let format = arguments.text("input-format"), format != "raw" {
      throw Failure(.usage, "--input-format is raw or not given: other files say what they are")
    }
    guard arguments.has("input-format") else {
      if let name = names.first(where: arguments.has) {
        throw Failure(.usage, "--\(name) goes with --input-format raw")
      }
      return nil
    }
    guard let rate = try arguments.wholeNumber("input-rate", in: .hertz, 1000...768_000),
      let channels = try arguments.wholeNumber("input-channels", 1...32),
      let encoding = try arguments.choice("input-encoding", SampleEncoding.self)
    else {
      let missing = names.filter { !arguments.has($0) }.map { "--\($0)" }
      throw Failure(.usage, "raw input needs \(missing.joined(separator: ", "))")
    }
    return RawFormat(sampleRate: rate, channelCount: channels, encoding: encoding)
  }
}

/// The options of everything that renders.
let renderOptions = [
  Option("format", "FORMAT", "wav, aiff, flac, ogg, opus, mp3, caf, w64, rf64, au, raw (by OUTPUT's extension)"),
  Option("encoding", "ENCODING", "pcm16, pcm24, pcm32, float32, float64, u8, alac16 … (the input's)"),
  Option("rate", "HZ", "the output's sample rate (the input's)"),
  Option("dither", "tpdf|none", "where the encoding is coarser than the signal (tpdf)"),
  Option("tail", "auto|none|SECONDS", "what is rendered after the input's end (auto)"),
  Option("quality", "draft|normal|best", "oversampling and resampler length (normal)"),
  Option("threads", "N", "1 does everything in turn; the bytes are the same (cores)"),
  Option("strict", "warnings about values and damaged input are errors"),
  Option("meters", "FILE.csv", "the units' read-only parameters, a row every 10 ms"),
  Option("fail-on-clip", "clipped output is an error"),
  Option("no-clobber", "refuse to replace OUTPUT"),
  Option("report", "FILE.json|-", "everything that the summary says, as JSON"),
  Option("quiet", "no summary and no progress bar"),
  Option("progress", "a progress bar, also where standard error is no terminal"),
  Option("no-progress", "no progress bar"),
]

extension RenderOptions {
  /// The options of the command line.
  init(_ arguments: Arguments) throws {
    self.init()
    container = try arguments.choice("format", SoundContainer.self)
    encoding = try arguments.choice("encoding", SampleEncoding.self)
    sampleRate = try arguments.wholeNumber("rate", in: .hertz, 1000...768_000)
    dither = try arguments.choice("dither", Dither.self) ?? .tpdf
    quality = try arguments.choice("quality", Quality.self) ?? .normal
    threads = try arguments.wholeNumber("threads", 1...1024) ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    tail = try Self.tail(arguments)
    isStrict = arguments.has("strict")
    failsOnClip = arguments.has("fail-on-clip")
    keepsExisting = arguments.has("no-clobber")
    keepsMeterRows = arguments.has("meters")
  }

  private static func tail(_ arguments: Arguments) throws -> TailRule {
    switch arguments.text("tail") {
    case nil, "auto": return .auto
    case "none": return .none
    case let text?:
      guard let seconds = readNumber(text, in: .seconds), (0...86_400).contains(seconds) else {
        throw Failure(.usage, "--tail: \"\(text)\" is not auto, none or a number of seconds")
      }
      return .seconds(seconds)
    }
  }
}
