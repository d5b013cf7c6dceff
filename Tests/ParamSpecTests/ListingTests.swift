import DSPCore
import ParamSpec
import Testing

/// The tables against the header listing, column by column.
@Suite struct ListingTests {
  private func spec(_ unit: String) throws -> UnitSpec {
    // The listing's status values are states of the network units.
    let name = unit == "netstatus" ? "netsend" : unit
    return try #require(allUnits.first { $0.spec.name == name }, "no unit \(name)").spec
  }

  @Test func `the listing has 194 constants`() {
    #expect(ListedRow.all.count == 194)
  }

  @Test(arguments: ListedRow.all.filter { $0.access != "constant" }) func `every parameter says what is documented`(
    _ listed: ListedRow
  ) throws {
    let row = try #require(try spec(listed.unit).parameters.first { $0.constant == listed.constant })
    #expect(row.id == listed.id)
    #expect(row.access.rawValue == listed.access)
    #expect(
      row.documented
        == Documented(
          listed.scope, listed.valueUnit, listed.minimum, listed.maximum, listed.defaultValue, text: listed.text))
  }

  @Test(arguments: ListedRow.all.filter { $0.access == "constant" }) func `every other constant has its value`(
    _ listed: ListedRow
  ) throws {
    let constant = try spec(listed.unit).otherConstants.first { $0.name == listed.constant }
    #expect(constant?.value == listed.id)
  }

  /// A row that departs from the listing, or fills a gap in it, gives its reason; one that does not is the listing's.
  @Test(arguments: ListedRow.all.filter { $0.access == "rw" || $0.access == "ro" })
  func `a row is as documented or gives its reason`(_ listed: ListedRow) throws {
    let row = try #require(try spec(listed.unit).parameters.first { $0.constant == listed.constant })
    guard case .header = row.source else { return }
    #expect(bound(listed.minimum) == row.minimum)
    #expect(bound(listed.maximum) == row.maximum)
    // At this rate every documented default fits.
    #expect(number(listed.defaultValue) == row.defaultValue(sampleRate: 96_000))
    #expect(listed.scope.lowercased() == row.scope.rawValue)
  }

  /// Reference/decisions.md, entries 1 to 7: documented ranges stay in effect.
  @Test(arguments: ListedRow.all.filter { !$0.minimum.isEmpty }) func `documented ranges are in effect`(
    _ listed: ListedRow
  ) throws {
    let row = try #require(try spec(listed.unit).parameters.first { $0.constant == listed.constant })
    #expect(bound(listed.minimum) == row.minimum)
    #expect(bound(listed.maximum) == row.maximum)
  }

  private func bound(_ text: String) -> Bound? {
    text == "(SampleRate/2)" ? .nyquist : number(text).map(Bound.number)
  }

  private func number(_ text: String) -> Float? {
    if text == "1/32" { return 1 / 32 }
    return Float(text)
  }
}
