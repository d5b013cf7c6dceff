import DSPCore
import Glibc
import ParamSpec
import Rendering

/// Writes eight seconds of plucked strings to a sound file: `pluck OUTPUT.wav`.
///
/// The strings are Karplus and Strong's ("Digital Synthesis of Plucked-String and Drum Timbres", 1983): a burst of
/// noise in a loop with a two-point mean. The body of the instrument is one of our units, used as a library.
@main struct Pluck {
  static let sampleRate = 44_100.0

  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: pluck OUTPUT.wav")
      return
    }
    let melody = [57, 64, 69, 72, 76, 72, 69, 64, 53, 60, 65, 69, 72, 69, 65, 60].map(Double.init)
    var music = AudioBuffer(channelCount: 2, frameCapacity: Int(8 * sampleRate))
    for (step, note) in melody.enumerated() {
      pluck(
        &music, at: Int(Double(step) * 0.4 * sampleRate), frequency: 440 * exp2((note - 69) / 12),
        pan: Float(step % 5) / 4)
    }

    var body = LowPassUnit(format: RenderFormat(sampleRate: sampleRate, channelCount: 2))
    var values = ParameterValues<LowPass>(sampleRate: sampleRate)
    values.cutoffFrequency = 5000
    values.resonance = -3
    body.update(values)
    body.process(&music)

    let format = SoundFileFormat(container: .wav, encoding: .pcm16, sampleRate: Int(sampleRate), channelCount: 2)
    let writer = try SoundFileWriter(path: FilePath(CommandLine.arguments[1]), format: format)
    try writer.write(music)
    try writer.finish()
  }

  /// Adds one string, 0 (left) to 1 (right).
  static func pluck(_ music: inout AudioBuffer, at start: Int, frequency: Double, pan: Float) {
    var random = UInt64(start) &+ 1
    let string = (0..<Int(sampleRate / frequency)).map { _ in
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: random >> 32)) / 8_589_934_592
    }
    for channel in 0..<2 {
      let gain = channel == 0 ? 1 - pan : pan
      music.withChannel(channel) { span in
        var loop = string
        for frame in start..<span.count {
          let here = (frame - start) % loop.count
          span[frame] += gain * loop[here]
          loop[here] = 0.498 * (loop[here] + loop[(here + 1) % loop.count])
        }
      }
    }
  }
}
