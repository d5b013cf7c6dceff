import DSPCore
import Glibc
import Rendering
import TestSupport
import Testing

/// Case A9: sizes beyond 32 bits, in sparse files.
@Suite struct LargeFileTests {
  let folder = TemporaryFolder()

  @Test func `an impulse at the end of 4.5 GB is found where it belongs`() throws {
    let frames = 2_250_000_000
    let sizes =
      RIFF.little(2 * frames + 72, 8) + RIFF.little(2 * frames, 8) + RIFF.little(frames, 8) + RIFF.little(0, 4)
    var header = RIFF.file([.init("ds64", sizes), RIFF.format(), .init("data", [])], form: "RF64")
    header.replaceSubrange(4..<8, with: RIFF.little(0xFFFF_FFFF, 4))
    header.replaceSubrange(header.count - 4..<header.count, with: RIFF.little(0xFFFF_FFFF, 4))
    let path = folder.write("large.wav", header)
    let file = open(path, O_WRONLY)
    ftruncate(file, off_t(header.count + 2 * frames))
    var sample: Int16 = 16_384
    pwrite(file, &sample, 2, off_t(header.count + 2 * (frames - 10)))
    close(file)

    let reader = try SoundFileReader(path: FilePath(path))
    #expect(reader.format.frames == frames)
    var block = AudioBuffer(channelCount: 1, frameCapacity: 1 << 16)
    var found: [Int] = []
    while true {
      let first = reader.position
      let count = try reader.read(into: &block)
      block.readChannel(0) { span in
        var sum: Float = 0
        for i in 0..<count { sum += span[i] }
        if sum != 0 { found += (0..<count).filter { span[$0] == 0.5 }.map { first + $0 } }
      }
      if count < block.frameCount { break }
    }
    #expect(reader.position == frames)
    #expect(found == [frames - 10])
    #expect(reader.warnings.isEmpty)
  }
}
