import CFFTW
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

  /// The half-length complex signal and its spectrum, interleaved.
  private let signal: UnsafeMutablePointer<Float>
  private let spectrum: UnsafeMutablePointer<Float>
  /// The same spectrum, planar; one more bin repeats the first.
  private let planar: Bins

  init(size: Int) {
    precondition(size % 16 == 0, "a transform takes whole vectors")
    self.size = size
    let half = size / 2
    self.half = half
    signal = .aligned(size)
    spectrum = .aligned(size)
    planar = Bins(size: size)
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
    planar.deallocate()
    for memory in [signal, spectrum, cosine, sine] { memory.deallocate() }
  }

  private static func complex(_ memory: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<fftwf_complex> {
    UnsafeMutableRawPointer(memory).assumingMemoryBound(to: fftwf_complex.self)
  }

  /// The bins of `size` samples times a window.
  func forward(_ samples: UnsafePointer<Float>, window: UnsafePointer<Float>, _ bins: Bins) {
    for i in stride(from: 0, to: size, by: 8) { (signal + i).lanes = (samples + i).lanes * (window + i).lanes }
    fftwf_execute(forwardPlan)
    takeApart(spectrum, planar, half)
    planar.re[half] = planar.re[0]
    planar.im[half] = planar.im[0]
    for k in stride(from: 0, to: half, by: 8) {
      let re = (planar.re + (half &- k &- 7)).lanes.reversed
      let im = (planar.im + (half &- k &- 7)).lanes.reversed
      let z = (re: (planar.re + k).lanes, im: (planar.im + k).lanes)
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
    bins.re[half] = planar.re[0] - planar.im[0]
    bins.im[half] = 0
  }

  /// The samples of the bins, times `size`. What a real signal does not have, imaginary parts at the ends, is dropped.
  func inverse(_ bins: Bins) -> UnsafePointer<Float> {
    bins.im[0] = 0
    bins.im[half] = 0
    for k in stride(from: 0, to: half, by: 8) {
      let re = (bins.re + (half &- k &- 7)).lanes.reversed
      let im = (bins.im + (half &- k &- 7)).lanes.reversed
      let x = (re: (bins.re + k).lanes, im: (bins.im + k).lanes)
      let evenRe = x.re + re
      let evenIm = x.im - im
      let differenceRe = x.re - re
      let differenceIm = x.im + im
      let c = (cosine + k).lanes
      let s = (sine + k).lanes
      let oddRe = differenceRe * c - differenceIm * s
      let oddIm = differenceIm * c + differenceRe * s
      (planar.re + k).lanes = evenRe - oddIm
      (planar.im + k).lanes = evenIm + oddRe
    }
    join(planar, spectrum, half)
    fftwf_execute(inversePlan)
    return UnsafePointer(signal)
  }
}

// Passes of their own, with every lane named: in one loop with the arithmetic, or through `evenHalf`, the compiler
// moves lanes one at a time.

/// Interleaved complex numbers into planar ones, a multiple of 8.
private func takeApart(_ pairs: UnsafeMutablePointer<Float>, _ bins: Bins, _ count: Int) {
  for k in stride(from: 0, to: count, by: 8) {
    let a = (pairs + 2 &* k).lanes
    let b = (pairs + (2 &* k &+ 8)).lanes
    (bins.re + k).lanes = Lanes(a[0], a[2], a[4], a[6], b[0], b[2], b[4], b[6])
    (bins.im + k).lanes = Lanes(a[1], a[3], a[5], a[7], b[1], b[3], b[5], b[7])
  }
}

private func join(_ bins: Bins, _ pairs: UnsafeMutablePointer<Float>, _ count: Int) {
  for k in stride(from: 0, to: count, by: 8) {
    let re = (bins.re + k).lanes
    let im = (bins.im + k).lanes
    (pairs + 2 &* k).lanes = Lanes(re[0], im[0], re[1], im[1], re[2], im[2], re[3], im[3])
    (pairs + (2 &* k &+ 8)).lanes = Lanes(re[4], im[4], re[5], im[5], re[6], im[6], re[7], im[7])
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

extension Lanes {
  @inline(__always)
  fileprivate var reversed: Lanes {
    Lanes(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}
