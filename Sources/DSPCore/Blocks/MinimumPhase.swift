import Glibc

/// The impulse response of least delay that a magnitude allows: its cepstrum folded onto positive time
/// (A. V. Oppenheim and R. W. Schafer, "Discrete-Time Signal Processing", chapter 13).
///
/// `magnitude` holds the bins 0…n/2 of a transform whose size n is a power of two; the response has n frames.
func minimumPhase(_ magnitude: [Double]) -> [Double] {
  let half = magnitude.count - 1
  let size = 2 * half
  // Below -120 dB of the loudest bin nothing is heard, and a logarithm of 0 has no cepstrum.
  let floor = max(magnitude.max() ?? 0, 1e-30) * 1e-6
  var re = (0..<size).map { log(max(magnitude[$0 <= half ? $0 : size - $0], floor)) }
  var im = [Double](repeating: 0, count: size)
  fourierTransform(&re, &im)
  for i in 0..<size {
    let weight = i == 0 || i == half ? 1.0 : i < half ? 2.0 : 0.0
    re[i] *= weight / Double(size)
    im[i] = 0
  }
  fourierTransform(&re, &im)
  for i in 0..<size {
    let scale = exp(re[i]) / Double(size)
    // Conjugated: the same transform then leads back to time.
    (re[i], im[i]) = (scale * cos(im[i]), -scale * sin(im[i]))
  }
  fourierTransform(&re, &im)
  return re
}

/// The discrete Fourier transform in place, Double, sizes of powers of two. For working out coefficients: its bytes
/// are the same on every machine.
func fourierTransform(_ re: inout [Double], _ im: inout [Double]) {
  let size = re.count
  var j = 0
  for i in 1..<size {
    var bit = size >> 1
    while j & bit != 0 {
      j ^= bit
      bit >>= 1
    }
    j |= bit
    if i < j {
      re.swapAt(i, j)
      im.swapAt(i, j)
    }
  }
  var length = 2
  while length <= size {
    let half = length / 2
    for k in 0..<half {
      let angle = -2 * Double.pi * Double(k) / Double(length)
      let (c, s) = (cos(angle), sin(angle))
      for start in stride(from: k, to: size, by: length) {
        let other = start + half
        let (x, y) = (re[other] * c - im[other] * s, re[other] * s + im[other] * c)
        (re[other], im[other]) = (re[start] - x, im[start] - y)
        (re[start], im[start]) = (re[start] + x, im[start] + y)
      }
    }
    length *= 2
  }
}
