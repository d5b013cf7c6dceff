import Glibc
import Rendering

extension ChainResponse {
  /// Comma-separated values, a row a frequency.
  var table: String {
    var text = "frequency_hz,magnitude_db,phase_degrees,group_delay_ms\n"
    for (i, frequency) in frequencies.enumerated() {
      let row = [frequency, chain.magnitude[i], chain.phase[i], 1000 * chain.groupDelay[i]]
      text += row.map(Self.digits).joined(separator: ",") + "\n"
    }
    return text
  }

  var json: JSON {
    func numbers(_ values: [Double]) -> JSON { .array(values.map { .number(Self.rounded($0)) }) }
    func curve(_ curve: Curve) -> JSON {
      [
        "chain": .string(curve.name), "magnitude": numbers(curve.magnitude), "phase": numbers(curve.phase),
        "groupDelay": numbers(curve.groupDelay.map { 1000 * $0 }),
      ]
    }
    return [
      "sampleRate": .number(sampleRate),
      "axes": ["frequency": "Hz", "magnitude": "dB", "phase": "degrees", "groupDelay": "ms"],
      "frequency": numbers(frequencies), "response": curve(chain), "units": .array(units.map(curve)),
    ]
  }

  /// Millionths are beyond what the ear, or a plot, can tell.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
  private static func digits(_ value: Double) -> String { numberText(rounded(value)) }

  // MARK: Plot

  /// The magnitude as a plot of characters, then the figures at octaves.
  var plot: String {
    let (width, height) = (72, 18)
    let axis = DecibelAxis(chain.magnitude)
    var canvas = [[Character]](repeating: Array(repeating: " ", count: width), count: height + 1)
    func row(_ decibels: Double) -> Int {
      Int(((axis.top - decibels) / (axis.top - axis.bottom) * Double(height)).rounded())
    }
    func column(_ frequency: Double) -> Int {
      let share = log(frequency / frequencies[0]) / log(frequencies.last! / frequencies[0])
      return Int((share * Double(width - 1)).rounded())
    }
    for level in axis.ticks {
      for x in 0..<width { canvas[row(level)][x] = level == 0 ? "─" : "·" }
    }
    var before: Int?
    for x in 0..<width {
      let i = x * (frequencies.count - 1) / (width - 1)
      let y = row(min(max(chain.magnitude[i], axis.bottom - 1e3), axis.top))
      defer { before = y }
      // Steep parts are drawn whole, down to the plot's edge.
      let from = before.map { y > $0 ? $0 + 1 : y < $0 ? $0 - 1 : y } ?? y
      for line in min(from, y)...max(from, y) where line <= height { canvas[line][x] = "█" }
    }

    var text = "\(chain.name) at \(numberText(sampleRate)) Hz\n\n"
    for y in 0...height {
      let level = axis.ticks.first { row($0) == y }
      let label = level.map { "\(numberText($0)) dB" } ?? ""
      text += String(repeating: " ", count: max(0, 8 - label.count)) + label + (level == nil ? " │" : " ┤")
      var line = String(canvas[y])
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    var labels = [Character](repeating: " ", count: width + 8)
    var end = 0
    for frequency in [10.0, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]
    where frequency < frequencies.last! {
      let label = hertz(frequency)
      let first = max(0, column(frequency) - label.count / 2)
      guard first >= end else { continue }
      labels.replaceSubrange(first..<first + label.count, with: label)
      end = first + label.count + 1
    }
    var line = String(labels)
    while line.last == " " { line.removeLast() }
    return text + String(repeating: " ", count: 10) + line + " Hz\n\n" + figures
  }

  /// Magnitude, phase and group delay at octaves of 1 kHz, between the nearest points.
  private var figures: String {
    var rows = [["Hz", "dB", "degrees", "ms"]]
    for octave in -6...7 {
      let frequency = 1000 * exp2(Double(octave))
      guard let next = frequencies.firstIndex(where: { $0 > frequency }), next > 0 else { continue }
      let share = log(frequency / frequencies[next - 1]) / log(frequencies[next] / frequencies[next - 1])
      func value(_ values: [Double]) -> Double {
        let step = values[next] - values[next - 1]
        return abs(step) > 180 ? values[next] : values[next - 1] + share * step
      }
      rows.append([
        hertz(frequency), fixed(value(chain.magnitude), 2), fixed(value(chain.phase), 1),
        fixed(1000 * value(chain.groupDelay), 3),
      ])
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max()! + 2 }
    return rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined() + "\n"
    }.joined()
  }

  /// A number with so many decimals.
  private func fixed(_ value: Double, _ decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let whole = Int(abs(value * scale).rounded())
    let digits = String(whole)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (value < 0 && whole > 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

/// 1000 as `1k`, 20 as `20`.
func hertz(_ frequency: Double) -> String {
  frequency >= 1000 ? "\(numberText(frequency / 1000))k" : numberText(frequency)
}

/// An axis in dB that holds a curve: at most 72 dB from the top, in steps of 3, 6 or 12.
struct DecibelAxis {
  let top, bottom: Double
  /// From the top down.
  let ticks: [Double]

  init(_ magnitude: [Double]) {
    let highest = max(magnitude.max()!, 0)
    let lowest = min(max(magnitude.min()!, highest - 72), 0)
    let step = [3.0, 6].first { (highest - lowest) / $0 <= 7 } ?? 12
    top = (highest / step + 0.2).rounded(.up) * step
    bottom = (lowest / step - 0.2).rounded(.down) * step
    ticks = Array(Swift.stride(from: top, through: bottom, by: -step))
  }
}
