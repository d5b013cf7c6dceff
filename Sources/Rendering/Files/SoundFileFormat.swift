import CSndfile
public import DSPCore

/// A kind of sound file. The raw value is its name on the command line.
public enum SoundContainer: String, Sendable, CaseIterable {
  case wav, aiff, flac, ogg, opus, mp3, caf, w64, rf64, au, raw
  // Kinds that are read, and written where libsndfile can.
  case paf, svx, nist, voc, ircam, mat4, mat5, pvf, xi, htk, sds, avr, sd2, wve, mpc2k

  /// libsndfile's major type.
  var majorType: Int {
    switch self {
    case .wav: SF_FORMAT_WAV
    case .aiff: SF_FORMAT_AIFF
    case .flac: SF_FORMAT_FLAC
    case .ogg, .opus: SF_FORMAT_OGG
    case .mp3: SF_FORMAT_MPEG
    case .caf: SF_FORMAT_CAF
    case .w64: SF_FORMAT_W64
    case .rf64: SF_FORMAT_RF64
    case .au: SF_FORMAT_AU
    case .raw: SF_FORMAT_RAW
    case .paf: SF_FORMAT_PAF
    case .svx: SF_FORMAT_SVX
    case .nist: SF_FORMAT_NIST
    case .voc: SF_FORMAT_VOC
    case .ircam: SF_FORMAT_IRCAM
    case .mat4: SF_FORMAT_MAT4
    case .mat5: SF_FORMAT_MAT5
    case .pvf: SF_FORMAT_PVF
    case .xi: SF_FORMAT_XI
    case .htk: SF_FORMAT_HTK
    case .sds: SF_FORMAT_SDS
    case .avr: SF_FORMAT_AVR
    case .sd2: SF_FORMAT_SD2
    case .wve: SF_FORMAT_WVE
    case .mpc2k: SF_FORMAT_MPC2K
    }
  }

  /// The container that a file name's extension, in any case, stands for.
  public init?(path: FilePath) {
    switch path.extension {
    case "wave", "bwf": self = .wav
    case "aif", "aifc", "aiffc": self = .aiff
    case "oga": self = .ogg
    case "snd": self = .au
    case "sf": self = .ircam
    case "sph": self = .nist
    case let suffix:
      guard let container = SoundContainer(rawValue: suffix) else { return nil }
      self = container
    }
  }

  init?(majorType: Int, subtype: Int) {
    switch (majorType, subtype) {
    case (SF_FORMAT_WAVEX, _): self = .wav
    case (SF_FORMAT_OGG, SF_FORMAT_OPUS): self = .opus
    default:
      guard let container = Self.allCases.first(where: { $0.majorType == majorType }) else { return nil }
      self = container
    }
  }
}

/// How a file stores its samples. The raw value is the name on the command line.
public enum SampleEncoding: String, Sendable, CaseIterable {
  case u8, s8, pcm16, pcm24, pcm32, float32, float64, ulaw, alaw
  case alac16, alac20, alac24, alac32, vorbis, opus, mp1, mp2, mp3
  case ima, ms, gsm, vox, g721, g723_24, g723_40, nms16, nms24, nms32, dwvw12, dwvw16, dwvw24, dwvw, dpcm8, dpcm16

