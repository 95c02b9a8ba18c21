/// Days and times in words, the same in every locale.
enum CalendarText {
  /// `2024-02-29 13:05:00`, in universal time.
  ///
  /// - Parameter seconds: since 1970.
  /// - Note: Days to dates by Hinnant, “chrono-compatible low-level date algorithms”, 2013.
  static func utc(_ seconds: Int) -> String {
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let clock = seconds - day * 86_400
    // Counted from 1 March 0000, so that the leap day is the last of its year.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1].map(twoDigits)
    let time = [clock / 3600, clock / 60 % 60, clock % 60].map(twoDigits)
    return date.joined(separator: "-") + " " + time.joined(separator: ":")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
