import Glibc
public import ParamSpec

/// A unit that is linear and stands still while its parameters do, so that its frequency response says all of it.
public protocol LinearUnit: DSPUnit, ~Copyable {
  /// The response at some values, from what `process` works with.
  static func response(_ values: ParameterValues<Parameters>) -> FrequencyResponse
}

/// A complex response as a function of the angular frequency in radians per frame.
public typealias FrequencyResponse = @Sendable (Double) -> Complex

public struct Complex: Sendable, Equatable {
  public var real, imaginary: Double

  public static let one = Complex(1, 0)

  public init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  /// e to the i `angle`.
  public init(angle: Double) {
    self.init(cos(angle), sin(angle))
  }

  public var magnitude: Double { hypot(real, imaginary) }
  /// Radians, -π…π.
  public var angle: Double { atan2(imaginary, real) }
  public var conjugate: Complex { Complex(real, -imaginary) }

  public static func + (a: Complex, b: Complex) -> Complex {
    Complex(a.real + b.real, a.imaginary + b.imaginary)
  }

  public static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  public static func * (a: Double, b: Complex) -> Complex {
    Complex(a * b.real, a * b.imaginary)
  }

  public static func / (a: Complex, b: Complex) -> Complex {
    let power = b.real * b.real + b.imaginary * b.imaginary
    return 1 / power * (a * b.conjugate)
  }
}

extension BiquadCoefficients {
  /// The response at an angular frequency in radians per frame.
  public func response(at w: Double) -> Complex {
    let (z1, z2) = (Complex(angle: -w), Complex(angle: -2 * w))
    return (Complex(b0, 0) + b1 * z1 + b2 * z2) / (.one + a1 * z1 + a2 * z2)
  }

  /// The gain in dB at a frequency in Hz.
  public func gain(at frequency: Double, sampleRate: Double) -> Double {
    20 * log10(response(at: 2 * .pi * frequency / sampleRate).magnitude)
  }
}