  /// libsndfile's subtype.
  var subtype: Int {
    switch self {
    case .u8: SF_FORMAT_PCM_U8
    case .s8: SF_FORMAT_PCM_S8
    case .pcm16: SF_FORMAT_PCM_16
    case .pcm24: SF_FORMAT_PCM_24
    case .pcm32: SF_FORMAT_PCM_32
    case .float32: SF_FORMAT_FLOAT
    case .float64: SF_FORMAT_DOUBLE
    case .ulaw: SF_FORMAT_ULAW
    case .alaw: SF_FORMAT_ALAW
    case .alac16: SF_FORMAT_ALAC_16
    case .alac20: SF_FORMAT_ALAC_20
    case .alac24: SF_FORMAT_ALAC_24
    case .alac32: SF_FORMAT_ALAC_32
    case .vorbis: SF_FORMAT_VORBIS
    case .opus: SF_FORMAT_OPUS
    case .mp1: SF_FORMAT_MPEG_LAYER_I
    case .mp2: SF_FORMAT_MPEG_LAYER_II
    case .mp3: SF_FORMAT_MPEG_LAYER_III
    case .ima: SF_FORMAT_IMA_ADPCM
    case .ms: SF_FORMAT_MS_ADPCM
    case .gsm: SF_FORMAT_GSM610
    case .vox: SF_FORMAT_VOX_ADPCM
    case .g721: SF_FORMAT_G721_32
    case .g723_24: SF_FORMAT_G723_24
    case .g723_40: SF_FORMAT_G723_40
    case .nms16: SF_FORMAT_NMS_ADPCM_16
    case .nms24: SF_FORMAT_NMS_ADPCM_24
    case .nms32: SF_FORMAT_NMS_ADPCM_32
    case .dwvw12: SF_FORMAT_DWVW_12
    case .dwvw16: SF_FORMAT_DWVW_16
    case .dwvw24: SF_FORMAT_DWVW_24
    case .dwvw: SF_FORMAT_DWVW_N
    case .dpcm8: SF_FORMAT_DPCM_8
    case .dpcm16: SF_FORMAT_DPCM_16
    }
  }

  init?(subtype: Int) {
    guard let encoding = Self.allCases.first(where: { $0.subtype == subtype }) else { return nil }
    self = encoding
  }

  /// Bits of the integer grid that samples lie on; nil where they are floating point inside the codec.
  /// Codecs that predict or compand 16-bit samples count as 16 bits.
  var gridBits: Int? {
    switch self {
    case .u8, .s8: 8
    case .alac20: 20
    case .pcm24, .alac24, .dwvw24: 24
    case .pcm32, .alac32, .dwvw: 32
    case .float32, .float64, .vorbis, .opus, .mp1, .mp2, .mp3: nil
    default: 16
    }
  }

  /// nil where samples have no size of their own.
  var bytesPerSample: Int? {
    switch self {
    case .u8, .s8, .ulaw, .alaw: 1
    case .pcm16: 2
    case .pcm24: 3
    case .pcm32, .float32: 4
    case .float64: 8
    default: nil
    }
  }

  /// What comes nearest to this encoding, in the order of preference, for containers that do not have it. Encodings
  /// in blocks are left, since a file of theirs ends only at the end of a block.
  var nearest: [SampleEncoding] {
    let preferred: [SampleEncoding] =
      switch self {
      case .u8: [.u8, .s8]
      case .s8: [.s8, .u8]
      case .alac20, .pcm24, .alac24, .dwvw24: [self, .pcm24, .alac24, .pcm32]
      case .pcm32, .alac32, .dwvw: [self, .pcm32, .alac32, .float64, .pcm24]
      case .float32: [.float32, .pcm24, .alac24]
      case .float64: [.float64, .float32, .pcm24, .alac24]
      case .ima, .ms, .gsm, .vox, .g721, .g723_24, .g723_40, .nms16, .nms24, .nms32: []
      default: [self]
      }
    return preferred + [.pcm16, .alac16, .vorbis, .opus, .mp3, .float32, .s8, .u8, .ulaw, .alaw]
  }
}

/// What a sound file is, or is to be.
public struct SoundFileFormat: Sendable, Equatable {
  public var container: SoundContainer
  public var encoding: SampleEncoding
  /// Hz.
  public var sampleRate: Int
  public var channelCount: Int
  /// nil where the file does not say which speaker a channel feeds.
  public var layout: ChannelLayout?
  /// As the file says; nil where it does not. Files lie: never allocate by it.
  public var frames: Int?

