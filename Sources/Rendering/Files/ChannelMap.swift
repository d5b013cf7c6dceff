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
    return container == .flac ? flac(channelCount) : nil
  }

  /// RFC 9639, section 9.1.3: what FLAC's channel counts stand for.
  private static func flac(_ channelCount: Int) -> ChannelLayout? {
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
