import DSPCore
import Glibc
import ParamSpec
import Rendering

extension RenderReport {
  /// The summary, a fact a line.
  var summary: String {
    var lines = [
      "\(name(input.path, "standard input")) -> \(name(output.path, "standard output"))",
      "  in       \(Self.text(input))",
    ]
    let width = units.map(\.spec.name.count).max() ?? 0
    if units.isEmpty { lines.append("  chain    no units") }
    for (i, unit) in units.enumerated() {
      lines.append((i == 0 ? "  chain    " : "           ") + unit.text(width: width))
    }
    lines.append("  out      \(Self.text(output))")
    let tail = Double(tailFrames) / Double(output.format.sampleRate)
    lines.append("  tail     \(fixed(tail, 3)) s, latency trimmed: \(units.reduce(0) { $0 + $1.latencyFrames }) frames")
    lines.append("  peak     \(decibelText(peak))FS")
    lines += clippingLines
    lines += meterLines
    if nonFiniteInput > 0 { lines.append("  input    \(nonFiniteInput) samples were not finite and were read as 0") }
    if !droppedMetadata.isEmpty { lines.append("  dropped  \(droppedMetadata.joined(separator: ", "))") }
    lines.append("  time     \(fixed(elapsed, 3)) s, \(fixed(realtime, realtime < 10 ? 1 : 0)) times real time")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ file: File) -> String {
    let format = file.format
    let seconds = Double(file.frames) / Double(format.sampleRate)
    let channels = format.channelCount == 1 ? "1 channel" : "\(format.channelCount) channels"
    return
      "\(format.container) \(format.encoding), \(format.sampleRate) Hz, \(channels), \(timeText(seconds)) (\(file.frames) frames)"
  }

  private var clippingLines: [String] {
    clipped.enumerated().compactMap { channel, clipping in
      guard clipping.count > 0, let first = clipping.firstFrame else { return nil }
      let time = timeText(Double(first) / Double(output.format.sampleRate))
      return "  clipped  channel \(channel + 1): \(clipping.count) samples, the first at \(time); "
        + "\(decibelText(1 / peak)) would avoid it"
    }
  }

  /// A line a meter, the unit's name on its first; none where the sound is too short for one to be read.
  private var meterLines: [String] {
    let width = meters.map(\.unit.count).max() ?? 0
    let lines = meters.flatMap { log in
      log.read.enumerated().map { i, reading in
        let unit = i == 0 ? log.unit : ""
        let symbol = reading.row.unit.symbol
        return unit + String(repeating: " ", count: width - unit.count)
          + "  \(reading.row.key) \(fixed(Double(reading.minimum), 1))…\(fixed(Double(reading.maximum), 1)) \(symbol), "
          + "\(fixed(Double(reading.final), 1)) at the end"
      }
    }
    return lines.enumerated().map { i, line in (i == 0 ? "  meters   " : "           ") + line }
  }

  /// The summary's facts, as cli.md lays the JSON report out.
  var json: JSON {
    [
      "input": Self.json(input),
      "output": Self.json(output),
      "chain": .array(zip(units, unitMeters).map { $0.json(meters: $1) }),
      "tailFrames": .number(tailFrames),
      "warnings": .array(
        warnings.map {
          [
            "code": .string($0.code), "unit": .optional($0.unit), "parameter": .optional($0.parameter),
            "asked": .optional($0.asked), "used": .optional($0.used), "message": .string($0.message),
          ]
        }),
      "peak": .number(peak),
      "clipped": .array(
        clipped.map {
          [
            "count": .number($0.count),
            "firstSeconds": .optional($0.firstFrame.map { Double($0) / Double(output.format.sampleRate) }),
          ]
        }),
      "nonFiniteInput": .number(nonFiniteInput),
      "droppedMetadata": .array(droppedMetadata.map { .string($0) }),
      "elapsedSeconds": .number(elapsed),
      "realtime": .number(realtime),
    ]
  }

  static func json(_ file: File) -> JSON {
    [
      "path": .string(file.path.description), "format": .string(file.format.container.rawValue),
      "encoding": .string(file.format.encoding.rawValue), "sampleRate": .number(file.format.sampleRate),
      "channels": .number(file.format.channelCount), "frames": .number(file.frames),
    ]
  }

  /// The meters of each unit; nil where it has none.
  private var unitMeters: [MeterLog?] {
    var rest = meters[...]
    return units.map { unit in
      let isMetered = !unit.isBypassed && rest.first?.unit == unit.spec.name
      return isMetered ? rest.removeFirst() : nil
    }
  }

