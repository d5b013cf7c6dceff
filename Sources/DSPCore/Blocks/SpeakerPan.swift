import Glibc

/// Where a source is, as seen by the listener. Degrees: azimuth positive to the right, elevation positive upward.
struct Direction: Equatable {
  var azimuth = 0.0
  var elevation = 0.0

  /// The sine of the angle from the median plane: -1 at the left ear, 1 at the right one. Exactly odd in the azimuth.
  var lateral: Double { (sin(azimuth * .pi / 180) * cos(elevation * .pi / 180)).clamped(to: -1...1) }
}

/// Gains that place a source between loudspeakers.
struct SpeakerPan {
  /// Degrees, positive to the right; nil where a channel takes no part.
  private let azimuths: [Double?]

  /// - Throws: `unsupported` where it is not known where the channels' loudspeakers stand.
  init(_ format: RenderFormat) throws(UnitError) {
    guard let layout = format.layout ?? ChannelLayout.standard(format.channelCount) else {
      throw .unsupported("no loudspeakers are known for \(format.channelCount) channels")
    }
    azimuths = layout.azimuths
  }

  /// The gains of a source in a direction: equal power between two loudspeakers; their squares sum to 1.
  ///
  /// Stereo folds the rear to the front. Around the listener a pair of neighbours shares the source as in V. Pulkki,
  /// "Virtual sound source positioning using vector base amplitude panning", JAES 45(6), 1997.
  func vector(_ direction: Direction) -> [Double] {
    switch azimuths.count {
    case 1: return [1]
    case 2:
      let (left, right) = PanLaw.mono(asin(direction.lateral) / (.pi / 2))
      return [left, right]
    default: return pairwise(direction.azimuth)
    }
  }

  private func pairwise(_ azimuth: Double) -> [Double] {
    var gains = azimuths.map { _ in 0.0 }
    let speakers = azimuths.indices.filter { azimuths[$0] != nil }.sorted { azimuths[$0]! < azimuths[$1]! }
    for (k, first) in speakers.enumerated() {
      let second = speakers[(k + 1) % speakers.count]
      let width = Self.angle(from: azimuths[first]!, to: azimuths[second]!)
      let place = Self.angle(from: azimuths[first]!, to: azimuth)
      guard place < width else { continue }
      let (a, b) = (sin((width - place) * .pi / 180), sin(place * .pi / 180))
      let norm = hypot(a, b)
      gains[first] = a / norm
      gains[second] = b / norm
      break
    }
    return gains
  }

  /// Degrees clockwise from one azimuth to another, 0 to 360.
  private static func angle(from a: Double, to b: Double) -> Double {
    let angle = (b - a).truncatingRemainder(dividingBy: 360)
    return angle < 0 ? angle + 360 : angle
  }

  /// The gains of a source in a sound field of the first order: two virtual cardioids for stereo, and weights that keep
  /// the energy together (max rE, 1/√2 in the plane) around the listener.
  func soundField(_ direction: Direction) -> [Double] {
    switch azimuths.count {
    case 1: return [1]
    case 2: return [0.5 * (1 - direction.lateral), 0.5 * (1 + direction.lateral)]
    default:
      let count = Double(azimuths.count { $0 != nil })
      let flat = cos(direction.elevation * .pi / 180)
      return azimuths.map { azimuth in
        guard let azimuth else { return 0 }
        return (1 + 2.0.squareRoot() * flat * cos((direction.azimuth - azimuth) * .pi / 180)) / count
      }
    }
  }
}

extension ChannelLayout {
  /// The usual loudspeakers of so many channels: mono, stereo, quadraphony, 5.0, 5.1 and 7.1.
  public static func standard(_ channelCount: Int) -> ChannelLayout? {
    let front: [Speaker] = [.frontLeft, .frontRight]
    let back: [Speaker] = [.backLeft, .backRight]
    return switch channelCount {
    case 1: ChannelLayout([.frontCenter])
    case 2: ChannelLayout(front)
    case 4: ChannelLayout(front + back)
    case 5: ChannelLayout(front + [.frontCenter] + back)
    case 6: ChannelLayout(front + [.frontCenter, .lowFrequency] + back)
    case 8: ChannelLayout(front + [.frontCenter, .lowFrequency] + back + [.sideLeft, .sideRight])
    default: nil
    }
  }

  /// Degrees of the loudspeakers in the horizontal plane, positive to the right (ITU-R BS.775 and BS.2051); nil for
  /// those elsewhere.
  var azimuths: [Double?] {
    let hasCentre = speakers.contains(.frontCenter)
    let hasSides = speakers.contains(.sideLeft)
    let hasBacks = speakers.contains(.backLeft)
    let front = hasCentre ? 30.0 : 45
    let side = hasBacks ? 90.0 : 110
    let back = hasSides ? 150.0 : hasCentre ? 110 : 135
    return speakers.map { speaker in
      switch speaker {
      case .frontLeft: -front
      case .frontRight: front
      case .frontCenter: 0
      case .frontLeftOfCenter: -15
      case .frontRightOfCenter: 15
      case .sideLeft: -side
      case .sideRight: side
      case .backLeft: -back
      case .backRight: back
      case .backCenter: 180
      default: nil
      }
    }
  }
}
