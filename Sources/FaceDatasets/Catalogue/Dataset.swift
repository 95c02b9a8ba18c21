package import FaceVocabulary
import SQLiteStore

/// One dataset: a catalogue and ordinary picture files in one folder.
///
/// A value that holds no open file, so it may be passed between threads; every call opens the
/// catalogue for itself.
package struct Dataset: Sendable {
  package let name: String
  package let folder: String

  init(name: String, folder: String) {
    self.name = name
    self.folder = folder
  }

  /// Attempts to get the right to write, 50 ms apart: five seconds in all.
  static let lockAttempts = 100

  var pictures: PictureFiles { PictureFiles(folder: folder) }

  func catalogue(creating: Bool = false) throws(DatasetError) -> Catalogue {
    try storing { () throws(StoreError) in
      try Catalogue(folder: folder, creating: creating)
    }
  }

  /// Runs `body` on the open catalogue; the store's errors become the dataset's.
  func reading<Result>(
    _ body: (Catalogue) throws(StoreError) -> Result
  ) throws(DatasetError) -> Result {
    let catalogue = try catalogue()
    return try storing { () throws(StoreError) in try body(catalogue) }
  }

  /// Runs `body` as the only writer, after sweeping up what an interrupted writer left.
  func writing<Result>(_ body: (Catalogue) throws -> Result) throws -> Result {
    guard let lock = try WriteLock.acquire(in: folder, attempts: Dataset.lockAttempts) else {
      throw DatasetError.busy(dataset: name)
    }
    defer { withExtendedLifetime(lock) {} }
    let catalogue = try catalogue()
    try sweep(catalogue)
    do {
      return try body(catalogue)
    } catch let error as StoreError {
      throw DatasetError.store(error)
    }
  }

  /// Removes pictures that an interrupted change left; does nothing while a writer is at work.
  func sweepLeftovers() throws(DatasetError) {
    guard pictures.hasNote, let lock = try WriteLock.acquire(in: folder, attempts: 1) else {
      return
    }
    defer { withExtendedLifetime(lock) {} }
    try sweep(try catalogue())
  }

  private func sweep(_ catalogue: Catalogue) throws(DatasetError) {
    guard pictures.hasNote else { return }
    let names = try pictures.notedNames()
    let known = try storing { () throws(StoreError) in try catalogue.knows(names) }
    pictures.remove(zip(names, known).filter { !$0.1 }.map(\.0))
    pictures.settle()
  }
}

/// Runs `body`; the store's errors become the dataset's.
func storing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(DatasetError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}

/// Runs `body`, which throws nothing but the errors of datasets and the store.
func changing<Result>(_ body: () throws -> Result) throws(DatasetError) -> Result {
  do {
    return try body()
  } catch let error as DatasetError {
    throw error
  } catch let error as StoreError {
    throw .store(error)
  } catch {
    preconditionFailure("unexpected error in a change to a dataset: \(error)")
  }
}

extension Dataset {
  /// All faces, sorted by subject (bytes), index, original before its mirror.
  ///
  /// - Parameter jobs: threads that may read.
  package func records(jobs: Int = 1) throws(DatasetError) -> [FaceRecord] {
    try reading { catalogue throws(StoreError) in try catalogue.records(jobs: jobs) }
  }

  /// The faces with these files, in the order of `files`.
  ///
  /// - Throws: ``DatasetError/noSuchFile(_:dataset:)`` for the first that is unknown.
  package func records(files: [String]) throws(DatasetError) -> [FaceRecord] {
    let found = try reading { catalogue throws(StoreError) in try catalogue.records(files: files) }
    var records: [FaceRecord] = []
    for (file, record) in zip(files, found) {
      guard let record else { throw .noSuchFile(file, dataset: name) }
      records.append(record)
    }
    return records
  }

  /// The stored picture of a face.
  package func image(of record: FaceRecord) throws(DatasetError) -> GrayImage {
    func damaged(_ reason: String) -> DatasetError {
      .damagedPicture(file: record.file, dataset: name, reason: reason)
    }
    let image: GrayImage
    do throws(StoredPictureFault) {
      image = try pictures.read(record.file)
    } catch {
      throw damaged(error.reason)
    }
    guard image.size == record.size else {
      throw damaged("it is \(image.size), the catalogue says \(record.size)")
    }
    return image
  }

  /// Numbers and names of all people ever in the dataset.
  package func roster() throws(DatasetError) -> SubjectRoster {
    let people = try reading { catalogue throws(StoreError) in try catalogue.subjects() }
    return SubjectRoster(Dictionary(uniqueKeysWithValues: people.map { ($0.label, $0.name) }))
  }

  /// The heads known to be in a picture: those of a scene, else the face's own box.
  package func truth(of record: FaceRecord) throws(DatasetError) -> [TruthFace] {
    try truths(of: [record]).first ?? []
  }

  /// As ``truth(of:)`` for many pictures at once.
  package func truths(of records: [FaceRecord]) throws(DatasetError) -> [[TruthFace]] {
    let heads = try reading { catalogue throws(StoreError) in
      try catalogue.heads(of: records.map(\.id))
    }
    return records.map { record in
      if let heads = heads[record.id] { return heads }
      guard let box = record.box else { return [] }
      var head = TruthFace(box: box)
      head.leftEye = record.leftEye
      head.rightEye = record.rightEye
      head.mouth = record.mouth
      head.yawDegrees = record.yawDegrees
      head.pitchDegrees = record.pitchDegrees
      return [head]
    }
  }

  /// A number for the next capture or sweep, never given before.
  ///
  /// - Parameter facts: how it is made, kept with the number.
  package func nextCapture(_ facts: CaptureFacts? = nil) throws(DatasetError) -> Int64 {
    try changing {
      try writing { catalogue in
        try catalogue.connection.transaction {
          let number = try catalogue.next("capture")
          if let facts { try catalogue.insert(facts, number: number) }
          return number
        }
      }
    }
  }
}
