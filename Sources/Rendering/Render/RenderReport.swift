public import DSPCore
public import ParamSpec

/// Everything that there is to say about a render.
public struct RenderReport: Sendable {
  public struct File: Sendable {
    public let path: FilePath
    public let format: SoundFileFormat
    public let frames: Int

    public init(path: FilePath, format: SoundFileFormat, frames: Int) {
      self.path = path
      self.format = format
      self.frames = frames
    }
  }

  /// A unit as it was used.
  public struct Unit: Sendable {
    public let spec: UnitSpec
    public let values: ParameterStore
    public let isBypassed: Bool
    /// Frames by which the unit lags, which the render took out.
    public let latencyFrames: Int
    /// Seconds for which the unit sounds on; infinite where it never ends.
    public let tailSeconds: Double
  }

  public let input: File
  public let output: File
  /// Frames of the output behind the input's end.
  public let tailFrames: Int
  public let units: [Unit]
  /// The units' read-only parameters, of those units that have any.
  public let meters: [MeterLog]
  public let warnings: [RenderWarning]
  /// The greatest magnitude in the output, before the encoding.
  public let peak: Float
  /// A channel each.
  public let clipped: [SoundFileWriter.Clipping]
  /// Input samples that were NaN or infinite, and read as 0.
  public let nonFiniteInput: Int
  /// What could not be carried over, by name.
  public let droppedMetadata: [String]
  /// Seconds of wall time.
  public let elapsed: Double

  /// Seconds of sound rendered in a second.
  public var realtime: Double {
    elapsed > 0 ? Double(output.frames) / Double(output.format.sampleRate) / elapsed : 0
  }
}
