import Glibc

/// Short-time spectra taken from one place and laid down at another, their phases carried on so that tones go on.
///
///     input ─ window ─ FFT ─ X ─┐
///     input, a hop earlier ─ X'─┴─ rotation R ─ X·R ─ inverse FFT ─ window ─ overlap-add ─ output
///
/// Y = X·R, and the next frame's R is the last one's, turned by what the tone turned in a hop beyond what X did:
/// R = |R·X₋₁·conj(X')|. No phase is ever unwrapped. All channels share R, so that the phase between them stays.
/// Peak locking rotates the bins around a peak as one (Laroche & Dolson 1999). Where the input moves by exactly a
/// hop, R stands still and the frames add up to the input itself. Reference/dsp.md B9 and U14.
struct PhaseVocoder: ~Copyable {
  /// Samples a frame.
  let size: Int

  private let channelCount: Int
  private let bins: Int
  private let fft: RealFFT
  /// Periodic Hann, for analysis and synthesis.
  private let window: UnsafeMutablePointer<Float>

  /// Frames from one spectrum to the next, at the output.
  private(set) var hop: Int
  /// One over the windows' overlap and the transform's length, a hop of it: it repeats.
  private let scale: UnsafeMutablePointer<Float>

  private var lastCenter: Int?
  /// Of the frame in hand and of the last, a channel each.
  private var spectra: [Bins]
  private var lastSpectra: [Bins]
  private let rotation: Bins
  /// The output that later frames still add to, a channel after the other.
  private let sum: UnsafeMutablePointer<Float>

  private var earlier: [Bins]
  private let turned: Bins
  /// Energy of each bin over all channels, between bins of silence.
  private let energy: UnsafeMutablePointer<Float>
  private let samples: UnsafeMutablePointer<Float>

  /// The frame length for a sample rate in Hz, 93 ms to a power of two (reference/dsp.md B9).
  static func size(sampleRate: Double) -> Int {
    1 << max(5, Int(log2(0.0929 * sampleRate).rounded()))
  }

  init(channelCount: Int, size: Int) {
    self.channelCount = channelCount
    self.size = size
    bins = size / 2 + 1
    fft = RealFFT(size: size)
    window = .aligned(size)
    scale = .aligned(size)
    window.fillHann(size)
    spectra = (0..<channelCount).map { _ in Bins(size: size) }
    lastSpectra = (0..<channelCount).map { _ in Bins(size: size) }
    earlier = (0..<channelCount).map { _ in Bins(size: size) }
    rotation = Bins(size: size)
    turned = Bins(size: size)
    energy = .aligned(bins + 32)
    samples = .aligned(size)
    sum = .aligned(channelCount * size)
    hop = size
    set(overlap: 8)
    reset()
  }

  deinit {
    for memory in [window, scale, sum, energy, samples] { memory.deallocate() }
    for bins in spectra + lastSpectra + earlier + [rotation, turned] { bins.deallocate() }
  }

  /// Frames that overlap at any time; at least 3, which is what the window needs.
  mutating func set(overlap: Double) {
    hop = Int((Double(size) / min(max(overlap, 3), 32)).rounded())
    for i in 0..<hop {
      var total = 0.0
      for k in stride(from: i, to: size, by: hop) { total += Double(window[k]) * Double(window[k]) }
      scale[i] = Float(1 / (total * Double(size)))
    }
  }

  mutating func reset() {
    lastCenter = nil
    sum.update(repeating: 0, count: channelCount * size)
    for k in 0..<bins {
      rotation.re[k] = 1
      rotation.im[k] = 0
    }
  }

  /// Takes the frame around `center`, adds it to the output, and gives the next hop of it, which starts half a frame
  /// before the frame's own place. An attack that the frame holds keeps its shape.
  mutating func advance(
    to center: Int, isLocked: Bool, attack: Int?, input: borrowing SlidingWindow, _ output: inout AudioBuffer
  ) {
    swap(&spectra, &lastSpectra)
    analyze(center, input, spectra)
    if let last = lastCenter, center - last != hop {
      analyze(center - hop, input, earlier)
      if isLocked { turnPeaks() } else { turnBins() }
    }
    lastCenter = center
    if let attack { restart(attack, input) }
    for channel in 0..<channelCount { synthesize(channel, &output) }
  }

  /// Lets those bins start from the input's own phases where an attack brings more energy than was there before it:
  /// it keeps its shape, and tones that sound through it go on.
  private func restart(_ attack: Int, _ input: borrowing SlidingWindow) {
    analyze(attack - size / 2, input, earlier)
    measure(earlier)
    for k in 0..<bins { turned.re[k] = energy[2 + k] }
    analyze(attack + size / 4, input, earlier)
    measure(earlier)
    for k in 0..<bins where energy[2 + k] > 2 * turned.re[k] {
      rotation.re[k] = 1
      rotation.im[k] = 0
    }
  }

  private func analyze(_ center: Int, _ input: borrowing SlidingWindow, _ spectra: [Bins]) {
    for channel in 0..<channelCount {
      fft.forward(input[channel, center - size / 2], window: window, spectra[channel])
    }
  }

