import Glibc

/// Average power and held peak of channels (reference/dsp.md B12).
///
/// The power is an exponential mean of 0.3 s. The peak is held for a second and then falls by 20 dB a second. Both move
/// at whole quanta of the stream, so that they do not depend on the block size.
struct LevelMeter {
  private let powerShare: Double
  private let peakFall: Float
  private let holdFrames: Int

  private struct Channel {
    var power = 0.0
    var peak: Float = 0
    var age = 0
    var squares = Lanes.zero
    var largest = Lanes.zero
  }

  private var channels: [Channel]
  private var position = 0

  init(channelCount: Int, sampleRate: Double) {
    powerShare = 1 - exp(-Double(quantum) / (0.3 * sampleRate))
    peakFall = Float(pow(10, -Double(quantum) / sampleRate))
    holdFrames = Int(sampleRate)
    channels = Array(repeating: Channel(), count: channelCount)
  }

  /// Linear.
  func averagePower(_ channel: Int) -> Double { channels[channel].power }
  /// Linear.
  func peak(_ channel: Int) -> Float { channels[channel].peak }

  mutating func measure(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      let count = min(block.frameCount - first, quantum - offset)
      for channel in channels.indices {
        measure(block[channel] + first, &channels[channel], offset: offset, count: count)
        if offset + count == quantum { finish(&channels[channel]) }
      }
      position += count
      first += count
    }
  }

  /// Frame n of a quantum falls to lane n mod 8, however the quantum comes in pieces.
  private func measure(_ x: UnsafePointer<Float>, _ channel: inout Channel, offset: Int, count: Int) {
    if count == quantum {
      for i in stride(from: 0, to: count, by: 8) {
        let lanes = (x + i).lanes
        channel.squares += lanes * lanes
        let magnitudes = lanes.replacing(with: -lanes, where: lanes .< 0)
        channel.largest.replace(with: magnitudes, where: magnitudes .> channel.largest)
      }
    } else {
      for i in 0..<count {
        let lane = (offset + i) % 8
        channel.squares[lane] += x[i] * x[i]
        channel.largest[lane] = max(channel.largest[lane], abs(x[i]))
      }
    }
  }

  private func finish(_ channel: inout Channel) {
    let mean = Double(channel.squares.sum()) / Double(quantum)
    channel.power += powerShare * (mean - channel.power)
    if channel.power < 1e-30 { channel.power = 0 }
    let largest = channel.largest.max()
    channel.age += quantum
    if channel.age > holdFrames { channel.peak *= peakFall }
    if largest >= channel.peak {
      channel.peak = largest
      channel.age = 0
    }
    channel.squares = .zero
    channel.largest = .zero
  }
}
