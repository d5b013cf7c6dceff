import DSPCore
import Glibc

/// A case and what it took.
struct Result {
  let run: Case
  /// Nanoseconds a channel-frame; nil where the unit does not take the format.
  let nanoseconds: Double?
}

/// What the machine does at best, in the same run.
struct Floor {
  let name: String
  let nanoseconds: Double

  static func measure(seconds: Double) -> [Floor] {
    var from = AudioBuffer(channelCount: 2, frameCapacity: 1024)
    var to = AudioBuffer(channelCount: 2, frameCapacity: 1024)
    from.clear()
    let copy = best(seconds: seconds, samples: 2048) { to.copy(from: from) }
    let chain = best(seconds: seconds, samples: 1024) { multiplyAddChain(&to, frames: 1024) }
    return [
      Floor(name: "memory copy, a channel-frame", nanoseconds: copy),
      Floor(name: "multiply-add chain, a link", nanoseconds: chain),
    ]
  }

  /// Each product waits for the sum before it, as in a recursive filter.
  @inline(never)
  private static func multiplyAddChain(_ buffer: inout AudioBuffer, frames: Int) {
    buffer.withChannel(0) { span in
      var y = SIMD4<Double>(repeating: 0.5)
      for _ in 0..<frames { y = y * 0.5 + 1e-3 }
      span[0] = Float(y.sum())
    }
  }
}

enum Report {
  static func table(_ floors: [Floor], _ results: [Result]) -> String {
    var lines = [processor(), ""]
    for floor in floors { lines.append("\(pad(floor.name, 40)) \(number(floor.nanoseconds)) ns") }
    lines += ["", pad("unit", 30) + "  ch   rate     ns/ch-frame   × real time   target"]
    for result in results {
      guard let time = result.nanoseconds else { continue }
      let run = result.run
      let name = run.setting.isEmpty ? run.unit : "\(run.unit), \(run.setting)"
      let realTime = 1e9 / (time * run.sampleRate * Double(run.channels))
      let target = run.target.map { "\(number($0)) (\(number(time / $0))×)" } ?? ""
      lines.append(
        "\(pad(name, 30))  \(run.channels)  \(pad("\(Int(run.sampleRate))", 7))  \(pad(number(time), 12))"
          + "  \(pad("\(Int(realTime))", 11))  \(target)")
    }
    return lines.joined(separator: "\n")
  }

  static func json(_ floors: [Floor], _ results: [Result]) -> String {
    let rows = results.compactMap { result in
      result.nanoseconds.map {
        "{\"unit\":\"\(result.run.unit)\",\"setting\":\"\(result.run.setting)\",\"channels\":\(result.run.channels),"
          + "\"sampleRate\":\(Int(result.run.sampleRate)),\"nanoseconds\":\($0)}"
      }
    }
    let floors = floors.map { "{\"name\":\"\($0.name)\",\"nanoseconds\":\($0.nanoseconds)}" }
    return "{\"floors\":[\(floors.joined(separator: ","))],\"units\":[\n\(rows.joined(separator: ",\n"))\n]}"
  }

  private static func processor() -> String {
    guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown processor" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("model name"), let name = text.split(separator: ":").last {
        return name.trimmingSpaces()
      }
    }
    return "unknown processor"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Three significant digits or so.
  private static func number(_ value: Double) -> String {
    let scale = value < 1 ? 1000.0 : value < 100 ? 100 : 1
    return "\((value * scale).rounded() / scale)"
  }
}

extension Substring {
  func trimmingSpaces() -> String {
    var text = self
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