  public init(
    container: SoundContainer, encoding: SampleEncoding, sampleRate: Int, channelCount: Int,
    layout: ChannelLayout? = nil, frames: Int? = nil
  ) {
    self.container = container
    self.encoding = encoding
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.layout = layout
    self.frames = frames
  }

  /// The format of a file to write for an input: `container` or what the path's extension stands for, `encoding` or
  /// the input's, or the nearest that the container has.
  ///
  /// - Throws: `unwritable` with what the container can hold.
  public static func output(
    path: FilePath, container: SoundContainer? = nil, encoding: SampleEncoding? = nil, sampleRate: Int? = nil,
    channelCount: Int? = nil, layout: ChannelLayout? = nil, like input: SoundFileFormat
  ) throws(SoundFileError) -> SoundFileFormat {
    guard let container = container ?? SoundContainer(path: path) ?? (path.isStandardStream ? .wav : nil) else {
      let kinds = SoundContainer.allCases.prefix(11).map { ".\($0.rawValue)" }.joined(separator: " ")
      throw .unwritable(path, "its extension names no kind of sound file; there are \(kinds)")
    }
    var format = input
    format.container = container
    format.frames = nil
    format.sampleRate = sampleRate ?? input.sampleRate
    if let channelCount, channelCount != input.channelCount {
      format.channelCount = channelCount
      format.layout = layout
    }
    let possible = SampleEncoding.allCases.filter { format.with($0).isWritable }
    let named = encoding.map { [$0] } ?? (container == .opus ? [.opus] : input.encoding.nearest)
    guard let chosen = named.first(where: possible.contains) else {
      throw .unwritable(path, format.refusal(of: encoding, possible: possible))
    }
    return format.with(chosen)
  }

  /// Whether libsndfile writes such files. It says so of MP3 in WAV, and does not.
  var isWritable: Bool {
    var info = info
    return sf_format_check(&info) != 0 && (encoding == .mp3) == (container == .mp3)
  }

  var info: SF_INFO {
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = Int32(channelCount)
    info.format = Int32(majorType | encoding.subtype)
    return info
  }

  /// WAVE_FORMAT_EXTENSIBLE where Microsoft asks for it: more than two channels, more than 16 bits, or a mask.
  private var majorType: Int {
    guard container == .wav, [.pcm24, .pcm32].contains(encoding) || channelCount > 2 || layout != nil else {
      return container.majorType
    }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = Int32(channelCount)
    info.format = Int32(SF_FORMAT_WAVEX | encoding.subtype)
    return sf_format_check(&info) != 0 ? SF_FORMAT_WAVEX : SF_FORMAT_WAV
  }

  private func with(_ encoding: SampleEncoding) -> SoundFileFormat {
    var format = self
    format.encoding = encoding
    return format
  }

  private func refusal(of encoding: SampleEncoding?, possible: [SampleEncoding]) -> String {
    if let encoding, !possible.isEmpty {
      let names = possible.map(\.rawValue).joined(separator: ", ")
      return "\(container.rawValue) has no encoding \(encoding.rawValue); it has \(names)"
    }
    let limits =
      switch container {
      case .flac: ": 1 to 8 channels, up to 655350 Hz"
      case .opus: ": 1 to 255 channels at 8000, 12000, 16000, 24000 or 48000 Hz"
      case .mp3: ": 1 or 2 channels at 8000 to 48000 Hz"
      default: ""
      }
    return "\(container.rawValue) cannot hold \(channelCount) channels at \(sampleRate) Hz\(limits)"
  }
}

/// What samples without a header are.
public struct RawFormat: Sendable, Equatable {
  /// Hz.
  public var sampleRate: Int
  public var channelCount: Int
  public var encoding: SampleEncoding

  public init(sampleRate: Int, channelCount: Int, encoding: SampleEncoding) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.encoding = encoding
  }
}
