public import ParamSpec

/// The values of a saved state: blocks of a scope and an element each, all numbers big-endian (reference/units.md 4).
///
///     UInt32 scope, UInt32 element, UInt32 count, then count × (UInt32 id, Float32 value)
public struct ParameterBlob: Sendable, Equatable {
  /// The values of one element of one scope, in the order of the file.
  public struct Block: Sendable, Equatable {
    /// 0 global, 1 input, 2 output, and others of Apple's.
    public let scope: UInt32
    public let element: UInt32
    public var pairs: [Pair]

    public init(scope: UInt32, element: UInt32, pairs: [Pair]) {
      self.scope = scope
      self.element = element
      self.pairs = pairs
    }
  }

  /// A value under its number; equal where the bits are.
  public struct Pair: Sendable, Equatable {
    public let id: AudioUnitParameterID
    public var value: Float

    public init(id: AudioUnitParameterID, value: Float) {
      self.id = id
      self.value = value
    }

    public static func == (a: Self, b: Self) -> Bool {
      a.id == b.id && a.value.bitPattern == b.value.bitPattern
    }
  }

  public var blocks: [Block]

  public init(_ blocks: [Block] = []) {
    self.blocks = blocks
  }

  /// Reads a blob. Every count is checked against the bytes that are left, which Apple's readers fail to do.
  public init(_ bytes: [UInt8]) throws(SavedStateError) {
    blocks = []
    var position = 0
    func word(_ offset: Int) -> UInt32 {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    while position < bytes.count {
      guard bytes.count - position >= 12 else {
        throw .malformed("the values end within the head of a block, at byte \(position)")
      }
      let count = Int(word(position + 8))
      guard count <= (bytes.count - position - 12) / 8 else {
        throw .malformed("a block of \(count) values at byte \(position) is longer than the \(bytes.count) bytes there are")
      }
      let first = position + 12
      let pairs = (0..<count).map { i in
        Pair(id: word(first + 8 * i), value: Float(bitPattern: word(first + 8 * i + 4)))
      }
      blocks.append(Block(scope: word(position), element: word(position + 4), pairs: pairs))
      position = first + 8 * count
    }
  }

  /// The blob's bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ word: UInt32) {
      for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    for block in blocks {
      append(block.scope)
      append(block.element)
      append(UInt32(block.pairs.count))
      for pair in block.pairs {
        append(pair.id)
        append(pair.value.bitPattern)
      }
    }
    return bytes
  }

  /// Sets a value where it stands, or puts it before the first of a larger number, in a block of its own if need be.
  mutating func set(_ id: AudioUnitParameterID, _ value: Float, scope: UInt32 = 0, element: UInt32 = 0) {
    let place = blocks.firstIndex { $0.scope == scope && $0.element == element }
    guard let place else {
      let next = blocks.firstIndex { ($0.scope, $0.element) > (scope, element) } ?? blocks.endIndex
      blocks.insert(Block(scope: scope, element: element, pairs: [Pair(id: id, value: value)]), at: next)
      return
    }
    if let i = blocks[place].pairs.lastIndex(where: { $0.id == id }) {
      blocks[place].pairs[i].value = value
    } else {
      let next = blocks[place].pairs.firstIndex { $0.id > id } ?? blocks[place].pairs.endIndex
      blocks[place].pairs.insert(Pair(id: id, value: value), at: next)
    }
  }
}

extension Scope {
  /// Apple's numbers for a scope.
  var stateNumbers: [UInt32] {
    switch self {
    case .global: [0]
    case .input: [1]
    case .output: [2]
    case .inputOutput: [1, 2]
    }
  }

  /// The scope that a number means; nil for those that no unit of ours has.
  init?(stateNumber: UInt32) {
    switch stateNumber {
    case 0: self = .global
    case 1: self = .input
    case 2: self = .output
    default: return nil
    }
  }
}
