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

/// The power spectrum of a signal under a Hann window, as long as the next power of two: bins 0 to half of that.
public func powerSpectrum(_ signal: some Collection<Float>) -> [Double] {
  var size = 1
  while size < signal.count { size *= 2 }
  var re = [Double](repeating: 0, count: size)
  var im = re
  for (i, x) in signal.enumerated() {
    re[i] = Double(x) * (0.5 - 0.5 * cos(2 * Double.pi * Double(i) / Double(signal.count)))
  }
  transform(&re, &im)
  return (0...size / 2).map { re[$0] * re[$0] + im[$0] * im[$0] }
}

/// The Fourier transform in place, decimated in frequency and put back in order by reversing bits.
private func transform(_ re: inout [Double], _ im: inout [Double]) {
  let size = re.count
  var half = size / 2
  while half > 0 {
    for j in 0..<half {
      let w = -Double.pi * Double(j) / Double(half)
      let (c, s) = (cos(w), sin(w))
      for a in stride(from: j, to: size, by: 2 * half) {
        let b = a + half
        let (x, y) = (re[a] - re[b], im[a] - im[b])
        re[a] += re[b]
        im[a] += im[b]
        re[b] = x * c - y * s
        im[b] = x * s + y * c
      }
    }
    half /= 2
  }
  var reversed = 0
  for i in 0..<size {
    if i < reversed {
      re.swapAt(i, reversed)
      im.swapAt(i, reversed)
    }
    var bit = size / 2
    while bit > 0 && reversed & bit != 0 {
      reversed ^= bit
      bit /= 2
    }
    reversed |= bit
  }
}

/// How far the strongest bin of a power spectrum stands out between two frequencies in Hz: in dB over the median.
/// That of a second of Gaussian noise stands out by 11 to 12 dB.
public func modalPeak(_ spectrum: [Double], in range: ClosedRange<Double>, sampleRate: Double) -> Double {
  let bin = sampleRate / Double(2 * (spectrum.count - 1))
  let part = spectrum[Int(range.lowerBound / bin)...Int(range.upperBound / bin)].sorted()
  return 10 * log10(part[part.count - 1] / part[part.count / 2])
}

/// The power in dB that a response gives pink noise from 20 Hz to 20 kHz: its mean over frequencies evenly in octaves.
public func pinkLevel(_ impulseResponse: [Float], sampleRate: Double) -> Double {
  let gains = (0..<200).map { i -> Double in
    let h = response(impulseResponse, at: 20 * pow(1000, (Double(i) + 0.5) / 200), sampleRate: sampleRate)
    return h.real * h.real + h.imaginary * h.imaginary
  }
  return 10 * log10(gains.reduce(0, +) / 200)
}
