/// What a sound file holds beside its samples.
///
/// Pieces are kept byte by byte, for files of the same family, and their meaning beside them, for those of another.
public struct Metadata: Sendable, Equatable {
  /// Kinds of file that keep their pieces in the same form.
  public enum Family: Sendable { case riff, aiff, caf, vorbis, id3 }

  /// A piece as it stands in its file: a chunk of RIFF, AIFF or CAF, a comment header, a picture, an ID3 tag.
  public struct Chunk: Sendable, Equatable {
    public var name: String
    public var content: [UInt8]
    /// Whether it stands before the samples.
    public var precedesAudio: Bool

    public init(_ name: String, _ content: [UInt8], precedesAudio: Bool = false) {
      self.name = name
      self.content = content
      self.precedesAudio = precedesAudio
    }
  }

  /// What most kinds of file can say in words.
  public enum TextField: String, Sendable, CaseIterable {
    case title, artist, album, date, genre, trackNumber, comment, copyright, software, license
  }

  /// A named frame.
  public struct Marker: Sendable, Equatable {
    public var frame: Int
    public var name: String

    public init(frame: Int, name: String) {
      self.frame = frame
      self.name = name
    }
  }

  /// Frames that a sampler repeats; the last one is part of the loop.
  public struct Loop: Sendable, Equatable {
    public enum Direction: Int, Sendable { case forward, alternating, backward }
    public var first: Int
    public var last: Int
    public var direction: Direction
    /// 0 without end.
    public var count: Int

    public init(first: Int, last: Int, direction: Direction = .forward, count: Int = 0) {
      self.first = first
      self.last = last
      self.direction = direction
      self.count = count
    }
  }

  /// nil where there are no chunks.
  public var family: Family?
  public var chunks: [Chunk] = []
  public var texts: [TextField: String] = [:]
  public var markers: [Marker] = []
  public var loops: [Loop] = []
  /// The MIDI note at which the samples sound as they are.
  public var baseNote: Int?
  /// What could not be read or kept so far, by name.
  public private(set) var dropped: [String] = []

  public init() {}

  /// Notes what is not kept, each name once.
  mutating func drop(_ names: some Sequence<String>) {
    for name in names where !dropped.contains(name) { dropped.append(name) }
  }

  /// The metadata of the same sound with another number of frames.
  ///
  /// - Parameters:
  ///   - frames: frames out for each frame in, at positions within the sound.
  ///   - sampleRate: sample rate out over sample rate in, for times of day counted in samples.
  public func rescaled(frames: Double, sampleRate: Double = 1) -> Metadata {
    guard frames != 1 || sampleRate != 1 else { return self }
    let scale = TimeScale(frames: frames, sampleRate: sampleRate)
    var result = self
    result.chunks = []
    for var chunk in chunks {
      let isKept =
        switch family {
        case .riff: RIFFMetadata.rescale(&chunk, scale)
        case .aiff: AIFFMetadata.rescale(&chunk, scale)
        case .caf: !["mark", "regn"].contains(chunk.name)
        case .vorbis, .id3, nil: true
        }
      if isKept { result.chunks.append(chunk) } else { result.drop([chunk.name]) }
    }
    for i in markers.indices { result.markers[i].frame = scale.position(markers[i].frame) }
    for i in loops.indices {
      result.loops[i].first = scale.position(loops[i].first)
      result.loops[i].last = scale.position(loops[i].last + 1) - 1
    }
    return result
  }
}

/// How positions and rates change.
struct TimeScale {
  let frames: Double
  let sampleRate: Double

  /// The nearest frame; a half goes up.
  func position(_ frame: Int) -> Int { Self.scale(frame, frames) }

  /// A count of samples since midnight.
  func timeOfDay(_ samples: Int) -> Int { Self.scale(samples, sampleRate) }

  /// Beats a minute.
  func tempo(_ tempo: Float) -> Float { Float(Double(tempo) * sampleRate / frames) }

  private static func scale(_ value: Int, _ factor: Double) -> Int {
    Int(exactly: (Double(value) * factor).rounded()) ?? value
  }
}
