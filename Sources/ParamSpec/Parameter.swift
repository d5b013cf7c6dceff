/// A parameter's number within its unit, as Apple's headers type it.
public typealias AudioUnitParameterID = UInt32

/// A parameter's value, as Apple's headers type it: every parameter is a 32-bit float.
public typealias AudioUnitParameterValue = Float

/// One row of a unit's parameter table: what the header documents and what is in effect. It holds no value.
public struct Parameter: Sendable {
  public let id: AudioUnitParameterID

  /// The C constant, `kLowPassParam_CutoffFrequency`; empty where Apple names none.
  public let constant: String

  /// The name in chain text: the constant without its prefix, `cutoffFrequency`.
  public let key: String

  /// The display name, `Cutoff Frequency`.
  public let name: String

  public let scope: Scope
  public let unit: ValueUnit
  public let minimum: Bound
  public let maximum: Bound
  /// A second form of the value, legal beside the documented range; nil for all parameters but one.
  public let alternative: ClosedRange<Float>?
  public let access: Access

  /// How many consecutive ids the row stands for: bands of an equaliser, channels of a meter.
  public let count: Int

  /// The names of an indexed parameter's values, from its minimum upward.
  public let valueNames: [String]

  public let source: Source
  public let documented: Documented

  let documentedDefault: Float

  public init(
    _ id: AudioUnitParameterID, _ constant: String, key: String? = nil, _ name: String, _ scope: Scope,
    _ unit: ValueUnit, _ range: ClosedRange<Bound>, _ defaultValue: Float, access: Access = .readWrite,
    count: Int = 1, alternative: ClosedRange<Float>? = nil, values: [String] = [], _ source: Source = .header,
    documented: Documented = .nothing
  ) {
    self.id = id
    self.constant = constant
    self.key = key ?? Self.key(from: constant)
    self.name = name
    self.scope = scope
    self.unit = unit
    self.minimum = range.lowerBound
    self.maximum = range.upperBound
    self.documentedDefault = defaultValue
    self.alternative = alternative
    self.access = access
    self.count = count
    self.valueNames = values
    self.source = source
    self.documented = documented
  }

  /// Whether it is ours and Apple's unit has no such parameter.
  public var isExtension: Bool {
    if case .extension = source { return true }
    return false
  }

  /// The legal values at a sample rate in Hz; nil where none are (a 10 kHz shelf in an 8 kHz file).
  public func range(sampleRate: Double) -> ClosedRange<Float>? {
    let low = minimum.value(sampleRate: sampleRate)
    let high = min(maximum.value(sampleRate: sampleRate), limit(sampleRate: sampleRate))
    return low <= high ? low...high : nil
  }

  /// The default at a sample rate in Hz: the documented one, fitted silently where a frequency does not fit.
  public func defaultValue(sampleRate: Double) -> Float {
    min(documentedDefault, limit(sampleRate: sampleRate))
  }

  /// What no frequency may pass, whatever its documented maximum (decision 33).
  private func limit(sampleRate: Double) -> Float {
    unit == .hertz ? Bound.nyquist.value(sampleRate: sampleRate) : .infinity
  }

  /// `kHipassParam_CutoffFrequency` gives `cutoffFrequency`, `kMultibandCompressorParam_EQ1` gives `eq1`.
  private static func key(from constant: String) -> String {
    let tail = constant.split(separator: "_").last.map(String.init) ?? constant
    let capitals = tail.prefix { $0.isUppercase }.count
    // A run of capitals is one word, but for its last letter where that begins the next word.
    let startsWord = capitals > 1 && tail.dropFirst(capitals).first?.isLowercase == true
    let lowered = startsWord ? capitals - 1 : max(capitals, 1)
    return tail.prefix(lowered).lowercased() + tail.dropFirst(lowered)
  }
}

/// Where a parameter lives: on the whole unit, or on each of its inputs or outputs.
public enum Scope: String, Sendable {
  case global
  case input
  case output
  case inputOutput = "input/output"
}

/// What a value means. The raw value names it in JSON.
public enum ValueUnit: String, Sendable {
  case generic, indexed, boolean, percent, seconds, milliseconds, sampleFrames, rate, hertz, cents
  case relativeSemitones, decibels, linearGain, degrees, equalPowerCrossfade, mixerFaderCurve1, pan
  case meters, octaves
  /// A file's name; ours.
  case file

  /// What is written behind a number.
  public var symbol: String {
    switch self {
    case .percent, .equalPowerCrossfade: "%"
    case .seconds: "s"
    case .milliseconds: "ms"
    case .sampleFrames: "frames"
    case .hertz: "Hz"
    case .cents: "ct"
    case .relativeSemitones: "st"
    case .decibels: "dB"
    case .degrees: "°"
    case .meters: "m"
    case .octaves: "oct"
    case .rate: "×"
    case .generic, .indexed, .boolean, .linearGain, .mixerFaderCurve1, .pan, .file: ""
    }
  }
}

/// The end of a range: a number, or the highest frequency that the sample rate allows.
public enum Bound: Sendable, Equatable, Comparable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  case number(Float)
  /// The header's (SampleRate/2); in effect 0.495 of the sample rate (decision 8).
  case nyquist
  /// The sample rate itself: one second in frames.
  case sampleRate

  public init(floatLiteral value: Float) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Float(value)) }

  public func value(sampleRate: Double) -> Float {
    switch self {
    case .number(let number): number
    case .nyquist: Float(highestFrequency * sampleRate)
    case .sampleRate: Float(sampleRate)
    }
  }
}

/// The highest frequency of any filter, as a share of the sample rate (decision 8).
public let highestFrequency = 0.495

public enum Access: String, Sendable {
  case readWrite = "rw"
  /// A meter: nobody sets it.
  case readOnly = "ro"
  /// An old name whose number now means something else.
  case deprecated
}

/// Where a row's range and default come from.
public enum Source: Sendable, Equatable {
  /// As the header documents them.
  case header
  /// Ours, where the header is silent or contradicts itself; why.
  case ours(String)
  /// A parameter that Apple's unit does not have; what it does.
  case `extension`(String)
}

/// The header's own words on a parameter, empty where it has none: the columns of the listing.
public struct Documented: Sendable, Equatable {
  public let scope, valueUnit, minimum, maximum, defaultValue, text: String

  public static let nothing = Documented("", "", "", "", "", text: "")

  public init(
    _ scope: String, _ valueUnit: String, _ minimum: String, _ maximum: String, _ defaultValue: String, text: String
  ) {
    self.scope = scope
    self.valueUnit = valueUnit
    self.minimum = minimum
    self.maximum = maximum
    self.defaultValue = defaultValue
    self.text = text
  }
}
