import DSPCore
import Glibc
import ParamSpec

/// The speed of every unit: `bench [--quick] [--json] [UNIT...]`.
@main struct Bench {
  static func main() throws {
    var names = Array(CommandLine.arguments.dropFirst())
    let isQuick = names.contains("--quick")
    let isJSON = names.contains("--json")
    names.removeAll { $0.hasPrefix("--") }

    let cases = Case.all(isQuick: isQuick).filter { names.isEmpty || names.contains($0.unit) }
    let seconds = isQuick ? 0.02 : 0.2
    let floors = Floor.measure(seconds: seconds)
    let results = try cases.map { Result(run: $0, nanoseconds: try $0.measure(seconds: seconds)) }
    print(isJSON ? Report.json(floors, results) : Report.table(floors, results))
  }
}

/// One unit at one format and setting.
struct Case {
  let unit: String
  /// What sets it apart from the unit's defaults, and the values that do.
  var setting = ""
  var values: [AudioUnitParameterID: Float] = [:]
  var channels = 2
  var sampleRate = 44_100.0
  /// Nanoseconds a channel-frame, from reference/dsp.md section 6 and the issues; nil where none is set.
  var target: Double?

  /// Every unit of the registry at mono, stereo and six channels, and the settings that have a target of their own.
  static func all(isQuick: Bool) -> [Case] {
    var all: [Case] = []
    for unit in allUnits where unit.kind != .planned {
      for channels in isQuick ? [2] : [1, 2, 6] {
        for rate in isQuick ? [44_100.0] : [44_100.0, 192_000] {
          let target = channels == 2 && rate == 44_100 ? targets[unit.spec.name] : nil
          all.append(Case(unit: unit.spec.name, channels: channels, sampleRate: rate, target: target))
        }
      }
    }
    return all + settings
  }

  /// Stereo targets at default settings, or at those of `busy`.
  private static let targets: [String: Double] = [
    "lowpass": 1.25, "highpass": 1.25, "bandpass": 1.25, "highshelf": 1.25, "lowshelf": 1.25, "parametriceq": 1.25,
    "limiter": 3, "dynamics": 2.8, "multiband": 7, "delay": 1.5, "distortion": 60, "reverb": 20, "reverb2": 10,
  ]

  private static var settings: [Case] {
    var bands: [UInt32: Float] = [:]
    for band in UInt32(0)..<16 {
      bands[1000 + band] = 0
      bands[3000 + band] = 40 * Float(1 << (band / 2))
      bands[4000 + band] = 3
    }
    var sliders: [UInt32: Float] = [:]
    for band in UInt32(0)..<31 { sliders[band] = Float(Int(band % 5) - 2) }
    let sections: [UInt32: Float] = [2: 3, 4: 3, 7: -3, 10: 3, 14: -3]
    let all = [
      Case(unit: "filter", setting: "5 sections", values: sections, target: 3),
      Case(unit: "nbandeq", setting: "16 bands", values: bands, target: 6.7),
      Case(unit: "graphiceq", setting: "31 bands", values: sliders, target: 13),
      Case(unit: "limiter", setting: "true peak", values: [60_000: 1], target: 12),
      Case(unit: "varispeed", setting: "rate 1.2", values: [0: 1.2], target: 5.3),
      Case(unit: "newtimepitch", setting: "rate 1.2", values: [0: 1.2], target: 25),
    ]
    return all.filter { setting in allUnits.contains { $0.spec.name == setting.unit && $0.kind != .planned } }
  }

  /// The least time a channel-frame of output over many runs, in nanoseconds.
  func measure(seconds: Double) throws -> Double? {
    guard let description = allUnits.first(where: { $0.spec.name == unit }) else { return nil }
    var store = ParameterStore(description.spec, sampleRate: sampleRate)
    for (id, value) in values { store[id] = value }
    let format = RenderFormat(sampleRate: sampleRate, channelCount: channels, maximumFrames: 1024)
    guard let node = try? description.node(NoiseNode(format: format), store) else { return nil }
    var block = AudioBuffer(channelCount: node.format.channelCount, frameCapacity: 1024)
    for _ in 0..<20 { try node.render(&block) }
    return try best(seconds: seconds, samples: 1024 * channels) { try node.render(&block) }
  }
}

/// Nanoseconds a sample of the fastest of many runs.
func best(seconds: Double, samples: Int, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(seconds)
  var least = Double.infinity
  repeat {
    let time = try clock.measure { for _ in 0..<16 { try body() } }
    least = min(least, time / .nanoseconds(16 * samples))
  } while clock.now < deadline
  return least
}

/// White noise without end.
final class NoiseNode: Node {
  private var noise: AudioBuffer

  override init(format: RenderFormat) {
    noise = AudioBuffer(channelCount: format.channelCount, frameCapacity: format.maximumFrames)
    var state: UInt64 = 1
    for channel in 0..<format.channelCount {
      noise.withChannel(channel) { span in
        for i in span.indices {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          span[i] = Float(Int32(truncatingIfNeeded: state >> 32)) / 4_294_967_296
        }
      }
    }
    super.init(format: format)
  }

  override func render(_ block: inout AudioBuffer) throws {
    let frames = block.frameCount
    noise.resize(to: frames)
    block.copy(from: noise)
    noise.resize(to: noise.frameCapacity)
  }

  override var end: Int? { nil }
}