  /// Works out the rotation of every bin by itself.
  private func turnBins() {
    for k in stride(from: 0, to: bins, by: 8) {
      var re = SIMD8<Float>.zero
      var im = SIMD8<Float>.zero
      for channel in 0..<channelCount {
        let (ar, ai) = (lastSpectra[channel].re.lanes(k), lastSpectra[channel].im.lanes(k))
        let (br, bi) = (earlier[channel].re.lanes(k), earlier[channel].im.lanes(k))
        re += ar * br
        re += ai * bi
        im += ai * br
        im -= ar * bi
      }
      let (rr, ri) = (rotation.re.lanes(k), rotation.im.lanes(k))
      var pr = rr * re
      pr -= ri * im
      var pi = rr * im
      pi += ri * re
      var square = pr * pr
      square += pi * pi
      let isSilent = square .< Self.silence
      let length = square.squareRoot()
      rotation.re.put((pr / length).replacing(with: 1, where: isSilent), k)
      rotation.im.put((pi / length).replacing(with: 0, where: isSilent), k)
    }
  }

  /// Works out the rotation of the energy's peaks and gives it to the bins around each.
  private func turnPeaks() {
    measure(spectra)
    turned.re.update(from: rotation.re, count: bins)
    turned.im.update(from: rotation.im, count: bins)
    let energy = energy + 2
    var first = 0
    var peak = -1
    var turn = (re: Float(1), im: Float(0))
    for k in stride(from: 0, to: bins, by: 8) {
      let e = energy.lanes(k)
      var isPeak = e .> energy.lanes(k - 1)
      isPeak = isPeak .& (e .> energy.lanes(k - 2))
      isPeak = isPeak .& (e .>= energy.lanes(k + 1))
      isPeak = isPeak .& (e .>= energy.lanes(k + 2))
      guard any(isPeak) else { continue }
      for lane in 0..<8 where isPeak[lane] {
        let next = k + lane
        if peak >= 0 {
          let border = valley(peak, next, energy)
          fill(first..<border, turn)
          first = border
        }
        peak = next
        turn = turnedRotation(peak)
      }
    }
    fill(first..<bins, turn)
  }

  /// The quietest bin between two peaks.
  @inline(__always)
  private func valley(_ low: Int, _ high: Int, _ energy: UnsafeMutablePointer<Float>) -> Int {
    var place = low + 1
    var least = energy[place]
    var k = place + 1
    while k < high {
      if energy[k] < least {
        least = energy[k]
        place = k
      }
      k += 1
    }
    return place
  }

  @inline(__always)
  private func fill(_ range: Range<Int>, _ turn: (re: Float, im: Float)) {
    var k = range.lowerBound
    while k < range.upperBound {
      rotation.re[k] = turn.re
      rotation.im[k] = turn.im
      k += 1
    }
  }

  /// The rotation of one bin, from the rotations of the last frame.
  @inline(__always)
  private func turnedRotation(_ k: Int) -> (re: Float, im: Float) {
    var re: Float = 0
    var im: Float = 0
    for channel in 0..<channelCount {
      let (ar, ai) = (lastSpectra[channel].re[k], lastSpectra[channel].im[k])
      let (br, bi) = (earlier[channel].re[k], earlier[channel].im[k])
      re += ar * br + ai * bi
      im += ai * br - ar * bi
    }
    let pr = turned.re[k] * re - turned.im[k] * im
    let pi = turned.re[k] * im + turned.im[k] * re
    let square = pr * pr + pi * pi
    guard square >= Self.silence else { return (1, 0) }
    let length = square.squareRoot()
    return (pr / length, pi / length)
  }

  /// The square of an energy that is no sound: below it phases are the input's own.
  private static let silence: Float = 1e-30

  private func measure(_ spectra: [Bins]) {
    for k in stride(from: 0, to: bins, by: 8) {
      var total = SIMD8<Float>.zero
      for channel in 0..<channelCount {
        let (re, im) = (spectra[channel].re.lanes(k), spectra[channel].im.lanes(k))
        total += re * re
        total += im * im
      }
      energy.put(total, k + 2)
    }
  }

  private func synthesize(_ channel: Int, _ output: inout AudioBuffer) {
    let spectrum = spectra[channel]
    for k in stride(from: 0, to: bins, by: 8) {
      let (xr, xi) = (spectrum.re.lanes(k), spectrum.im.lanes(k))
      let (rr, ri) = (rotation.re.lanes(k), rotation.im.lanes(k))
      turned.re.put(xr * rr - xi * ri, k)
      turned.im.put(xr * ri + xi * rr, k)
    }
    fft.inverse(turned, samples)
    let sum = sum + channel * size
    for i in stride(from: 0, to: size, by: 8) { sum.put(sum.lanes(i) + samples.lanes(i) * window.lanes(i), i) }
    let out = output[channel]
    for i in 0..<hop { out[i] = sum[i] * scale[i] }
    sum.update(from: sum + hop, count: size - hop)
    (sum + size - hop).update(repeating: 0, count: hop)
  }
}
