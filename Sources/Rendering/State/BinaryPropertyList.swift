/// Property lists in the form `bplist00`: objects, a table of where they begin, and 32 bytes that say how wide its
/// numbers are.
enum BinaryPropertyList {
  static let magic = Array("bplist00".utf8)

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    var reader = Reader(bytes)
    return try reader.read()
  }

  static func write(_ list: PropertyList) -> [UInt8] {
    var writer = Writer()
    return writer.write(list)
  }

  /// The first halves of the bytes that objects begin with.
  private enum Marker {
    static let integer: UInt8 = 0x1
    static let real: UInt8 = 0x2
    static let date: UInt8 = 0x3
    static let data: UInt8 = 0x4
    static let ascii: UInt8 = 0x5
    static let utf16: UInt8 = 0x6
    static let array: UInt8 = 0xA
    static let dictionary: UInt8 = 0xD
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var offsetSize = 0
    private var referenceSize = 0
    private var objectCount = 0
    private var table = 0
    private var depth = 0
    private var budget: PropertyListBudget

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      budget = PropertyListBudget(fileSize: bytes.count)
    }

    mutating func read() throws(PropertyListError) -> PropertyList {
      let trailer = bytes.count - 32
      guard trailer >= magic.count else { throw failure("the file ends early", bytes.count) }
      offsetSize = Int(bytes[trailer + 6])
      referenceSize = Int(bytes[trailer + 7])
      guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
        throw failure("the trailer is damaged", trailer)
      }
      objectCount = try number(trailer + 8, 8)
      let top = try number(trailer + 16, 8)
      table = try number(trailer + 24, 8)
      guard table >= magic.count, table <= trailer, objectCount <= (trailer - table) / offsetSize else {
        throw failure("the table of objects is damaged", trailer)
      }
      return try object(top)
    }

    private func failure(_ message: String, _ offset: Int) -> PropertyListError {
      PropertyListError(message: message, offset: offset)
    }

    /// An unsigned number of up to 8 bytes.
    private func number(_ offset: Int, _ size: Int) throws(PropertyListError) -> Int {
      guard offset >= 0, offset <= bytes.count - size else { throw failure("the file ends early", offset) }
      let value = bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let number = Int(exactly: value) else { throw failure("a number is too large", offset) }
      return number
    }

    private mutating func object(_ index: Int) throws(PropertyListError) -> PropertyList {
      guard index < objectCount else { throw failure("a reference leads nowhere", table) }
      let offset = try number(table + index * offsetSize, offsetSize)
      guard offset >= magic.count, offset < table else { throw failure("an object lies outside", offset) }
      try budget.spend(MemoryLayout<PropertyList.Entry>.stride, at: offset)
      let low = Int(bytes[offset] & 0xF)
      switch bytes[offset] >> 4 {
      case 0 where low == 8 || low == 9: return .boolean(low == 9)
      case Marker.integer where low <= 4: return .integer(try integer(offset + 1, 1 << low))
      case Marker.real where low == 2:
        return .real(Double(Float(bitPattern: UInt32(try bits(offset + 1, 4)))))
      case Marker.real where low == 3: return .real(Double(bitPattern: try bits(offset + 1, 8)))
      case Marker.date where low == 3: return .date(Double(bitPattern: try bits(offset + 1, 8)))
      case Marker.data: return .data(try content(offset, 1).map { $0 })
      case Marker.ascii: return .string(String(decoding: try content(offset, 1), as: UTF8.self))
      case Marker.utf16:
        let content = try content(offset, 2)
        let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
          UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
        }
        return .string(String(decoding: units, as: UTF16.self))
      case Marker.array: return .array(try list(offset, perElement: 1))
      case Marker.dictionary: return .dictionary(try dictionary(offset))
      default: throw failure("there is no such kind of object", offset)
      }
    }

    private func bits(_ offset: Int, _ size: Int) throws(PropertyListError) -> UInt64 {
      guard offset + size <= table else { throw failure("an object ends outside", offset) }
      return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// 1, 2 and 4 bytes are unsigned, 8 and 16 signed.
    private func integer(_ offset: Int, _ size: Int) throws(PropertyListError) -> Int128 {
      if size == 16 {
        let high = Int128(try bits(offset, 8)) << 64
        return high | Int128(try bits(offset + 8, 8))
      }
      let value = try bits(offset, size)
      return size == 8 ? Int128(Int64(bitPattern: value)) : Int128(value)
    }

    /// How many elements an object holds, and where they begin; each of them takes so many bytes of the file.
    private func extent(_ offset: Int, _ size: Int) throws(PropertyListError) -> (count: Int, first: Int) {
      var count = Int(bytes[offset] & 0xF)
      var first = offset + 1
      if count == 15 {
        guard first < table, bytes[first] >> 4 == Marker.integer, bytes[first] & 0xF <= 3 else {
          throw failure("a length is missing", first)
        }
        let width = 1 << Int(bytes[first] & 0xF)
        count = try number(first + 1, width)
        first += 1 + width
      }
      guard first <= table, count <= (table - first) / size else { throw failure("an object ends outside", offset) }
      return (count, first)
    }

    private mutating func content(_ offset: Int, _ size: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
      let (count, first) = try extent(offset, size)
      try budget.spend(count * 3, at: offset)
      return bytes[first..<first + count * size]
    }

    private mutating func list(_ offset: Int, perElement: Int) throws(PropertyListError) -> [PropertyList] {
      let (count, first) = try extent(offset, perElement * referenceSize)
      depth += 1
      defer { depth -= 1 }
      guard depth <= PropertyList.deepest else { throw failure("lists lie too deep within one another", offset) }
      var elements: [PropertyList] = []
      for i in 0..<count * perElement {
        elements.append(try object(try number(first + i * referenceSize, referenceSize)))
      }
      return elements
    }

    /// All keys stand before all values.
    private mutating func dictionary(_ offset: Int) throws(PropertyListError) -> [PropertyList.Entry] {
      let elements = try list(offset, perElement: 2)
      var entries: [PropertyList.Entry] = []
      for i in 0..<elements.count / 2 {
        guard case .string(let key) = elements[i] else { throw failure("a key is no string", offset) }
        entries.append(PropertyList.Entry(key, elements[elements.count / 2 + i]))
      }
      return entries
    }
  }

  private struct Writer {
    private var bytes = BinaryPropertyList.magic
    private var offsets: [Int] = []
    private var referenceSize = 1

    mutating func write(_ list: PropertyList) -> [UInt8] {
      referenceSize = Self.width(Self.count(list))
      let top = put(list)
      let table = bytes.count
      let offsetSize = Self.width(table)
      for offset in offsets { append(UInt64(offset), offsetSize) }
      bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
      for value in [offsets.count, top, table] { append(UInt64(value), 8) }
      return bytes
    }

    private static func count(_ list: PropertyList) -> Int {
      switch list {
      case .array(let elements): elements.reduce(1) { $0 + count($1) }
      case .dictionary(let entries): entries.reduce(1) { $0 + 1 + count($1.value) }
      default: 1
      }
    }

    /// 1, 2, 4 or 8 bytes, whichever holds the number.
    private static func width(_ value: Int) -> Int {
      value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
    }

    private mutating func append(_ value: UInt64, _ size: Int) {
      for i in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * i))) }
    }

    /// Writes an object behind those that it holds, and gives its number.
    private mutating func put(_ list: PropertyList) -> Int {
      switch list {
      case .array(let elements):
        let references = elements.map { put($0) }
        begin(Marker.array, references.count)
        for reference in references { append(UInt64(reference), referenceSize) }
      case .dictionary(let entries):
        let keys = entries.map { put(.string($0.key)) }
        let values = entries.map { put($0.value) }
        begin(Marker.dictionary, entries.count)
        for reference in keys + values { append(UInt64(reference), referenceSize) }
      case .boolean(let value): begin(0, value ? 9 : 8)
      case .real(let value):
        begin(Marker.real, 3)
        append(value.bitPattern, 8)
      case .date(let value):
        begin(Marker.date, 3)
        append(value.bitPattern, 8)
      case .data(let content):
        begin(Marker.data, content.count)
        bytes += content
      case .string(let text) where text.utf8.allSatisfy { $0 < 0x80 }:
        begin(Marker.ascii, text.utf8.count)
        bytes += text.utf8
      case .string(let text):
        begin(Marker.utf16, text.utf16.count)
        for unit in text.utf16 { append(UInt64(unit), 2) }
      case .integer(let value):
        offsets.append(bytes.count)
        putInteger(value)
      }
      return offsets.count - 1
    }

    /// Begins an object: its kind, and how many elements it has.
    private mutating func begin(_ marker: UInt8, _ count: Int) {
      offsets.append(bytes.count)
      bytes.append(marker << 4 | UInt8(min(count, 15)))
      if count >= 15 { putInteger(Int128(count)) }
    }

    private mutating func putInteger(_ value: Int128) {
      if let small = Int(exactly: value), small >= 0 {
        let size = Self.width(small)
        bytes.append(Marker.integer << 4 | UInt8(size.trailingZeroBitCount))
        append(UInt64(small), size)
      } else if let signed = Int64(exactly: value) {
        bytes.append(Marker.integer << 4 | 3)
        append(UInt64(bitPattern: signed), 8)
      } else {
        bytes.append(Marker.integer << 4 | 4)
        append(UInt64(truncatingIfNeeded: value >> 64), 8)
        append(UInt64(truncatingIfNeeded: value), 8)
      }
    }
  }
}
