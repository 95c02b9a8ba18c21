package import CooperativeWork
import DurableFiles
import FaceVocabulary

extension Dataset {
  /// Writes all pictures to a new folder: one folder per person, and `list.csv`.
  ///
  /// The list has `path;label;name` rows, as OpenCV's tutorials read them. Mirrors are written as
  /// `NAME.mirror.pgm`; an import knows them again by their pixels. The folder is whole or not there:
  /// a damaged picture, a full disk or a cancellation leaves nothing behind.
  ///
  /// - Parameter target: must not exist, or be an empty folder.
  /// - Returns: pictures written.
  @discardableResult
  package func export(to target: String, work: Work) throws -> Int {
    let records = try records()
    if records.isEmpty { throw DatasetError.empty(dataset: name) }
    let folder = try ExportFolder(target)
    do {
      try export(records, to: folder.draft, work: work)
      try folder.publish(last: Dataset.listName)
    } catch {
      folder.discard()
      throw error
    }
    return records.count
  }

  private static let listName = "list.csv"

  private func export(_ records: [FaceRecord], to target: String, work: Work) throws {
    var folders = FileNamePool(taken: [Dataset.listName])
    var homes: [SubjectID: String] = [:]
    var files = FileNamePool()
    let names = records.map { record in
      let home = homes[record.subject] ?? folders.take(SafeFileName.made(from: record.subject.name))
      homes[record.subject] = home
      let last = record.file.split(separator: "/").last.map(String.init) ?? record.file
      let stem = last.hasSuffix(".pgm") ? String(last.dropLast(4)) : last
      return files.take(stem, suffix: ".pgm", in: home)
    }
    let output = PictureFiles(folder: target)
    _ = try work.map(count: records.count, activity: "exporting") { index in
      try output.write(try image(of: records[index]), to: names[index])
    }
    try output.synchronize(names)
    let rows = zip(records, names).map { record, name in
      CSVText.row([name, String(record.label), record.subject.name], separator: 0x3B) + "\n"
    }
    do throws(SaveError) {
      try AtomicFile.write(rows.joined(), to: target + "/" + Dataset.listName)
    } catch {
      throw DatasetError.notSaved(error)
    }
  }
}
