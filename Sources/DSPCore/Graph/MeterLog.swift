public import ParamSpec

/// A unit's read-only parameters, read every 10 ms of sound on a grid that starts at the unit's frame 0.
///
/// Nothing is read behind the end of the sound file: how far a render goes on there is no business of the unit's.
public struct MeterLog: Sendable {
  /// One parameter: its extremes and its latest value.
  public struct Reading: Sendable {
    public let row: Parameter
    /// The place within the row's family, from 0: the channel.
    public let index: Int
    public internal(set) var minimum: Float = .infinity
    public internal(set) var maximum: Float = -.infinity
    public internal(set) var final: Float = 0
  }

  /// The unit's name in chain text.
  public let unit: String
  public private(set) var readings: [Reading]
  /// Frames from one row to the next.
  public let interval: Int
  /// A row every `interval` frames, one row after the other, a value a reading; kept where `keepsRows` is set.
  public private(set) var rows: [Float] = []
  var keepsRows = false

  private var position = 0

  init(unit: String, rows: [Parameter], channels: Int = 1, sampleRate: Double) {
    self.unit = unit
    readings = rows.flatMap { row in (0..<min(row.count, channels)).map { Reading(row: row, index: $0) } }
    interval = max(1, Int((sampleRate / 100).rounded()))
  }

  var framesToNextRow: Int { interval - position % interval }

  /// Notes that frames have passed, at most up to the next row; `end` is the sound file's last frame, once known.
  mutating func advance(_ frames: Int, until end: Int?, read: (Parameter, Int) -> Float) {
    position += frames
    guard position % interval == 0, position <= end ?? .max else { return }
    for i in readings.indices {
      let value = read(readings[i].row, readings[i].index)
      readings[i].minimum = min(readings[i].minimum, value)
      readings[i].maximum = max(readings[i].maximum, value)
      readings[i].final = value
      if keepsRows { rows.append(value) }
    }
  }
}
