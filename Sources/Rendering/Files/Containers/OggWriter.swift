import CSndfile
import Glibc

/// Ogg Vorbis and Opus with the input's comments, and with the same bytes in every run (RFC 3533, RFC 7845).
///
/// libsndfile draws the stream's serial number by lot. Its file is copied page by page: another serial number, another
/// comment header, other check sums.
struct OggWriter: ContainerWriter {
  let bodyFormat: Int32
  /// A list of comments without the encoder; nil leaves what libsndfile writes.
  let comments: [UInt8]?
  private var body: Int32 = -1

  init(bodyFormat: Int32, comments: [UInt8]?) {
    self.bodyFormat = bodyFormat
    self.comments = comments
  }

  mutating func begin(_ output: Int32) throws(SystemError) -> VirtualFile {
    body = temporaryFile()
    guard body >= 0 else { throw SystemError(errno) }
    return VirtualFile(body)
  }

  func finish(_ output: Int32, frames: Int) throws(SystemError) {
    defer { close(body) }
    var source = OggPages(body)
    var target: [UInt8] = []
    var number = 0
    var written = 0
    guard let first = source.next() else { throw SystemError(EIO) }
    first.append(to: &target, number: &number)

    var packets: [[UInt8]] = []
    var isPacketOpen = false
    let headers = first.body.starts(with: "OpusHead".utf8) ? 1 : 2
    while packets.count < headers || isPacketOpen {
      guard let page = source.next() else { throw SystemError(EIO) }
      page.split(into: &packets, isOpen: &isPacketOpen)
    }
    if let comments { packets[0] = Self.replaceComments(packets[0], with: comments) }
    for page in OggPage.pages(of: packets) { page.append(to: &target, number: &number) }

    while let page = source.next() {
      page.append(to: &target, number: &number)
      guard target.count > 1 << 18 else { continue }
      try write(target, to: output, at: written)
      written += target.count
      target.removeAll(keepingCapacity: true)
    }
    try write(target, to: output, at: written)
  }

  private static func replaceComments(_ packet: [UInt8], with comments: [UInt8]) -> [UInt8] {
    let isOpus = packet.starts(with: "OpusTags".utf8)
    let mark = isOpus ? 8 : 7
    let vendor = VorbisComments.vendor(Array(packet.dropFirst(mark)))
    // Vorbis ends its headers with a bit that is set.
    return Array(packet[..<mark]) + vendor + comments + (isOpus ? [] : [1])
  }
}

/// A page of an Ogg stream.
struct OggPage {
  var flags: UInt8
  var granule: [UInt8]
  var segments: [UInt8]
  var body: [UInt8]

  /// Appends the page's bytes, as the next page of our stream.
  func append(to target: inout [UInt8], number: inout Int) {
    let start = target.count
    target += Array("OggS".utf8) + [0, flags] + granule + Array("fxrd".utf8) + littleEndian(number, 4)
    target += littleEndian(0, 4) + [UInt8(segments.count)] + segments + body
    target.setLittle(start + 22, 4, Int(Self.checksum(target[start...])))
    number += 1
  }

  /// Appends the packets of the page's body; `isOpen` tells whether the last one goes on in the next page.
  func split(into packets: inout [[UInt8]], isOpen: inout Bool) {
    var offset = 0
    for size in segments {
      if !isOpen { packets.append([]) }
      packets[packets.count - 1] += body[offset..<offset + Int(size)]
      offset += Int(size)
      isOpen = size == 255
    }
  }

  /// Header packets over as many pages as they need.
  static func pages(of packets: [[UInt8]]) -> [OggPage] {
    let body = packets.flatMap { $0 }
    let segments = packets.flatMap { packet in
      Array(repeating: UInt8(255), count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    var pages: [OggPage] = []
    var offset = 0
    for first in stride(from: 0, to: segments.count, by: 255) {
      let part = Array(segments[first..<min(first + 255, segments.count)])
      let size = part.reduce(0) { $0 + Int($1) }
      let endsPacket = part.contains { $0 < 255 }
      let goesOn = first > 0 && segments[first - 1] == 255
      pages.append(
        OggPage(
          flags: goesOn ? 1 : 0, granule: Array(repeating: endsPacket ? 0 : 0xFF, count: 8), segments: part,
          body: Array(body[offset..<offset + size])))
      offset += size
    }
    return pages
  }

  /// CRC-32 of the polynomial 0x04C11DB7, highest bit first, from 0.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(UInt32(0)) { crc, byte in crc << 8 ^ table[Int(UInt8(crc >> 24) ^ byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { crc, _ in crc << 1 ^ (crc >> 31 == 1 ? 0x04C1_1DB7 : 0) }
  }
}

/// Reads the pages of an Ogg file one after another.
struct OggPages {
  private let descriptor: Int32
  private var window: [UInt8] = []
  private var used = 0
  private var position = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// nil at the end, or where no page begins.
  mutating func next() -> OggPage? {
    guard fill(27), window[used..<used + 4].elementsEqual("OggS".utf8) else { return nil }
    let count = Int(window[used + 26])
    guard fill(27 + count) else { return nil }
    let segments = Array(window[used + 27..<used + 27 + count])
    let size = segments.reduce(0) { $0 + Int($1) }
    guard fill(27 + count + size) else { return nil }
    let body = used + 27 + count
    let page = OggPage(
      flags: window[used + 5], granule: Array(window[used + 6..<used + 14]), segments: segments,
      body: Array(window[body..<body + size]))
    used = body + size
    return page
  }

  /// Sees to it that so many bytes lie ahead; false where the file ends before.
  private mutating func fill(_ count: Int) -> Bool {
    if window.count - used >= count { return true }
    window.removeFirst(used)
    used = 0
    let more = bytes(of: descriptor, at: position, count: 1 << 18)
    position += more.count
    window += more
    return window.count >= count
  }
}
