import CSndfile
import Glibc

/// WAV and RF64 around samples that libsndfile packs: chunks stand before or behind the samples as in the input, and
/// a file that outgrows 4 GB becomes RF64 (EBU Tech 3306).
struct WaveWriter: ContainerWriter {
  private let format: SoundFileFormat
  private let chunks: [Metadata.Chunk]
  /// Whether there is room to become RF64 in.
  private let reservesSizes: Bool
  private var sizesOffset = 0
  private var factOffset: Int?
  private var dataOffset = 0

  /// nil for encodings in blocks, which libsndfile writes whole.
  init?(_ format: SoundFileFormat, chunks: [Metadata.Chunk], mayBeLarge: Bool) {
    guard Self.tag(format.encoding) != nil else { return nil }
    self.format = format
    self.chunks = chunks
    reservesSizes = mayBeLarge || format.container == .rf64
  }

  var bodyFormat: Int32 { Int32(SF_FORMAT_RAW | SF_ENDIAN_LITTLE | format.encoding.subtype) }

  mutating func begin(_ output: Int32) throws(SystemError) -> VirtualFile {
    var header = Array("RIFF".utf8) + littleEndian(0, 4) + Array("WAVE".utf8)
    if reservesSizes {
      sizesOffset = header.count
      header += RIFFMetadata.chunk("JUNK", Array(repeating: 0, count: 28))
    }
    header += RIFFMetadata.chunk("fmt ", description)
    if isExtensible || ![.u8, .pcm16].contains(format.encoding) {
      factOffset = header.count + 8
      header += RIFFMetadata.chunk("fact", littleEndian(0, 4))
    }
    for chunk in chunks where chunk.precedesAudio { header += RIFFMetadata.chunk(chunk.name, chunk.content) }
    header += RIFFMetadata.chunk("data", [])
    dataOffset = header.count
    try write(header, to: output, at: 0)
    return VirtualFile(output, base: dataOffset)
  }

  func finish(_ output: Int32, frames: Int) throws(SystemError) {
    let size = fileSize(output) - dataOffset
    var trailer: [UInt8] = size % 2 == 1 ? [0] : []
    for chunk in chunks where !chunk.precedesAudio { trailer += RIFFMetadata.chunk(chunk.name, chunk.content) }
    try write(trailer, to: output, at: dataOffset + size)
    let total = fileSize(output) - 8
    let isLarge = format.container == .rf64 || total > 0xFFFF_FFFE
    if isLarge && reservesSizes {
      let sizes = littleEndian(total, 8) + littleEndian(size, 8) + littleEndian(frames, 8) + littleEndian(0, 4)
      try write(RIFFMetadata.chunk("ds64", sizes), to: output, at: sizesOffset)
      try write(Array("RF64".utf8), to: output, at: 0)
    }
    // All ones where the size is in ds64, or is left to the end of the file.
    try write(littleEndian(isLarge ? .max >> 1 : total, 4), to: output, at: 4)
    try write(littleEndian(isLarge ? .max >> 1 : size, 4), to: output, at: dataOffset - 4)
    if let factOffset { try write(littleEndian(frames, 4), to: output, at: factOffset) }
  }

  /// WAVE_FORMAT_EXTENSIBLE where Microsoft asks for it: more than two channels, more than 16 bits, or a mask.
  private var isExtensible: Bool {
    format.channelCount > 2 || [.pcm24, .pcm32].contains(format.encoding) || format.layout != nil
  }

  /// The contents of the `fmt ` chunk.
  private var description: [UInt8] {
    let tag = Self.tag(format.encoding)!
    let bits = 8 * format.encoding.bytesPerSample!
    let frameBytes = format.channelCount * bits / 8
    var content = littleEndian(isExtensible ? 0xFFFE : tag, 2) + littleEndian(format.channelCount, 2)
    content += littleEndian(format.sampleRate, 4) + littleEndian(format.sampleRate * frameBytes, 4)
    content += littleEndian(frameBytes, 2) + littleEndian(bits, 2)
    if isExtensible {
      content += littleEndian(22, 2) + littleEndian(bits, 2) + littleEndian(Int(format.layout?.waveMask ?? 0), 4)
      content += littleEndian(tag, 2) + Self.subformat
    } else if tag != 1 {
      content += littleEndian(0, 2)
    }
    return content
  }

  /// What follows the format tag in the GUIDs of KSDATAFORMAT_SUBTYPE_PCM and its kin.
  private static let subformat: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]

  private static func tag(_ encoding: SampleEncoding) -> Int? {
    switch encoding {
    case .u8, .pcm16, .pcm24, .pcm32: 1
    case .float32, .float64: 3
    case .alaw: 6
    case .ulaw: 7
    default: nil
    }
  }
}
