/// Something that the user should know and that stops nothing: a clamped value, a damaged file.
public struct RenderWarning: Sendable, Equatable {
  /// A word for programs: `clamped`, `deprecated`, `truncated`.
  public let code: String
  /// The unit and the parameter concerned; nil where it is none.
  public let unit: String?
  public let parameter: String?
  /// The value asked for and the value used, where they differ.
  public let asked: Double?
  public let used: Double?
  /// The whole of it as a sentence.
  public let message: String

  public init(
    _ code: String, unit: String? = nil, parameter: String? = nil, asked: Double? = nil, used: Double? = nil,
    _ message: String
  ) {
    self.code = code
    self.unit = unit
    self.parameter = parameter
    self.asked = asked
    self.used = used
    self.message = message
  }
}
