import Glibc
public import ParamSpec

/// AUDistortion: echo, ring modulation, fewer samples and bits, a polynomial, a soft clip.
///
///     in ─┬─ delay ─ ring modulator ─ decimation ─┬─ 4× ─ polynomial ─ soft clip ─ 1× ─ high-pass ─ f ─ + ─ out
///         └─ latency of the oversampler ──────────┴───────────────────────────────────────────── 1-f ──┘
///
/// The order of the stages is that of Apple's parameter list (decision 14). Ours, since nothing is published: the loop
/// gain 0.002^(1/decay) (it explains the one published measurement), the holds and steps of the decimation, the shape
/// of the soft clip, and 5 Hz as the high-pass that takes out what the squared term adds at 0 Hz. What is not linear
/// runs at 4 times the sample rate, 8 at best quality, 2 in drafts; aliasing of the decimation is the effect.
/// Reference/dsp.md U20.
public struct DistortionUnit: Effect, ~Copyable {
  private let sampleRate: Double

  private var delayMix = QuantumRamp(0)
  private var ringMix = QuantumRamp(0)
  private var decimationMix = QuantumRamp(0)
  private var finalMix = QuantumRamp(0)
  private var shaper = Shaper()
  /// What the soft clip makes of the quietest sounds, as a gain.
  private var loudness = 1.0
  private var usesHighPass = false

  private var echo: EchoLine
  private var ring = RingModulator()
  private var decimator: Decimator
  private var oversampler: Oversampler
  private var highPass: BiquadCascade
  private var dry: History<Float>
  private var position = 0

  private var wet: AudioBuffer
  private var stage: AudioBuffer

  public init(format: RenderFormat) {
    sampleRate = format.sampleRate
    let channels = format.channelCount
    echo = EchoLine(longest: Int((0.5 * sampleRate).rounded(.up)), format: format)
    decimator = Decimator(channelCount: channels)
    oversampler = Oversampler(channelCount: channels, quality: format.quality)
    highPass = BiquadCascade(channelCount: channels)
    dry = History(channelCount: channels, past: oversampler.latency, block: quantum, silence: 0)
    wet = AudioBuffer(channelCount: channels, frameCapacity: quantum)
    stage = AudioBuffer(channelCount: channels, frameCapacity: quantum)
  }

  public mutating func update(_ values: ParameterValues<Distortion>) {
    func share(_ percent: Float) -> Float { percent.clamped(to: 0...100) / 100 }
    let decay = Double(values.decay).clamped(to: 0.1...50)
    echo.set(
      delay: max(1, Double(values.delay) / 1000 * sampleRate), feedback: pow(0.002, 1 / decay))
    delayMix.target = share(values.delayMix)
    ring.set(
      cyclesPerFrame(values.ringModFreq1), cyclesPerFrame(values.ringModFreq2),
      balance: Double(share(values.ringModBalance)))
    ringMix.target = share(values.ringModMix)
    decimator.hold = pow(64, Double(share(values.decimation)))
    let rounding = Double(share(values.rounding))
    decimator.step = rounding == 0 ? 0 : 2 * exp2(-(24 * (1 - rounding) + rounding))
    decimationMix.target = decimator.isIdentity ? 0 : share(values.decimationMix)
    shaper.set(values)
    loudness = shaper.largestSlope
    usesHighPass = usesHighPass || shaper.makesOffset
    highPass.set(usesHighPass ? .firstOrderHighPass(cutoff: 5, sampleRate: sampleRate) : .identity)
    finalMix.target = share(values.finalMix)
    if position == 0 { snap() }
  }

  private func cyclesPerFrame(_ frequency: Float) -> Double {
    Double(frequency).clamped(to: 0...highestFrequency * sampleRate) / sampleRate
  }

  private mutating func snap() {
    delayMix.snap()
    ring.snap()
    ringMix.snap()
    decimationMix.snap()
    shaper.snap()
    finalMix.snap()
  }

  public mutating func process(_ block: inout AudioBuffer) {
    var first = 0
    while first < block.frameCount {
      let offset = position % quantum
      if offset == 0 { advance() }
      let count = min(block.frameCount - first, quantum - offset)
      block.withFrames(first..<first + count) { distort(&$0, at: offset) }
      position += count
      first += count
    }
  }

  /// Begins the next quantum.
  private mutating func advance() {
    delayMix.advance()
    ring.advance()
    ringMix.advance()
    decimationMix.advance()
    shaper.advance()
    finalMix.advance()
  }

