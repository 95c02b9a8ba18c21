import FaceEvaluation
import FaceVocabulary

extension DetectorSweepOutcome {
  /// Known faces as CSV, in the order of the pictures: `faces.csv`.
  var faceList: String {
    var text = CSVText.line(["file", "person", "yaw_deg"])
    for (file, known) in zip(files, faces) {
      for face in known {
        text += CSVText.line([file, face.person.name, face.yawDegrees.map { "\($0)" } ?? ""])
      }
    }
    return text
  }

  /// What the yaw of a known face may be, degrees.
  private static let yaws = -180.0...180.0

  private static let pictureColumns =
    ["cell", "file", "pixels", "windows"]
    + MatchRule.allCases.flatMap { ["\($0.rawValue)_found", "\($0.rawValue)_false_alarms"] }
  private static let timingColumns = ["detect_ms_median", "spent_ms"]

  /// What each cell found in each picture as CSV, cells counted from 1: `pictures.csv`. A digit for each
  /// known face says whether it was found. A cell that was stopped has no rows.
  var pictureList: String {
    var text = CSVText.line(Self.pictureColumns + Self.timingColumns)
    for (number, cell) in cells.enumerated() where !cell.isTimedOut {
      for (file, count) in zip(files, cell.pictures) {
        let median = TimingSummary(count.milliseconds).map { "\($0.median)" } ?? ""
        text += CSVText.line(
          Self.fields(of: count, file: file, cell: number)
            + [median, "\(count.spentMilliseconds)"])
      }
    }
    return text
  }

  /// The rows of ``pictureList`` without what depends on time, only cells that came to their end
  /// counted.
  var countedRows: [[String]] {
    cells.filter { !$0.isTimedOut }.enumerated().flatMap { number, cell in
      zip(files, cell.pictures).map { Self.fields(of: $1, file: $0, cell: number) }
    }
  }

  private static func fields(of count: PictureCount, file: String, cell: Int) -> [String] {
    var fields = ["\(cell + 1)", file, "\(count.pixels)", "\(count.windows)"]
    for rule in MatchRule.allCases {
      let matching = count.matchings[rule]
      fields.append((matching?.found ?? []).map { $0 ? "1" : "0" }.joined())
      fields.append(matching.map { "\($0.falseAlarms)" } ?? "")
    }
    return fields
  }

  /// Reads what ``faceList`` and ``pictureList`` wrote.
  init(
    _ sweep: StoredDetectorSweep, faces faceText: String, pictures: String, folder: String
  ) throws(ResultError) {
    let faceRows = CSVText.fields(of: faceText) ?? []
    let rows = CSVText.fields(of: pictures) ?? []
    let width = Self.pictureColumns.count + Self.timingColumns.count
    guard faceRows.first?.count == 3, rows.first == Self.pictureColumns + Self.timingColumns else {
      throw .damaged(file: folder, found: "no list of faces and pictures")
    }
    var known: [String: [SearchedPicture.Face]] = [:]
    for (number, row) in faceRows.dropFirst().enumerated() {
      let yaw = row.count == 3 ? Double(row[2]) : nil
      guard row.count == 3, row[2].isEmpty || yaw.map(Self.yaws.contains) == true else {
        throw .damaged(file: folder + "/faces.csv", found: "row \(number + 2), which is no face")
      }
      known[row[0], default: []].append(
        SearchedPicture.Face(person: SubjectID(row[1]), yawDegrees: yaw))
    }
    var counts = [[PictureCount]](repeating: [], count: sweep.rows.count)
    var names: [String] = []
    for (number, row) in rows.dropFirst().enumerated() {
      guard row.count == width, let cell = Int(row[0]), counts.indices.contains(cell - 1),
        let count = PictureCount(row.dropFirst(2), faces: known[row[1]]?.count ?? 0)
      else {
        throw .damaged(
          file: folder + "/pictures.csv", found: "row \(number + 2), which is no picture")
      }
      let place = counts[cell - 1].count
      if place == names.count { names.append(row[1]) }
      guard names[place] == row[1] else {
        throw .damaged(
          file: folder + "/pictures.csv",
          found: "row \(number + 2), where another picture is expected")
      }
      counts[cell - 1].append(count)
    }
    for (number, (row, pictures)) in zip(sweep.rows, counts).enumerated() {
      let needed = row.isTimedOut == true ? 0 : names.count
      guard pictures.count == needed else {
        throw .damaged(
          file: folder + "/pictures.csv",
          found: "\(pictures.count) pictures of cell \(number + 1), expected \(needed)")
      }
    }
    self.init(
      cells: zip(sweep.rows, counts).map { row, pictures in
        DetectorCell(
          settings: row.settings, pictures: pictures, levels: row.levels ?? 0,
          isTimedOut: row.isTimedOut ?? false)
      },
      files: names, faces: names.map { known[$0] ?? [] }, searches: sweep.searches ?? 0,
      spentMilliseconds: sweep.spentMilliseconds ?? 0)
  }
}

extension PictureCount {
  /// The fields of a row of `pictures.csv` from the pixels on; nil when they are none.
  fileprivate init?(_ fields: ArraySlice<String>, faces: Int) {
    let fields = Array(fields)
    guard let pixels = Self.count(fields[0]), let windows = Self.count(fields[1]) else {
      return nil
    }
    var matchings: [MatchRule: BoxMatching] = [:]
    for (number, rule) in MatchRule.allCases.enumerated() {
      let (found, alarms) = (
        fields[2 + 2 * number], Self.count(fields[3 + 2 * number])
      )
      guard let alarms, found.utf8.count == faces, found.allSatisfy({ "01".contains($0) }) else {
        return nil
      }
      matchings[rule] = BoxMatching(found: found.map { $0 == "1" }, falseAlarms: alarms)
    }
    let times = fields.suffix(2).map { Double($0) }
    self.init(
      matchings: matchings, faces: faces, pixels: pixels, windows: windows,
      milliseconds: times[0].map { [$0] } ?? [], spentMilliseconds: times[1] ?? 0)
  }

  /// A count of one picture; those of a million pictures can be added up.
  private static func count(_ text: String) -> Int? {
    Int(text).flatMap { (0...1 << 42).contains($0) ? $0 : nil }
  }
}
