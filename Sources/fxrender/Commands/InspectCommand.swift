import DSPCore
import Rendering

enum InspectCommand: Command {
  static let name = "inspect"
  static let usage = "inspect FILE [--json]"
  static let summary = "format, length, channels and metadata of a sound file, or what a .aupreset holds"
  static let options = [
    Option("json", "as JSON"), Option("rate", "HZ", "the sample rate that a state's ranges are shown for (44100)"),
  ]

  static func run(_ arguments: Arguments) throws {
    guard arguments.words.count == 1 else { throw Failure(.usage, "inspect takes one FILE") }
    let file = arguments.words[0]
    if file.extension == "aupreset" { return try StatePage.put(file, arguments) }
    let reader = try SoundFileReader(path: file)
    let description = RenderReport.File(path: file, format: reader.format, frames: try frames(of: reader))
    for warning in reader.warnings { Messages.warning(warning.description) }
    guard arguments.has("json") else { return try Messages.put(page(description, reader.metadata)) }
    guard case .object(let members) = RenderReport.json(description) else { return }
    let input = JSON.object(members + [JSON.Member(key: "metadata", value: metadata(reader.metadata))])
    try Messages.put((["input": input] as JSON).text)
  }

  /// The frames that the file promises, or those that are there where it promises nothing.
  private static func frames(of reader: SoundFileReader) throws -> Int {
    if let frames = reader.format.frames { return frames }
    var block = AudioBuffer(channelCount: reader.format.channelCount, frameCapacity: 65_536)
    while try reader.read(into: &block) == block.frameCapacity { block.resize(to: block.frameCapacity) }
    return reader.position
  }

  private static func metadata(_ metadata: Metadata) -> JSON {
    let texts = Metadata.TextField.allCases.compactMap { field in
      metadata.texts[field].map { JSON.Member(key: field.rawValue, value: .string($0)) }
    }
    return [
      "texts": .object(texts),
      "markers": .array(metadata.markers.map { ["frame": .number($0.frame), "name": .string($0.name)] }),
      "loops": .array(
        metadata.loops.map {
          [
            "first": .number($0.first), "last": .number($0.last), "direction": .string("\($0.direction)"),
            "count": .number($0.count),
          ]
        }),
      "baseNote": metadata.baseNote.map { .number($0) } ?? .null,
      "chunks": .array(metadata.chunks.map { ["name": .string($0.name), "bytes": .number($0.content.count)] }),
    ]
  }

  private static func page(_ file: RenderReport.File, _ metadata: Metadata) -> String {
    let format = file.format
    let speakers =
      format.layout.map { layout in layout.speakers.map { "\($0)" }.joined(separator: ", ") } ?? "not named"
    var rows = [
      ["file", file.path.description],
      ["format", format.container.rawValue],
      ["encoding", format.encoding.rawValue],
      ["sample rate", "\(format.sampleRate) Hz"],
      ["channels", "\(format.channelCount) (speakers: \(speakers))"],
      ["length", "\(timeText(Double(file.frames) / Double(format.sampleRate))) (\(file.frames) frames)"],
    ]
    for field in Metadata.TextField.allCases {
      if let text = metadata.texts[field] { rows.append([field.rawValue, text]) }
    }
    rows += metadata.markers.map { ["marker", "\(time($0.frame)) \($0.name)"] }
    rows += metadata.loops.map { ["loop", "\(time($0.first)) to \(time($0.last)), \($0.direction)"] }
    if let note = metadata.baseNote { rows.append(["base note", "\(note)"]) }
    if !metadata.chunks.isEmpty { rows.append(["chunks", metadata.chunks.map(\.name).joined(separator: ", ")]) }
    return columns(rows).map { $0.dropFirst(2) + "\n" }.joined()

    func time(_ frame: Int) -> String { timeText(Double(frame) / Double(format.sampleRate)) }
  }
}
