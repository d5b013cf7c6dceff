import CMysofa
import Glibc
import Synchronization

/// Measured ears: an impulse response for each ear from many directions, out of a SOFA file (AES69).
///
/// Between measured directions the magnitudes and the delays of the four nearest are mixed, each by its own; raw
/// responses are never mixed, since the delay within them would comb.
final class EarSet: Sendable, Equatable {
  /// Hz.
  private let sampleRate: Double
  /// Frames of a response.
  private let length: Int
  /// Unit vectors: front, left, up.
  private let directions: [SIMD3<Double>]
  /// Left and right of each direction, in turn.
  private let responses: [Float]

  private static let loaded = Mutex<[String: EarSet]>([:])

  static func == (a: EarSet, b: EarSet) -> Bool { a === b }

  /// The set of a file; a file is read once.
  static func load(_ path: String) throws(UnitError) -> EarSet {
    if let set = loaded.withLock({ $0[path] }) { return set }
    let set = try EarSet(path)
    loaded.withLock { $0[path] = set }
    return set
  }

  private init(_ path: String) throws(UnitError) {
    var status: Int32 = 0
    guard let file = mysofa_load(path, &status) else {
      throw .unsupported("the SOFA file \"\(path)\" cannot be read (libmysofa says \(status))")
    }
    defer { mysofa_free(file) }
    mysofa_tocartesian(file)
    let set = file.pointee
    let (count, length) = (Int(set.M), Int(set.N))
    guard set.R == 2, count > 0, (8...16_384).contains(length), set.C == 3, set.DataSamplingRate.elements > 0,
      Int(set.SourcePosition.elements) >= 3 * count, Int(set.DataIR.elements) >= 2 * count * length
    else { throw .unsupported("the SOFA file \"\(path)\" holds no responses of two ears") }
    sampleRate = Double(set.DataSamplingRate.values[0])
    guard (1000...768_000).contains(sampleRate) else {
      throw .unsupported("the SOFA file \"\(path)\" has a sample rate of \(sampleRate) Hz")
    }
    self.length = length
    let places = set.SourcePosition.values!
    directions = (0..<count).map { m in
      let place = SIMD3(Double(places[3 * m]), Double(places[3 * m + 1]), Double(places[3 * m + 2]))
      return place / max((place * place).sum().squareRoot(), 1e-9)
    }
    responses = Array(UnsafeBufferPointer(start: set.DataIR.values!, count: 2 * count * length))
  }

  /// Taps that hold a whole response at a sample rate in Hz.
  func tapCount(_ sampleRate: Double) -> Int {
    let frames = Double(length) * sampleRate / self.sampleRate
    return min(Int((frames / 8).rounded(.up)) * 8, EarPair.longest(sampleRate))
  }

  /// What the ears hear from a direction: magnitudes at frequencies in Hz, and seconds by which either ear is late.
  func response(
    _ direction: Direction, _ frequencies: [Double]
  ) -> (magnitudes: (left: [Double], right: [Double]), delays: (left: Double, right: Double)) {
    var magnitudes = [[Double]](repeating: Array(repeating: 0, count: frequencies.count), count: 2)
    var delays = [0.0, 0.0]
    for (index, weight) in nearest(direction) {
      for ear in 0...1 {
        let response = Array(responses[(2 * index + ear) * length..<(2 * index + ear + 1) * length])
        for (i, frequency) in frequencies.enumerated() {
          magnitudes[ear][i] += weight * magnitude(response, frequency)
        }
        delays[ear] += weight * delay(response)
      }
    }
    let first = min(delays[0], delays[1])
    return ((magnitudes[0], magnitudes[1]), (delays[0] - first, delays[1] - first))
  }

  /// Up to four directions and their shares, by inverse distance; a measured direction stands alone.
  private func nearest(_ direction: Direction) -> [(index: Int, weight: Double)] {
    let (azimuth, elevation) = (direction.azimuth * .pi / 180, direction.elevation * .pi / 180)
    let place = SIMD3(cos(elevation) * cos(azimuth), -cos(elevation) * sin(azimuth), sin(elevation))
    let distances = directions.indices.map { index in
      let difference = directions[index] - place
      return (index: index, distance: (difference * difference).sum().squareRoot())
    }
    let near = distances.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(4)
    guard let first = near.first, first.distance > 1e-3 else { return near.prefix(1).map { ($0.index, 1) } }
    let total = near.reduce(0) { $0 + 1 / $1.distance }
    return near.map { ($0.index, 1 / $0.distance / total) }
  }

  /// A response's magnitude at a frequency in Hz; above the set's own highest frequency, that of it.
  private func magnitude(_ response: [Float], _ frequency: Double) -> Double {
    let angle = 2 * .pi * min(frequency, 0.5 * sampleRate) / sampleRate
    let (c, s) = (cos(angle), -sin(angle))
    // Horner's rule from the end.
    var (re, im) = (0.0, 0.0)
    for x in response.reversed() { (re, im) = (re * c - im * s + Double(x), re * s + im * c) }
    return hypot(re, im)
  }

  /// Seconds by which a response begins later than its minimum-phase form: where either reaches a tenth of its peak.
  private func delay(_ response: [Float]) -> Double {
    var size = 256
    while size < 4 * length { size *= 2 }
    let magnitudes = (0...size / 2).map { magnitude(response, Double($0) * sampleRate / Double(size)) }
    let least = minimumPhase(magnitudes)
    return (Self.onset(response.map(Double.init)) - Self.onset(least)) / sampleRate
  }

  private static func onset(_ response: [Double]) -> Double {
    let threshold = 0.1 * (response.lazy.map(abs).max() ?? 0)
    guard threshold > 0, let first = response.firstIndex(where: { abs($0) >= threshold }) else { return 0 }
    guard first > 0 else { return 0 }
    let (before, after) = (abs(response[first - 1]), abs(response[first]))
    return Double(first - 1) + (threshold - before) / (after - before)
  }
}
