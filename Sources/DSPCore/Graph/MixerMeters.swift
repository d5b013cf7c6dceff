import Glibc
import ParamSpec

/// The read-only parameters of a mixer: levels before and after the gain of each input and of the output.
///
/// They are kept only where somebody asks for their rows: metering costs more than mixing.
struct MixerMeters {
  private var inputs: [LevelMeter]
  private var sum: LevelMeter
  private var output: LevelMeter
  /// One for each input, and the last for the output.
  private(set) var logs: [MeterLog]

  init(_ spec: UnitSpec, inputs formats: [RenderFormat], output format: RenderFormat) {
    inputs = formats.map { LevelMeter(channelCount: $0.channelCount, sampleRate: format.sampleRate) }
    sum = LevelMeter(channelCount: format.channelCount, sampleRate: format.sampleRate)
    output = sum
    let rows = spec.parameters.filter { $0.access == .readOnly }
    func log(_ name: String, _ channels: Int) -> MeterLog {
      var log = MeterLog(unit: name, rows: rows, channels: channels, sampleRate: format.sampleRate)
      log.keepsRows = true
      return log
    }
    logs =
      formats.enumerated().map { log("\(spec.name).input\($0 + 1)", $1.channelCount) }
      + [log("\(spec.name).output", format.channelCount)]
  }

  var framesToNextRow: Int { logs[0].framesToNextRow }

  mutating func measure(_ block: inout AudioBuffer, bus: Int) { inputs[bus].measure(&block) }
  mutating func measure(sum block: inout AudioBuffer) { sum.measure(&block) }
  mutating func measure(output block: inout AudioBuffer) { output.measure(&block) }

  /// Notes that frames have passed, at most up to the next row; `gain` is what an input goes into the sum with.
  mutating func advance(_ frames: Int, until end: Int?, gain: (Int) -> Double) {
    for bus in inputs.indices {
      let (meter, gain) = (inputs[bus], gain(bus))
      logs[bus].advance(frames, until: end) { row, channel in
        Self.value(row, meter, meter, gain: gain, channel)
      }
    }
    let (before, after) = (sum, output)
    logs[logs.count - 1].advance(frames, until: end) { row, channel in
      Self.value(row, before, after, gain: 1, channel)
    }
  }

  /// Meters are numbered alike in all mixers: thousands tell which, 1000 to 4000 in dB, 5000 to 8000 linear.
  private static func value(
    _ row: Parameter, _ before: LevelMeter, _ after: LevelMeter, gain: Double, _ channel: Int
  ) -> Float {
    let kind = Int(row.id / 1000) - 1
    let (meter, gain) = kind % 4 < 2 ? (before, 1) : (after, abs(gain))
    let level =
      kind % 2 == 0 ? gain * meter.averagePower(channel).squareRoot() : gain * Double(meter.peak(channel))
    return Float(kind < 4 ? decibels(amplitude: level) : level)
  }
}
