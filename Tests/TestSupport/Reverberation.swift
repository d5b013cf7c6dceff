import Glibc

/// Schroeder's backward integral of an impulse response's channels: the energy still to come, in dB of the whole.
public func energyDecay(_ channels: [[Float]]) -> [Double] {
  var decay = [Double](repeating: 0, count: channels[0].count)
  var energy = 0.0
  for i in decay.indices.reversed() {
    for x in channels { energy += Double(x[i]) * Double(x[i]) }
    decay[i] = energy
  }
  return decay.map { $0 > 0 ? 10 * log10($0 / energy) : -400 }
}

/// The time in seconds to fall by 60 dB, from a straight line through a stretch of the energy decay in dB.
public func decayTime(
  _ channels: [[Float]], from high: Double, to low: Double, sampleRate: Double
) -> Double {
  let decay = energyDecay(channels)
  guard let first = decay.firstIndex(where: { $0 < high }), let end = decay.firstIndex(where: { $0 < low }),
    end > first + 1
  else { return .nan }
  let n = Double(end - first)
  let meanX = Double(first + end - 1) / 2
  let meanY = decay[first..<end].reduce(0, +) / n
  var (xy, xx) = (0.0, 0.0)
  for i in first..<end {
    xy += (Double(i) - meanX) * (decay[i] - meanY)
    xx += (Double(i) - meanX) * (Double(i) - meanX)
  }
  return -60 / (xy / xx * sampleRate)
}

/// T30: the decay time in seconds within an octave about a frequency in Hz, from -5 to -35 dB.
public func t30(_ impulseResponse: [Float], octave frequency: Double, sampleRate: Double) -> Double {
  let band = octaveBand(impulseResponse, about: frequency, sampleRate: sampleRate)
  return decayTime([band], from: -5, to: -35, sampleRate: sampleRate)
}

/// RT60 of a room: T20 × 3 of all channels together, -5 to -25 dB (decision 26).
public func rt60(_ channels: [[Float]], sampleRate: Double) -> Double {
  decayTime(channels, from: -5, to: -25, sampleRate: sampleRate)
}

/// A signal within an octave about a frequency in Hz: Butterworth high- and low-pass of fourth order.
public func octaveBand(_ signal: [Float], about frequency: Double, sampleRate: Double) -> [Float] {
  var x = signal.map(Double.init)
  let low = frequency / 2.0.squareRoot()
  let high = frequency * 2.0.squareRoot()
  for q in [0.541_196_100_146_197, 1.306_562_964_876_377] {
    x = secondOrder(x, tan(.pi * low / sampleRate), q, isHighPass: true)
    if high < 0.49 * sampleRate { x = secondOrder(x, tan(.pi * high / sampleRate), q, isHighPass: false) }
  }
  return x.map { Float($0) }
}

private func secondOrder(_ x: [Double], _ t: Double, _ q: Double, isHighPass: Bool) -> [Double] {
  let a0 = 1 + t / q + t * t
  let b0 = (isHighPass ? 1 : t * t) / a0
  let b1 = isHighPass ? -2 * b0 : 2 * b0
  let a1 = 2 * (t * t - 1) / a0
  let a2 = (1 - t / q + t * t) / a0
  var (s1, s2) = (0.0, 0.0)
  return x.map { x in
    let y = b0 * x + s1
    s1 = b1 * x - a1 * y + s2
    s2 = b0 * x - a2 * y
    return y
  }
}

/// The normalised echo density about a time in seconds: the weighted share of a 20 ms Hann window's samples that lie
/// beyond one standard deviation, over that of Gaussian noise (Abel and Huang 2006). 1 is as dense as noise.
public func echoDensity(_ impulseResponse: [Float], at time: Double, sampleRate: Double) -> Double {
  let length = Int(0.02 * sampleRate)
  let first = Int((time - 0.01) * sampleRate)
  let window = (0..<length).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
  let weight = window.reduce(0, +)
  let part = (0..<length).map { i in
    impulseResponse.indices.contains(first + i) ? Double(impulseResponse[first + i]) : 0
  }
  let variance = zip(window, part).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / weight
  guard variance > 0 else { return 0 }
  let beyond = zip(window, part).reduce(0) { abs($1.1) > variance.squareRoot() ? $0 + $1.0 : $0 } / weight
  return beyond / erfc(0.5.squareRoot())
}

/// The first time in seconds, in steps of 1 ms, at which the echo density reaches a figure.
public func timeToDensity(_ density: Double, _ impulseResponse: [Float], sampleRate: Double) -> Double {
  let times = stride(from: 0.01, to: Double(impulseResponse.count) / sampleRate, by: 0.001)
  return times.first { echoDensity(impulseResponse, at: $0, sampleRate: sampleRate) >= density } ?? .infinity
}

/// Pearson's correlation of two signals.
public func correlation(_ a: some Collection<Float>, _ b: some Collection<Float>) -> Double {
  let n = Double(a.count)
  let (meanA, meanB) = (a.reduce(0) { $0 + Double($1) } / n, b.reduce(0) { $0 + Double($1) } / n)
  var (ab, aa, bb) = (0.0, 0.0, 0.0)
  for (x, y) in zip(a, b) {
    let (x, y) = (Double(x) - meanA, Double(y) - meanB)
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return ab / (aa * bb).squareRoot()
}

/// The decay time in seconds at a frequency in Hz of delays whose loss is exact at 0 Hz and at Nyquist: Jot's one-pole
/// with the gains 10^(-3d/T) there, for a mean delay in seconds (reference/dsp.md B10).
public func jotDecay(
  at frequency: Double, dc: Double, nyquist: Double, meanDelay: Double, sampleRate: Double
) -> Double {
  let (low, high) = (pow(10, -3 * meanDelay / dc), pow(10, -3 * meanDelay / nyquist))
  let ratio = min(low / high, 1000)
  let pole = (ratio - 1) / (ratio + 1)
  let w = 2 * Double.pi * frequency / sampleRate
  let gain = low * (1 - pole) / hypot(1 - pole * cos(w), pole * sin(w))
  return -3 * meanDelay / log10(gain)
}
