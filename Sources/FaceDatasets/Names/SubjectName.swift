import FaceVocabulary

/// The rules for names of people: any text, within reason.
enum SubjectName {
  /// Most bytes a name may have.
  static let limit = 1024

  /// Throws unless `subject` has a name that can be stored and shown.
  static func check(_ subject: SubjectID) throws(DatasetError) {
    let name = subject.name
    if name.isEmpty { throw .badSubject(name, reason: "it is empty") }
    if name.utf8.count > limit {
      throw .badSubject(
        String(name.prefix(40)) + "…", reason: "it has \(name.utf8.count) bytes, more than \(limit)"
      )
    }
    if name.utf8.contains(0) { throw .badSubject(name, reason: "it contains a zero byte") }
  }
}