  private mutating func distort(_ block: inout AudioBuffer, at offset: Int) {
    wet.copy(from: block)
    stage.resize(to: block.frameCount)
    echo.process(&wet, to: &stage)
    mix(delayMix, at: offset)
    if !ringMix.isZero {
      ring.process(&wet, to: &stage, at: offset)
      mix(ringMix, at: offset)
    }
    if !decimationMix.isZero {
      decimator.process(&wet, to: &stage)
      mix(decimationMix, at: offset)
    }
    for channel in 0..<block.channelCount {
      oversampler.process(channel, wet[channel], block.frameCount) { [shaper] input, output in
        shaper.process(input, to: output, block.frameCount, at: offset)
      }
    }
    highPass.process(&wet)
    dry.advance(block.frameCount)
    for channel in 0..<block.channelCount {
      let line = dry[channel]
      line.update(from: block[channel], count: block.frameCount)
      let (x, y) = (line - oversampler.latency, wet[channel])
      for i in 0..<block.frameCount {
        let share = finalMix[offset + i]
        block[channel][i] = (1 - share) * x[i] + share * y[i]
      }
    }
  }

  /// Mixes what a stage has made of the wet signal into it; at 0 it passes bit for bit.
  @inline(__always)
  private mutating func mix(_ ramp: QuantumRamp, at offset: Int) {
    for channel in 0..<wet.channelCount {
      let (x, y) = (wet[channel], stage[channel])
      for i in stride(from: 0, to: wet.frameCount, by: 8) {
        let share = ramp.lanes(at: offset + i)
        (x + i).lanes = (1 - share) * (x + i).lanes + share * (y + i).lanes
      }
    }
  }

  public mutating func reset() {
    echo.reset()
    ring.reset()
    decimator.reset()
    oversampler.reset()
    highPass.reset()
    dry.reset(0)
    position = 0
    snap()
  }

  public var latency: Int { oversampler.latency }

  public var tail: Int {
    // What is loud after the soft clip has further to fall.
    let more = max(0, log10(loudness)) / 6
    return Int(Double(echo.tail) * (1 + more)) + 64 + latency + (usesHighPass ? highPassTail : 0)
  }

  private var highPassTail: Int {
    BiquadCoefficients.firstOrderHighPass(cutoff: 5, sampleRate: sampleRate).tail
  }
}

/// The polynomial and the soft clip, at the oversampler's rate.
private struct Shaper {
  /// Coefficients of u, u² and u³, with their mix and the soft clip's gain in them.
  private var terms = (QuantumRamp(1), QuantumRamp(0), QuantumRamp(0))

  mutating func set(_ values: ParameterValues<Distortion>) {
    let mix = Double(values.polynomialMix.clamped(to: 0...100)) / 100
    let gain = amplitude(decibels: Double(values.softClipGain).clamped(to: -120...40))
    func term(_ value: Float) -> Double { Double(value).clamped(to: -100...100) * mix }
    terms.0.target = Float(gain * (1 - mix + term(values.linearTerm)))
    terms.1.target = Float(gain * term(values.squaredTerm))
    terms.2.target = Float(gain * term(values.cubicTerm))
  }

  mutating func snap() {
    terms.0.snap()
    terms.1.snap()
    terms.2.snap()
  }

  mutating func advance() {
    terms.0.advance()
    terms.1.advance()
    terms.2.advance()
  }

  /// Whether a signal without an offset comes out with one.
  var makesOffset: Bool { terms.1.target != 0 }

  /// The most that a quiet sound, up to full scale, is amplified by.
  var largestSlope: Double { Double(abs(terms.0.target) + 2 * abs(terms.1.target) + 3 * abs(terms.2.target)) }

  @inline(__always)
  func process(_ input: PhaseStream, to output: PhaseStream, _ frames: Int, at offset: Int) {
    for i in stride(from: 0, to: frames, by: 8) {
      let c1 = terms.0.lanes(at: offset + i)
      let c2 = terms.1.lanes(at: offset + i)
      let c3 = terms.2.lanes(at: offset + i)
      for phase in 0..<input.count {
        let u = input[phase] + i
        var sum = u.lanes * c3
        sum += c2
        sum *= u.lanes
        sum += c1
        sum *= u.lanes
        u.lanes = sum
      }
    }
    for phase in 0..<input.count {
      let (a, b, y) = (input[phase], input[phase - 1], output[phase])
      for i in stride(from: 0, to: frames, by: 8) { (y + i).lanes = SoftClip.mean((a + i).lanes, (b + i).lanes) }
    }
  }
}

extension BiquadCoefficients {
  /// First-order high-pass, bilinear: -3.01 dB at the cutoff in Hz.
  fileprivate static func firstOrderHighPass(cutoff: Double, sampleRate: Double) -> Self {
    let t = tan(.pi * cutoff / sampleRate)
    let b = 1 / (1 + t)
    return Self(b0: b, b1: -b, b2: 0, a1: (t - 1) * b, a2: 0)
  }
}
