/// Which input frame belongs to an output frame of a stretch: the straight line, bent so that attacks pass unstretched.
///
///     input
///       │            ／
///       │        ／        Around an attack the slope is 1 and the attack itself lies on the line;
///       │      │           between attacks the map goes straight from one stretch to the next.
///       │   ／
///       └────────── output
///
/// Attacks become known as the input is looked at ahead of the map (reference/dsp.md U14, here without a first pass).
struct TimeMap {
  /// Output frames an input frame.
  private(set) var stretch = 1.0
  /// Frames on either side of an attack that pass unstretched, where there is room.
  private let reach: Double
  /// Frames in which the map returns to the straight line when no attack is ahead.
  private let horizon: Double

  /// Where the straight line starts.
  private var origin = (output: 0.0, input: 0.0)
  /// The last place that was asked for.
  private var last = (output: -Double.infinity, input: -Double.infinity)
  /// The attack that is passing: what to add to an output frame, and the output frame where it ends.
  private var passing: (shift: Int, end: Double)?
  /// Attacks ahead, earliest first; behind `known` there may be more.
  private var attacks: [Int] = []
  /// The last attack that passed or was passed over.
  private var previous = -Int.max / 2

  /// A place of the map, and the attack whose passage begins with it.
  struct Place {
    let input: Int
    let attack: Int?
  }

  init(reach: Int, horizon: Int) {
    self.reach = Double(reach)
    self.horizon = Double(horizon)
    attacks.reserveCapacity(Self.mostAttacks)
  }

  /// More than fit between the map and the end of what has been looked at.
  private static let mostAttacks = 64

  /// Goes on from an output frame at another stretch; what came before it is not stretched.
  mutating func start(at output: Int, input: Int, stretch: Double) {
    self.stretch = stretch
    origin = (Double(output), Double(input))
    last = (-.infinity, -.infinity)
  }

  /// Forgets all attacks.
  mutating func clear() {
    attacks.removeAll(keepingCapacity: true)
    passing = nil
    previous = -Int.max / 2
  }

  /// Tells of an attack at an input frame, later than those before.
  mutating func add(attack: Int) {
    if attacks.count < Self.mostAttacks { attacks.append(attack) }
  }

  /// The place of an output frame, later than the last one asked for.
  mutating func place(of output: Int) -> Place {
    let position = Double(output)
    if let passage = passing {
      if position < passage.end { return arrive(position, output + passage.shift, nil) }
      passing = nil
    }
    while let attack = attacks.first {
      let width = self.width(attack, next: attacks.dropFirst().first)
      let entry = (output: line(attack) - width, input: Double(attack) - width)
      if entry.input < last.input || entry.output < last.output {
        // Too late, or no room: the map is there already.
        attacks.removeFirst()
        previous = attack
        continue
      }
      if position < entry.output {
        if position <= origin.output { break }
        return move(position, toward: entry)
      }
      attacks.removeFirst()
      previous = attack
      let shift = attack - Int(line(attack).rounded())
      passing = (shift, line(attack) + width)
      return arrive(position, output + shift, attack)
    }
    if position <= origin.output { return arrive(position, output - Int(origin.output) + Int(origin.input), nil) }
    let ahead = position + horizon
    return move(position, toward: (ahead, origin.input + (ahead - origin.output) / stretch))
  }

  /// Where the straight line puts an input frame.
  private func line(_ input: Int) -> Double {
    let distance = Double(input) - origin.input
    return origin.output + (distance < 0 ? distance : distance * stretch)
  }

  /// Frames on either side of an attack that can pass unstretched between its neighbours.
  private func width(_ attack: Int, next: Int?) -> Double {
    let room = min(attack - previous, (next ?? .max / 2) - attack)
    return min(reach, 0.4 * min(1, stretch) * Double(room))
  }

  private mutating func move(_ position: Double, toward target: (output: Double, input: Double)) -> Place {
    // From the start of the line on, if the last place lies before it.
    if last.output < origin.output { last = origin }
    let share = (position - last.output) / (target.output - last.output)
    let input = last.input + (target.input - last.input) * share
    last = (position, input)
    return Place(input: Int(input.rounded()), attack: nil)
  }

  private mutating func arrive(_ position: Double, _ input: Int, _ attack: Int?) -> Place {
    last = (position, Double(input))
    return Place(input: input, attack: attack)
  }
}
