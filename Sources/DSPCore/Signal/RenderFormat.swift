/// What a unit is built for.
public struct RenderFormat: Sendable, Equatable {
  /// Hz.
  public var sampleRate: Double
  public var channelCount: Int
  /// The most frames that `process` is handed at once.
  public var maximumFrames: Int
  /// Which speaker each channel feeds; nil where the file does not say.
  public var layout: ChannelLayout?
  public var quality: Quality

  public init(
    sampleRate: Double, channelCount: Int, maximumFrames: Int = 1024, layout: ChannelLayout? = nil,
    quality: Quality = .normal
  ) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.maximumFrames = maximumFrames
    self.layout = layout
    self.quality = quality
  }
}

/// How much work oversamplers and resamplers do.
public enum Quality: String, Sendable, CaseIterable {
  case draft, normal, best
}

/// The speakers of the channels, in the order of the channels.
public struct ChannelLayout: Sendable, Equatable {
  public var speakers: [Speaker]

  public init(_ speakers: [Speaker]) {
    self.speakers = speakers
  }

  /// The speakers of a WAVE_FORMAT_EXTENSIBLE channel mask, lowest bit first.
  public init(waveMask mask: UInt32) {
    speakers = Speaker.allCases.filter { mask & $0.waveMask != 0 }
  }

  /// The WAVE_FORMAT_EXTENSIBLE channel mask.
  public var waveMask: UInt32 { speakers.reduce(0) { $0 | $1.waveMask } }
}

/// A speaker position; the raw value is the bit of the WAVE_FORMAT_EXTENSIBLE channel mask.
public enum Speaker: Int, Sendable, CaseIterable {
  case frontLeft, frontRight, frontCenter, lowFrequency, backLeft, backRight, frontLeftOfCenter
  case frontRightOfCenter, backCenter, sideLeft, sideRight, topCenter, topFrontLeft, topFrontCenter
  case topFrontRight, topBackLeft, topBackCenter, topBackRight

  var waveMask: UInt32 { 1 << UInt32(rawValue) }
}
