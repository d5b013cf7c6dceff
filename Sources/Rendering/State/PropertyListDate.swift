/// Dates of property lists, `2024-05-01T12:00:00Z`, as seconds since 1 January 2001.
enum PropertyListDate {
  /// Days from 1 March of year 0 to 1 January 2001 in the Gregorian calendar.
  private static let epoch = days(2001, 1, 1)

  static func seconds(_ text: String) -> Double? {
    let fields = text.split(whereSeparator: { "-T:Z".contains($0) }).map { Int($0) }
    guard text.utf8.count == 20, text.hasSuffix("Z"), fields.count == 6, !fields.contains(nil) else { return nil }
    let f = fields.map { $0 ?? 0 }
    guard (1...12).contains(f[1]), (1...31).contains(f[2]), f[3] < 24, f[4] < 60, f[5] <= 60 else { return nil }
    return Double((days(f[0], f[1], f[2]) - epoch) * 86_400 + f[3] * 3600 + f[4] * 60 + f[5])
  }

  static func text(_ seconds: Double) -> String {
    // Years 0 to 9999; what is no date becomes an end of them.
    let whole = Int(min(max(seconds.isNaN ? 0 : seconds, -63_100_000_000), 252_423_993_599).rounded(.down))
    let day = Int((Double(whole) / 86_400).rounded(.down))
    let time = whole - day * 86_400
    let (y, m, d) = civil(day + epoch)
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    let year = String(repeating: "0", count: max(0, 4 - "\(y)".count)) + "\(y)"
    return "\(year)-\(two(m))-\(two(d))T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
  }

  /// Days since 1 March of year 0: years begin in March, so that leap days come last (Hinnant, "chrono-compatible
  /// low-level date algorithms").
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }

  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let day = days - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let m = month < 10 ? month + 3 : month - 9
    return (year + era * 400 + (m <= 2 ? 1 : 0), m, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
