import CFFTW
import CLanes
import Glibc

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
    (forwardPlan, inversePlan) = fftwPlanner.plan {
      (
        fftwf_plan_dft_1d(Int32(half), time, bins, FFTW_FORWARD, FFTW_ESTIMATE),
        fftwf_plan_dft_1d(Int32(half), bins, time, FFTW_BACKWARD, FFTW_ESTIMATE)
      )
    }
  }

  deinit {
    let plans = [forwardPlan, inversePlan]
    fftwPlanner.plan {
      for plan in plans { fftwf_destroy_plan(plan) }
    }
    for memory in [signal, spectrum, cosine, sine] { memory.deallocate() }
  }

  private static func complex(_ memory: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<fftwf_complex> {
    UnsafeMutableRawPointer(memory).assumingMemoryBound(to: fftwf_complex.self)
  }

  /// The bins of `size` samples times a window.
  func forward(_ samples: UnsafePointer<Float>, window: UnsafePointer<Float>, _ bins: Bins) {
    for i in stride(from: 0, to: size, by: 8) { (signal + i).lanes = (samples + i).lanes * (window + i).lanes }
    fftwf_execute(forwardPlan)
    spectrum[size] = spectrum[0]
    spectrum[size + 1] = spectrum[1]
    for k in stride(from: 0, to: half, by: 8) {
      let z = Self.apart(spectrum + 2 &* k)
      let mirrored = Self.apart(spectrum + 2 &* (half &- k &- 7))
      let re = clanes_reverse(mirrored.re)
      let im = clanes_reverse(mirrored.im)
      // What belongs to the even samples, and what to the odd ones.
      let evenRe = (z.re + re) * 0.5
      let evenIm = (z.im - im) * 0.5
      let oddRe = (z.im + im) * 0.5
      let oddIm = (re - z.re) * 0.5
      let c = (cosine + k).lanes
      let s = (sine + k).lanes
      (bins.re + k).lanes = evenRe + (oddRe * c + oddIm * s)
      (bins.im + k).lanes = evenIm + (oddIm * c - oddRe * s)
    }
    bins.re[half] = spectrum[0] - spectrum[1]
    bins.im[half] = 0
  }

  /// The samples of the bins, times `size`. What a real signal does not have, imaginary parts at the ends, is dropped.
  func inverse(_ bins: Bins) -> UnsafePointer<Float> {
    bins.im[0] = 0
    bins.im[half] = 0
    for k in stride(from: 0, to: half, by: 8) {
      let re = clanes_reverse((bins.re + (half &- k &- 7)).lanes)
      let im = clanes_reverse((bins.im + (half &- k &- 7)).lanes)
      let x = (re: (bins.re + k).lanes, im: (bins.im + k).lanes)
      let evenRe = x.re + re
      let evenIm = x.im - im
      let differenceRe = x.re - re
      let differenceIm = x.im + im
      let c = (cosine + k).lanes
      let s = (sine + k).lanes
      let oddRe = differenceRe * c - differenceIm * s
      let oddIm = differenceIm * c + differenceRe * s
      let (a, b) = (evenRe - oddIm, evenIm + oddRe)
      (spectrum + 2 &* k).lanes = clanes_interleave_low(a, b)
      (spectrum + (2 &* k &+ 8)).lanes = clanes_interleave_high(a, b)
    }
    fftwf_execute(inversePlan)
    return UnsafePointer(signal)
  }

  /// Eight interleaved complex numbers, taken apart.
  @inline(__always)
  private static func apart(_ pairs: UnsafeMutablePointer<Float>) -> (re: Lanes, im: Lanes) {
    let (a, b) = (pairs.lanes, (pairs + 8).lanes)
    return (clanes_even(a, b), clanes_odd(a, b))
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
}
