import DSPCore

/// Between the interleaved samples of files and the planar Float32 of the engine.
///
/// Loops are plain, over pointers, without branches, so that the compiler makes lanes of them.
enum SampleConversion {
  /// Spreads interleaved floats over channels; `order` tells where in a frame each channel lies.
  static func deinterleave(
    _ source: UnsafePointer<Float>, order: [Int], into block: inout AudioBuffer, at first: Int, count: Int
  ) {
    spread(source, order, &block, first, count) { $0 }
  }

  /// The same for 16-bit integers: the value / 32768, exact.
  static func deinterleave(
    _ source: UnsafePointer<Int16>, order: [Int], into block: inout AudioBuffer, at first: Int, count: Int
  ) {
    spread(source, order, &block, first, count) { Float($0) * 0x1p-15 }
  }

  /// The same for integers that fill 32 bits from the top: exact up to 24 bits, rounded beyond.
  static func deinterleave(
    _ source: UnsafePointer<Int32>, order: [Int], into block: inout AudioBuffer, at first: Int, count: Int
  ) {
    spread(source, order, &block, first, count) { Float($0) * 0x1p-31 }
  }

  @inline(__always)
  private static func spread<Sample>(
    _ source: UnsafePointer<Sample>, _ order: [Int], _ block: inout AudioBuffer, _ first: Int, _ count: Int,
    _ float: (Sample) -> Float
  ) {
    switch order.count {
    case 1:
      let samples = block[0] + first
      for i in 0..<count { samples[i] = float(source[i]) }
    case 2:
      let left = block[0] + first
      let right = block[1] + first
      for i in 0..<count {
        left[i] = float(source[2 &* i])
        right[i] = float(source[2 &* i &+ 1])
      }
    default:
      for (channel, place) in order.enumerated() {
        let samples = block[channel] + first
        var next = source + place
        for i in 0..<count {
          samples[i] = float(next.pointee)
          next += order.count
        }
      }
    }
  }

  /// Weaves channels, `stride` samples apart, into interleaved frames.
  @inline(__always)
  static func interleave<Source, Sample>(
    _ source: UnsafePointer<Source>, stride: Int, order: [Int], count: Int,
    into target: UnsafeMutablePointer<Sample>,
    _ convert: (Source) -> Sample
  ) {
    switch order.count {
    case 1:
      for i in 0..<count { target[i] = convert(source[i]) }
    case 2:
      let right = source + stride
      for i in 0..<count {
        target[2 &* i] = convert(source[i])
        target[2 &* i &+ 1] = convert(right[i])
      }
    default:
      for (channel, place) in order.enumerated() {
        let samples = source + channel * stride
        var next = target + place
        for i in 0..<count {
          next.pointee = convert(samples[i])
          next += order.count
        }
      }
    }
  }

  /// Spreads packed 24-bit integers out to the tops of 32 bits. The source has a byte to spare at its end.
  static func unpack(
    _ source: UnsafeRawPointer, isBigEndian: Bool, count: Int, into target: UnsafeMutablePointer<Int32>
  ) {
    if isBigEndian {
      for i in 0..<count {
        let word = source.loadUnaligned(fromByteOffset: 3 &* i, as: Int32.self)
        target[i] = Int32(bigEndian: word) & ~0xFF
      }
    } else {
      for i in 0..<count {
        let word = source.loadUnaligned(fromByteOffset: 3 &* i, as: Int32.self)
        target[i] = Int32(littleEndian: word) << 8
      }
    }
  }

  /// Packs the low 24 bits of integers. The target has a byte to spare at its end.
  static func pack(
    _ source: UnsafePointer<Int32>, isBigEndian: Bool, count: Int, into target: UnsafeMutableRawPointer
  ) {
    if isBigEndian {
      for i in 0..<count { target.storeBytes(of: (source[i] << 8).bigEndian, toByteOffset: 3 &* i, as: Int32.self) }
    } else {
      for i in 0..<count { target.storeBytes(of: source[i].littleEndian, toByteOffset: 3 &* i, as: Int32.self) }
    }
  }

  /// The bit pattern of the greatest magnitude; at least that of infinity where a sample is not finite.
  ///
  /// Magnitudes order as their patterns do, and integers compare in lanes.
  static func peakPattern(_ samples: UnsafePointer<Float>, count: Int) -> UInt32 {
    var peak: UInt32 = 0
    for i in 0..<count { peak = max(peak, samples[i].bitPattern & 0x7FFF_FFFF) }
    return peak
  }
}
