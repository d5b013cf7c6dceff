import CSndfile
import DSPCore

/// Between libsndfile's channel positions and our speakers.
enum ChannelMap {
  private static let positions: [(position: Int, speaker: Speaker)] = [
    (SF_CHANNEL_MAP_LEFT, .frontLeft), (SF_CHANNEL_MAP_FRONT_LEFT, .frontLeft),
    (SF_CHANNEL_MAP_RIGHT, .frontRight), (SF_CHANNEL_MAP_FRONT_RIGHT, .frontRight),
    (SF_CHANNEL_MAP_CENTER, .frontCenter), (SF_CHANNEL_MAP_FRONT_CENTER, .frontCenter),
    (SF_CHANNEL_MAP_LFE, .lowFrequency),
    (SF_CHANNEL_MAP_REAR_LEFT, .backLeft), (SF_CHANNEL_MAP_REAR_RIGHT, .backRight),
    (SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER, .frontLeftOfCenter),
    (SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER, .frontRightOfCenter),
    (SF_CHANNEL_MAP_REAR_CENTER, .backCenter),
    (SF_CHANNEL_MAP_SIDE_LEFT, .sideLeft), (SF_CHANNEL_MAP_SIDE_RIGHT, .sideRight),
    (SF_CHANNEL_MAP_TOP_CENTER, .topCenter),
    (SF_CHANNEL_MAP_TOP_FRONT_LEFT, .topFrontLeft), (SF_CHANNEL_MAP_TOP_FRONT_CENTER, .topFrontCenter),
    (SF_CHANNEL_MAP_TOP_FRONT_RIGHT, .topFrontRight),
    (SF_CHANNEL_MAP_TOP_REAR_LEFT, .topBackLeft), (SF_CHANNEL_MAP_TOP_REAR_CENTER, .topBackCenter),
    (SF_CHANNEL_MAP_TOP_REAR_RIGHT, .topBackRight),
  ]

  /// The layout that an open file states, or that its kind implies.
  static func layout(of file: OpaquePointer, container: SoundContainer, channelCount: Int) -> ChannelLayout? {
    var map = [Int32](repeating: 0, count: channelCount)
    let bytes = Int32(channelCount * MemoryLayout<Int32>.stride)
    if sf_command(file, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, bytes) != 0 {
      let speakers = map.compactMap { position in
        positions.first { $0.position == Int(position) }?.speaker
      }
      if speakers.count == channelCount, Set(speakers).count == channelCount { return ChannelLayout(speakers) }
    }
    return [.flac, .ogg, .opus].contains(container) ? implied(channelCount) : nil
  }

  /// Where each of our channels lies in a frame of the file. Vorbis and Opus put the centre in the middle and the
  /// low frequencies last (Vorbis I, section 4.3.9; RFC 7845, section 5.1.1.2).
  static func order(_ container: SoundContainer, channelCount: Int) -> [Int] {
    guard container == .ogg || container == .opus else { return Array(0..<channelCount) }
    return switch channelCount {
    case 3: [0, 2, 1]
    case 5: [0, 2, 1, 3, 4]
    case 6: [0, 2, 1, 5, 3, 4]
    case 7: [0, 2, 1, 6, 5, 3, 4]
    case 8: [0, 2, 1, 7, 5, 6, 3, 4]
    default: Array(0..<channelCount)
    }
  }

  /// What a count of channels stands for in FLAC (RFC 9639, section 9.1.3), and in Vorbis and Opus once in order.
  private static func implied(_ channelCount: Int) -> ChannelLayout? {
    switch channelCount {
    case 3: ChannelLayout([.frontLeft, .frontRight, .frontCenter])
    case 4: ChannelLayout([.frontLeft, .frontRight, .backLeft, .backRight])
    case 5: ChannelLayout([.frontLeft, .frontRight, .frontCenter, .backLeft, .backRight])
    case 6: ChannelLayout([.frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight])
    case 7:
      ChannelLayout([.frontLeft, .frontRight, .frontCenter, .lowFrequency, .backCenter, .sideLeft, .sideRight])
    case 8:
      ChannelLayout([
        .frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight,
      ])
    default: nil
    }
  }

  /// Tells a file to be written which speakers its channels feed. Kinds that cannot say it do not.
  static func write(_ layout: ChannelLayout, to file: OpaquePointer) {
    var map = layout.speakers.map { speaker in
      Int32(positions.last { $0.speaker == speaker }?.position ?? 0)
    }
    let bytes = Int32(map.count * MemoryLayout<Int32>.stride)
    sf_command(file, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, bytes)
  }
}
