public import DSPCore
public import ParamSpec
import Glibc

/// What a filter makes of one channel.
public func filtered<Design: FilterDesign>(_ signal: [Float], _ values: ParameterValues<Design>) -> [Float] {
  var unit = FilterUnit<Design>(format: RenderFormat(sampleRate: values.sampleRate, channelCount: 1))
  unit.update(values)
  return process(&unit, [signal], blockSize: 4096)[0]
}

/// A filter's impulse response, until its ringing is 150 dB down.
public func impulseResponse<Design: FilterDesign>(_ values: ParameterValues<Design>) -> [Float] {
  var unit = FilterUnit<Design>(format: RenderFormat(sampleRate: values.sampleRate, channelCount: 1))
  unit.update(values)
  return filtered(impulse(unit.tail + unit.tail / 4 + 64), values)
}

/// The worst difference between a measured and an expected response, in tolerances of decision 29: 0.001 dB where the
/// response is above -60 dB, 0.05 dB down to -100 dB. Below that 32-bit samples say nothing.
public func responseError(
  _ impulseResponse: [Float], sampleRate: Double, expected: (Double) -> Double
) -> Double {
  // Long responses are summed at fewer frequencies, for the time it takes.
  let count = impulseResponse.count < 300_000 ? 64 : 16
  return logarithmicFrequencies(count, from: 10, to: 0.98 * sampleRate / 2).reduce(0) { worst, frequency in
    let wanted = expected(frequency)
    guard wanted > -100 else { return worst }
    let error = abs(gain(impulseResponse, at: frequency, sampleRate: sampleRate) - wanted)
    return max(worst, error / (wanted > -60 ? 0.001 : 0.05))
  }
}

/// Sections in turn in 80-bit arithmetic, unrounded: the reference for noise.
public func exactly(_ sections: [BiquadCoefficients], _ signal: [Float]) -> [Float80] {
  var past = [(x1: Float80, x2: Float80, y1: Float80, y2: Float80)](repeating: (0, 0, 0, 0), count: sections.count)
  return signal.map { sample in
    var x = Float80(sample)
    for (i, c) in sections.enumerated() {
      let p = past[i]
      var y = Float80(c.b0) * x + Float80(c.b1) * p.x1
      y += Float80(c.b2) * p.x2
      y -= Float80(c.a1) * p.y1
      y -= Float80(c.a2) * p.y2
      past[i] = (x, p.x1, y, p.y1)
      x = y
    }
    return x
  }
}

/// The level in dB of a signal's error under a reference.
public func noiseLevel(_ signal: [Float], under reference: [Float80]) -> Double {
  var (error, power): (Float80, Float80) = (0, 0)
  for (x, r) in zip(signal, reference) {
    error += (Float80(x) - r) * (Float80(x) - r)
    power += r * r
  }
  return 10 * log10(max(Double(error / power), 1e-40))
}
