import CFFTW
import Glibc
import Synchronization

/// The discrete Fourier transform of real signals, in Float32: planar spectra of size/2 + 1 bins.
///
/// The even and odd samples are transformed as one complex signal of half the length, and taken apart afterwards:
/// FFTW plans that far better than real transforms, and the parts come out planar, eight bins a vector. Plans are
/// FFTW_ESTIMATE, so that bytes repeat (reference/dsp.md 1.7).
struct RealFFT: ~Copyable {
  /// Samples, a multiple of 16.
  let size: Int

  private let half: Int
  private let forwardPlan: fftwf_plan
  private let inversePlan: fftwf_plan
  /// cos and sin of 2πk / size, for k below size/2.
  private let cosine: UnsafeMutablePointer<Float>
  private let sine: UnsafeMutablePointer<Float>

  /// The half-length complex signal and its spectrum, interleaved; one more bin repeats the first.
  private let signal: UnsafeMutablePointer<Float>
  private let spectrum: UnsafeMutablePointer<Float>

  /// FFTW's planner is not thread-safe.
  private static let planner = Mutex(())

  init(size: Int) {
    precondition(size % 16 == 0, "a transform takes whole vectors")
    self.size = size
    let half = size / 2
    self.half = half
    signal = .aligned(size)
    spectrum = .aligned(size + 16)
    cosine = .aligned(half)
    sine = .aligned(half)
    for k in 0..<half {
      cosine[k] = Float(cos(2 * .pi * Double(k) / Double(size)))
      sine[k] = Float(sin(2 * .pi * Double(k) / Double(size)))
    }
    let (time, bins) = (Self.complex(signal), Self.complex(spectrum))
    forwardPlan = Self.plan(half, time, bins, FFTW_FORWARD)
    inversePlan = Self.plan(half, bins, time, FFTW_BACKWARD)
  }

  deinit {
    Self.planner.withLock { _ in
      fftwf_destroy_plan(forwardPlan)
      fftwf_destroy_plan(inversePlan)
    }
    for memory in [signal, spectrum, cosine, sine] { memory.deallocate() }
  }

  private typealias Complex = UnsafeMutablePointer<fftwf_complex>

  private static func plan(_ count: Int, _ input: Complex, _ output: Complex, _ direction: Int32) -> fftwf_plan {
    nonisolated(unsafe) let (input, output) = (input, output)
    nonisolated(unsafe) var plan: fftwf_plan?
    planner.withLock { _ in plan = fftwf_plan_dft_1d(Int32(count), input, output, direction, FFTW_ESTIMATE) }
    return plan!
  }

  private static func complex(_ memory: UnsafeMutablePointer<Float>) -> Complex {
    UnsafeMutableRawPointer(memory).assumingMemoryBound(to: fftwf_complex.self)
  }

  /// The bins of `size` samples times a window.
  func forward(_ samples: UnsafePointer<Float>, window: UnsafePointer<Float>, _ bins: Bins) {
    for i in stride(from: 0, to: size, by: 8) { signal.put(samples.lanes(i) * window.lanes(i), i) }
    fftwf_execute(forwardPlan)
    spectrum[size] = spectrum[0]
    spectrum[size + 1] = spectrum[1]
    let last = spectrum[0] - spectrum[1]
    for k in stride(from: 0, to: half, by: 8) {
      let z = spectrum.complexLanes(k)
      let m = spectrum.complexLanes(half - k - 7)
      let (re, im) = (m.re.reversed, m.im.reversed)
      // What belongs to the even samples, and what to the odd ones.
      let evenRe = (z.re + re) * 0.5
      let evenIm = (z.im - im) * 0.5
      let oddRe = (z.im + im) * 0.5
      let oddIm = (re - z.re) * 0.5
      let c = cosine.lanes(k)
      let s = sine.lanes(k)
      bins.re.put(evenRe + (oddRe * c + oddIm * s), k)
      bins.im.put(evenIm + (oddIm * c - oddRe * s), k)
    }
    bins.re[half] = last
    bins.im[half] = 0
  }

  /// The samples of the bins, times `size`; in place of them stands nothing afterwards but the imaginary parts of
  /// the ends, which a real signal does not have, are taken as 0.
  func inverse(_ bins: Bins, _ samples: UnsafeMutablePointer<Float>) {
    bins.im[0] = 0
    bins.im[half] = 0
    for k in stride(from: 0, to: half, by: 8) {
      let re = bins.re.lanes(half - k - 7).reversed
      let im = bins.im.lanes(half - k - 7).reversed
      let evenRe = bins.re.lanes(k) + re
      let evenIm = bins.im.lanes(k) - im
      let differenceRe = bins.re.lanes(k) - re
      let differenceIm = bins.im.lanes(k) + im
      let c = cosine.lanes(k)
      let s = sine.lanes(k)
      let oddRe = differenceRe * c - differenceIm * s
      let oddIm = differenceIm * c + differenceRe * s
      spectrum.putComplex(evenRe - oddIm, evenIm + oddRe, k)
    }
    fftwf_execute(inversePlan)
    samples.update(from: signal, count: size)
  }
}

/// A planar spectrum of size/2 + 1 bins, padded to whole vectors.
struct Bins {
  let re, im: UnsafeMutablePointer<Float>

  /// Silence. Whoever makes it frees it.
  init(size: Int) {
    re = .aligned(size / 2 + 16)
    im = .aligned(size / 2 + 16)
  }

  func deallocate() {
    re.deallocate()
    im.deallocate()
  }
}

extension UnsafeMutablePointer<Float> {
  /// Zeros on a 64-byte boundary.
  static func aligned(_ count: Int) -> Self {
    let raw = UnsafeMutableRawPointer.allocate(byteCount: 4 * count, alignment: 64)
    let memory = raw.bindMemory(to: Float.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }

  /// The periodic Hann window.
  func fillHann(_ size: Int) {
    for i in 0..<size { self[i] = Float(0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(size))) }
  }

  @inline(__always)
  func lanes(_ index: Int) -> SIMD8<Float> {
    UnsafePointer(self).lanes(index)
  }

  @inline(__always)
  func put(_ lanes: SIMD8<Float>, _ index: Int) {
    UnsafeMutableRawPointer(self + index).storeBytes(of: lanes, as: SIMD8<Float>.self)
  }

  /// Eight interleaved complex numbers, taken apart.
  @inline(__always)
  fileprivate func complexLanes(_ index: Int) -> (re: SIMD8<Float>, im: SIMD8<Float>) {
    let pairs = UnsafeRawPointer(self + 2 * index).loadUnaligned(as: SIMD16<Float>.self)
    return (pairs.evenHalf, pairs.oddHalf)
  }

  @inline(__always)
  fileprivate func putComplex(_ re: SIMD8<Float>, _ im: SIMD8<Float>, _ index: Int) {
    var pairs = SIMD16<Float>.zero
    pairs.evenHalf = re
    pairs.oddHalf = im
    UnsafeMutableRawPointer(self + 2 * index).storeBytes(of: pairs, as: SIMD16<Float>.self)
  }
}

extension UnsafePointer<Float> {
  /// Eight samples from anywhere.
  @inline(__always)
  func lanes(_ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self)
  }
}

extension SIMD8<Float> {
  @inline(__always)
  fileprivate var reversed: Self {
    Self(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}
