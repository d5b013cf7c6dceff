import Glibc

/// The inputs of AudioKit's published renders, rebuilt bit for bit, and the hash they are published as
/// (reference/apple-vectors.md section 2). 44.1 kHz.

/// A reader of 4096-entry tables with a 24-bit phase: 440 Hz, amplitude 1.
private func wavetable(_ table: [Float], frames: Int) -> [Float] {
  let increment = Int((440 * Float(16_777_216.0 / 44_100)).rounded())
  var phase = 0
  return (0..<frames).map { _ in
    let a = table[phase >> 12]
    let b = table[((phase >> 12) + 1) % 4096]
    let step: Float = (b - a) * (Float(phase & 4095) / 4096)
    phase = (phase + increment) & 0xFFFFFF
    return a + step
  }
}

private let triangleTable: [Float] = (0..<4096).map { $0 < 2048 ? Float($0) / 1024 - 1 : 3 - Float($0) / 1024 }

/// The sine of 2020.
public func publishedSine(_ frames: Int) -> [Float] {
  let turn: Float = 2 * 3.14159265
  let table = (0..<4096).map { Float(sin(Double(turn * (Float($0) / 4096)))) }
  return wavetable(table, frames: frames)
}

/// The triangle of v5.0.1.
public func publishedTriangle(_ frames: Int) -> [Float] {
  wavetable(triangleTable, frames: frames)
}

/// The triangle of May 2021: phase in radians, no interpolation.
public func publishedPhaseTriangle(_ frames: Int) -> [Float] {
  let turn = 2 * Float.pi
  let increment: Float = turn / 44_100 * 440
  var phase: Float = 0
  return (0..<frames).map { _ in
    let place: Float = phase / turn * 4096
    phase += increment
    if phase >= turn { phase -= turn }
    return triangleTable[Int(place)]
  }
}

/// The first 16 digits of the MD5 of samples, channels × frames, as AudioKit takes it: interleaved, little-endian.
public func publishedHash(_ signal: [[Float]]) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(signal.count * signal[0].count * 4)
  for frame in signal[0].indices {
    for channel in signal {
      withUnsafeBytes(of: channel[frame].bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }
  return md5(bytes).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// RFC 1321.
func md5(_ message: [UInt8]) -> [UInt8] {
  let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  let sines = (0..<64).map { UInt32(abs(sin(Double($0 + 1))) * 4_294_967_296) }
  var bytes = message + [0x80]
  bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
  withUnsafeBytes(of: UInt64(message.count * 8).littleEndian) { bytes.append(contentsOf: $0) }

  var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
  var words = [UInt32](repeating: 0, count: 16)
  for start in stride(from: 0, to: bytes.count, by: 64) {
    for i in 0..<16 {
      let at = start + 4 * i
      words[i] = (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for i in 0..<64 {
      let (f, word) =
        switch i / 16 {
        case 0: ((b & c) | (~b & d), i)
        case 1: ((d & b) | (~d & c), (5 * i + 1) % 16)
        case 2: (b ^ c ^ d, (3 * i + 5) % 16)
        default: (c ^ (b | ~d), 7 * i % 16)
        }
      let sum = a &+ f &+ sines[i] &+ words[word]
      let shift = shifts[i / 16 * 4 + i % 4]
      (a, d, c) = (d, c, b)
      b = b &+ (sum << shift | sum >> (32 - shift))
    }
    state = zip(state, [a, b, c, d]).map { $0 &+ $1 }
  }
  return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
}
