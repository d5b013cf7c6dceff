import DSPCore
import Rendering

enum InspectCommand: Command {
  static let name = "inspect"
  static let usage = "inspect FILE [--json]"
  static let summary = "format, length, channels and metadata of a sound file, or what a .aupreset holds"
  static let options = [Option("json", "as JSON")]

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count == 1 else { throw Failure(.usage, "inspect takes one FILE") }
    let file = arguments.words[0]
    let reader = try SoundFileReader(path: file)
    let description = RenderReport.File(path: file, format: reader.format, frames: try frames(of: reader))
    for warning in reader.warnings { Messages.warning(warning.description) }
    try Messages.put(arguments.has("json") ? RenderReport.json(description).text : page(description))
  }

  /// The frames that the file promises, or those that are there where it promises nothing.
  private static func frames(of reader: SoundFileReader) throws -> Int {
    if let frames = reader.format.frames { return frames }
    var block = AudioBuffer(channelCount: reader.format.channelCount, frameCapacity: 65_536)
    while try reader.read(into: &block) == block.frameCapacity { block.resize(to: block.frameCapacity) }
    return reader.position
  }

  private static func page(_ file: RenderReport.File) -> String {
    let format = file.format
    let speakers =
      format.layout.map { layout in layout.speakers.map { "\($0)" }.joined(separator: ", ") } ?? "not named"
    return columns([
      ["file", file.path.description],
      ["format", format.container.rawValue],
      ["encoding", format.encoding.rawValue],
      ["sample rate", "\(format.sampleRate) Hz"],
      ["channels", "\(format.channelCount) (speakers: \(speakers))"],
      ["length", "\(timeText(Double(file.frames) / Double(format.sampleRate))) (\(file.frames) frames)"],
    ]).map { $0.dropFirst(2) + "\n" }.joined()
  }
}
