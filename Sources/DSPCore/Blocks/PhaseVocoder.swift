import CLanes
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
  private let peaks: UnsafeMutablePointer<Int>

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
    peaks = .allocate(capacity: bins + 8)
    sum = .aligned(channelCount * size)
    hop = size
    set(overlap: 8)
    reset()
  }

  deinit {
    for memory in [window, scale, sum, energy] { memory.deallocate() }
    peaks.deallocate()
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
    straighten()
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
      var re = Lanes.zero
      var im = Lanes.zero
      for channel in 0..<channelCount {
        let (ar, ai) = ((lastSpectra[channel].re + k).lanes, (lastSpectra[channel].im + k).lanes)
        let (br, bi) = ((earlier[channel].re + k).lanes, (earlier[channel].im + k).lanes)
        re += ar * br
        re += ai * bi
        im += ai * br
        im -= ar * bi
      }
      let (rr, ri) = ((rotation.re + k).lanes, (rotation.im + k).lanes)
      var pr = rr * re
      pr -= ri * im
      var pi = rr * im
      pi += ri * re
      let isSilent = pr * pr + pi * pi .< Self.silence
      let scale = Self.inverseLength(pr, pi)
      (rotation.re + k).lanes = (pr * scale).replacing(with: 1, where: isSilent)
      (rotation.im + k).lanes = (pi * scale).replacing(with: 0, where: isSilent)
    }
  }

  /// Works out the rotation of the energy's peaks and gives it to the bins around each.
  private func turnPeaks() {
    measure(spectra)
    let count = findPeaks()
    if count == 0 { return straighten() }
    for i in 0..<count {
      let (re, im) = turn(of: peaks[i])
      turned.re[i] = re
      turned.im[i] = im
    }
    for i in stride(from: 0, to: count, by: 8) {
      let (re, im) = ((turned.re + i).lanes, (turned.im + i).lanes)
      let scale = Self.inverseLength(re, im)
      (turned.re + i).lanes = re * scale
      (turned.im + i).lanes = im * scale
    }
    var first = 0
    for i in 0..<count {
      let end = i + 1 < count ? valley(peaks[i], peaks[i + 1]) : bins
      let re = Lanes(repeating: turned.re[i])
      let im = Lanes(repeating: turned.im[i])
      // Whole vectors: what goes too far is the next peak's to overwrite.
      for k in stride(from: first, to: end, by: 8) {
        (rotation.re + k).lanes = re
        (rotation.im + k).lanes = im
      }
      first = end
    }
  }

  /// Leaves all phases as they come in.
  private func straighten() {
    rotation.re.update(repeating: 1, count: bins)
    rotation.im.update(repeating: 0, count: bins)
  }

  /// Lists the bins with more energy than two neighbours on either side; gives how many.
  private func findPeaks() -> Int {
    let energy = energy + 2
    var count = 0
    for k in stride(from: 0, to: bins, by: 8) {
      let e = (energy + k).lanes
      var isPeak = e .> (energy + (k - 1)).lanes
      isPeak = isPeak .& (e .> (energy + (k - 2)).lanes)
      isPeak = isPeak .& (e .>= (energy + (k + 1)).lanes)
      isPeak = isPeak .& (e .>= (energy + (k + 2)).lanes)
      guard any(isPeak) else { continue }
      let marks = unsafeBitCast(isPeak, to: SIMD8<Int32>.self)
      for lane in 0..<8 {
        peaks[count] = k &+ lane
        count &-= Int(marks[lane])
      }
    }
    return count
  }

  /// The quietest bin between two peaks.
  @inline(__always)
  private func valley(_ low: Int, _ high: Int) -> Int {
    let energy = energy + 2
    var place = low &+ 1
    var least = energy[place]
    var k = low &+ 2
    while k < high {
      let isLess = energy[k] < least
      place = isLess ? k : place
      least = isLess ? energy[k] : least
      k &+= 1
    }
    return place
  }

  /// What a bin's rotation becomes, at any length; 1 where there is no sound, whose phase is the input's own.
  @inline(__always)
  private func turn(of k: Int) -> (re: Float, im: Float) {
    var re: Float = 0
    var im: Float = 0
    for channel in 0..<channelCount {
      let (ar, ai) = (lastSpectra[channel].re[k], lastSpectra[channel].im[k])
      let (br, bi) = (earlier[channel].re[k], earlier[channel].im[k])
      re += ar * br + ai * bi
      im += ai * br - ar * bi
    }
    let pr = rotation.re[k] * re - rotation.im[k] * im
    let pi = rotation.re[k] * im + rotation.im[k] * re
    return pr * pr + pi * pi < Self.silence ? (1, 0) : (pr, pi)
  }

  @inline(__always)
  private static func inverseLength(_ re: Lanes, _ im: Lanes) -> Lanes {
    1 / clanes_square_root(re * re + im * im)
  }

  /// The square of an energy that is no sound: below it phases are the input's own.
  private static let silence: Float = 1e-30

  private func measure(_ spectra: [Bins]) {
    for k in stride(from: 0, to: bins, by: 8) {
      var total = Lanes.zero
      for channel in 0..<channelCount {
        let (re, im) = ((spectra[channel].re + k).lanes, (spectra[channel].im + k).lanes)
        total += re * re
        total += im * im
      }
      (energy + k + 2).lanes = total
    }
  }

  private func synthesize(_ channel: Int, _ output: inout AudioBuffer) {
    let spectrum = spectra[channel]
    for k in stride(from: 0, to: bins, by: 8) {
      let (xr, xi) = ((spectrum.re + k).lanes, (spectrum.im + k).lanes)
      let (rr, ri) = ((rotation.re + k).lanes, (rotation.im + k).lanes)
      (turned.re + k).lanes = xr * rr - xi * ri
      (turned.im + k).lanes = xr * ri + xi * rr
    }
    let samples = fft.inverse(turned)
    let sum = sum + channel * size
    for i in stride(from: 0, to: size, by: 8) { (sum + i).lanes += (samples + i).lanes * (window + i).lanes }
    let out = output[channel]
    for i in 0..<hop { out[i] = sum[i] * scale[i] }
    sum.update(from: sum + hop, count: size - hop)
    (sum + size - hop).update(repeating: 0, count: hop)
  }
}
