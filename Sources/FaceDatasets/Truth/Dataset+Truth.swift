package import FaceImages
import FaceVocabulary
import SQLiteStore

extension Dataset {
  /// Replaces the heads known in pictures.
  ///
  /// - Parameter heads: truth by file, as in ``FaceRecord/file``.
  /// - Throws: ``DatasetError/noSuchFile(_:dataset:)``; nothing is changed then.
  package func setTruth(_ heads: [String: [TruthFace]]) throws(DatasetError) {
    try changing {
      try writing { catalogue in
        try catalogue.connection.transaction {
          let files = heads.keys.sorted()
          for (file, record) in zip(files, try catalogue.records(files: files)) {
            guard let record else { throw DatasetError.noSuchFile(file, dataset: name) }
            try catalogue.replaceHeads(of: record.id, by: heads[file] ?? [])
          }
        }
      }
    }
  }

  /// What was measured on faces, by file; pictures without any are absent.
  package func qualities() throws(DatasetError) -> [String: FaceQuality] {
    try reading { catalogue throws(StoreError) in
      let measures = try catalogue.qualities()
      let records = try catalogue.records(ids: measures.keys.sorted())
      var found: [String: FaceQuality] = [:]
      for case let record? in records { found[record.file] = measures[record.id] }
      return found
    }
  }
}
