import Foundation

/// The header listing, row by row, as reference/parameters.tsv has it.
struct ListedRow {
  let unit, constant: String
  let id: UInt32
  let scope, valueUnit, minimum, maximum, defaultValue, access, text: String

  static let all: [ListedRow] = {
    let path = Bundle.module.path(forResource: "parameters", ofType: "tsv", inDirectory: "Fixtures")!
    let text = String(decoding: FileManager.default.contents(atPath: path)!, as: UTF8.self)
    let lines = text.split(separator: "\n").dropFirst()
    return lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return ListedRow(
        unit: cells[0], constant: cells[1], id: UInt32(cells[2])!, scope: cells[3], valueUnit: cells[4],
        minimum: cells[5], maximum: cells[6], defaultValue: cells[7], access: cells[8], text: cells[9])
    }
  }()
}
