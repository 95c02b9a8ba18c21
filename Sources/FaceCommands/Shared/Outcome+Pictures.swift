import FaceImages
import FaceVocabulary

extension Outcome {
  /// The outcome of a command over pictures that were named one by one: what gave nothing is told.
  /// Where not one of the pictures could be read nothing was done, and that is a failure.
  ///
  /// - Parameter faults: in the order of the pictures.
  init(
    _ parts: [Part], ofPictures count: Int, faults: [(path: String, error: any ExplainedError)]
  ) {
    guard count > 0, faults.count == count, faults.allSatisfy({ $0.error is ImageError }) else {
      self.init(parts, skipped: faults.map { SkippedItem($0.path, fault: $0.error) })
      return
    }
    if count == 1 {
      self.init(failure: faults[0].error)
    } else {
      self.init(
        skipped: faults.map { SkippedItem($0.path, fault: $0.error) },
        failure: CommandError.noPictureRead(count))
    }
  }
}

extension SkippedItem {
  /// A picture that gave nothing, with what to do about it where that is not plain.
  fileprivate init(_ path: String, fault: any ExplainedError) {
    if fault.kind == "file_not_found" {
      self.init(path, reason: fault.message)
    } else {
      self.init(path, unreadable: fault)
    }
  }
}