  /// The meters as CSV: seconds, then a column each. The second unit of a name is `dynamics2`.
  var meterTable: String {
    let interval = meters.first.map { Double($0.interval) / Double(input.format.sampleRate) } ?? 0
    let names = meters.enumerated().flatMap { i, log in
      let place = meters[...i].count { $0.unit == log.unit }
      return log.readings.map { "\(log.unit)\(place > 1 ? "\(place)" : "").\($0.row.key(index: $0.index))" }
    }
    var text = (["seconds"] + names).joined(separator: ",") + "\n"
    let count = meters.map { $0.rows.count / max(1, $0.readings.count) }.min() ?? 0
    for row in 0..<count {
      let values = meters.flatMap { log in log.rows[row * log.readings.count..<(row + 1) * log.readings.count] }
      text += ([fixed(Double(row + 1) * interval, 6)] + values.map { numberText($0) }).joined(separator: ",") + "\n"
    }
    return text
  }
}

extension MeterLog {
  /// The meters that have been read: none within the first 10 ms.
  fileprivate var read: [Reading] { readings.filter { $0.minimum <= $0.maximum } }
}

extension RenderReport.Unit {
  /// The parameters in use: those that stand alone, and the members of families that were set.
  private var parameters: [(row: Parameter, index: Int)] {
    spec.settableParameters.flatMap { row in
      (0..<row.count).filter { row.count == 1 || values.isSet(row.id + UInt32($0)) }.map { (row, $0) }
    }
  }

  /// Name and values, the name in a column of its own.
  fileprivate func text(width: Int) -> String {
    var lines = [spec.name + String(repeating: " ", count: width - spec.name.count)]
    let indentation = String(repeating: " ", count: 11 + width)
    for (i, item) in (isBypassed ? ["bypassed"] : items).enumerated() {
      let last = lines[lines.count - 1]
      if i > 0 && last.count + item.count > 100 {
        lines[lines.count - 1] += ","
        lines.append("\(indentation)  \(item)")
      } else {
        lines[lines.count - 1] += (i == 0 ? "  " : ", ") + item
      }
    }
    return lines.joined(separator: "\n")
  }

  private var items: [String] {
    parameters.compactMap { row, index in
      let id = row.id + UInt32(index)
      if row.unit == .file { return values[text: id].map { "\(row.key) \($0)" } }
      return "\(row.key(index: index)) \(row.text(values[id, row.home]))"
    }
  }

  fileprivate func json(meters log: MeterLog?) -> JSON {
    let members = parameters.compactMap { row, index -> JSON.Member? in
      let id = row.id + UInt32(index)
      if row.unit == .file { return values[text: id].map { JSON.Member(key: row.key, value: .string($0)) } }
      return JSON.Member(key: row.key(index: index), value: .number(values[id, row.home]))
    }
    let meters = (log?.read ?? []).map { reading in
      JSON.Member(
        key: reading.row.key(index: reading.index),
        value: [
          "min": .number(reading.minimum), "max": .number(reading.maximum), "final": .number(reading.final),
        ])
    }
    return [
      "unit": .string(spec.name), "parameters": .object(members), "bypass": .bool(isBypassed),
      "latencyFrames": .number(latencyFrames), "tailSeconds": tailSeconds.isFinite ? .number(tailSeconds) : .null,
      "meters": .object(meters),
    ]
  }
}

/// `1:02:03.456`, or `2:03.456` under an hour.
func timeText(_ seconds: Double) -> String {
  let milliseconds = Int((seconds * 1000).rounded())
  let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
  let rest = "\(padded(milliseconds / 1000 % 60, 2)).\(padded(milliseconds % 1000, 3))"
  return hours > 0 ? "\(hours):\(padded(minutes, 2)):\(rest)" : "\(minutes):\(rest)"
}

/// A file's name; `-` in words.
private func name(_ path: FilePath, _ stream: String) -> String {
  path.isStandardStream ? stream : path.description
}

/// An amplitude in dB, to a hundredth; rounded so that a gain which avoids clipping does so.
private func decibelText(_ amplitude: Float) -> String {
  amplitude > 0 ? "\(fixed((2000 * log10(Double(amplitude))).rounded(.down) / 100, 2)) dB" : "-inf dB"
}

private func padded(_ number: Int, _ digits: Int) -> String {
  let text = "\(number)"
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A number with so many decimals, with a dot in every locale.
private func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  let scale = pow(10, Double(decimals))
  let scaled = Int((abs(value) * scale).rounded())
  let whole = scaled / Int(scale)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return decimals == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(padded(scaled % Int(scale), decimals))"
}
