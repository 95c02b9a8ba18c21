import FaceEvaluation
import FaceVocabulary

extension FacePairs {
  /// The faces as CSV in the order of the distances: `faces.csv`.
  var list: String {
    var text = CSVText.line(["file", "subject", "group"])
    for face in files.indices {
      text += CSVText.line([files[face], subjects[face].name, "\(groups[face])"])
    }
    return text
  }

  /// Reads ``list`` and the distances beside it.
  ///
  /// - Throws: ``ResultError/damaged(file:found:)``.
  init(
    list text: String, file: String, distances bytes: [UInt8], distanceFile: String
  ) throws(ResultError) {
    guard let rows = CSVText.fields(of: text), rows.first == ["file", "subject", "group"] else {
      throw .damaged(file: file, found: "no list of faces")
    }
    var files: [String] = []
    var subjects: [SubjectID] = []
    var groups: [Int] = []
    for (number, row) in rows.dropFirst().enumerated() {
      guard row.count == 3, let group = Int(row[2]) else {
        throw .damaged(file: file, found: "row \(number + 2), which is no face")
      }
      files.append(row[0])
      subjects.append(SubjectID(row[1]))
      groups.append(group)
    }
    let distances = try NumpyArray.decodeFloats(bytes, file: distanceFile)
    guard distances.count == files.count * (files.count - 1) / 2 else {
      throw .damaged(
        file: distanceFile, found: "\(distances.count) distances among \(files.count) faces")
    }
    self.init(files: files, subjects: subjects, groups: groups, distances: distances)
  }
}
