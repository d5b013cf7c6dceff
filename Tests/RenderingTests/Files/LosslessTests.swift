import DSPCore
import Rendering
import TestSupport
import Testing

@Suite struct LosslessTests {
  let folder = TemporaryFolder()

  /// Case B5.
  @Test func `every 16-bit value comes back as it is`() throws {
    let data = RIFF.samples16(-32768...32767)
    folder.write("in.wav", RIFF.file([RIFF.format(channels: 2), RIFF.Chunk("data", data)]))
    try copy(folder.file("in.wav"), folder.file("out.wav"), blockFrames: 509)
    #expect(RIFF.chunk("data", of: folder.read("out.wav")) == data)
  }

  @Test func `every 8-bit value comes back as it is`() throws {
    let data = (0...255).map { UInt8($0) }
    folder.write("in.wav", RIFF.file([RIFF.format(bits: 8), RIFF.Chunk("data", data)]))
    try copy(folder.file("in.wav"), folder.file("out.wav"))
    #expect(RIFF.chunk("data", of: folder.read("out.wav")) == data)
  }

  @Test(arguments: [1, 2, 3, 6])
  func `24-bit values come back as they are`(channels: Int) throws {
    // A stride prime to 2^24 visits all parts of the range, both ends on top.
    let values = (0..<60_000).map { ($0 * 2_796_203) & 0xFFFFFF } + [0x800000, 0x7FFFFF, 0, 1, 0xFFFFFF, 2]
    let data = values.flatMap { RIFF.little($0, 3) }
    folder.write("in.wav", RIFF.file([RIFF.format(channels: channels, bits: 24), RIFF.Chunk("data", data)]))
    try copy(folder.file("in.wav"), folder.file("out.wav"))
    let written = try #require(RIFF.chunk("data", of: folder.read("out.wav")))
    #expect(written == data)
  }

  @Test(arguments: [SampleEncoding.float32, .float64])
  func `floats come back as they are, beyond full scale too`(encoding: SampleEncoding) throws {
    let samples = [noise(5000, amplitude: 30, seed: 1), noise(5000, amplitude: 1e-6, seed: 2)]
    try writeAll(samples, to: folder.file("a.wav"), waveFormat(encoding, channels: 2))
    try copy(folder.file("a.wav"), folder.file("b.wav"))
    #expect(try readAll(folder.file("b.wav")).samples == samples)
    #expect(folder.read("a.wav") == folder.read("b.wav"))
  }

  /// Float32 holds integers of 32 bits only as far as their upper 24 bits.
  @Test func `32-bit values of 24 significant bits come back as they are`() throws {
    let values: [Int32] = [.min, .max / 256 * 256, 0, -256, 256, 1, -1, 8_388_607, -8_388_608, 0x1234_5600]
    let data = values.flatMap { RIFF.little(Int($0), 4) }
    folder.write("in.wav", RIFF.file([RIFF.format(bits: 32), RIFF.Chunk("data", data)]))
    try copy(folder.file("in.wav"), folder.file("out.wav"))
    #expect(RIFF.chunk("data", of: folder.read("out.wav")) == data)
  }

  @Test func `the bytes do not depend on the size of the blocks`() throws {
    let samples = [noise(9000, amplitude: 1.2, seed: 3), noise(9000, amplitude: 0.3, seed: 4)]
    for encoding in [SampleEncoding.pcm16, .pcm24, .u8, .float32] {
      let format = waveFormat(encoding, channels: 2)
      try writeAll(samples, to: folder.file("whole.wav"), format, blockFrames: 9000)
      for size in [1, 7, 509, 4096] {
        try writeAll(samples, to: folder.file("parts.wav"), format, blockFrames: size)
        #expect(folder.read("parts.wav") == folder.read("whole.wav"))
      }
    }
  }
}
