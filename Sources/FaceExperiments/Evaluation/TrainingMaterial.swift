package import CooperativeWork
package import FaceDatasets
import FacePreprocessing
package import FaceVocabulary

/// The faces of one person, or of all, as one recipe prepares them: what is added to a model.
package struct TrainingMaterial: Sendable {
  package let faces: LabelledFaces
  /// Pictures in which no face could be prepared, with reasons, in the dataset's order.
  package let failures: [Failure]
  /// The first picture whose size is not the first one's, and both sizes; nil when all share one.
  package let oddSize: OddSize?

  /// A picture that gave no face.
  package struct Failure: Equatable, Sendable {
    package let file: String
    package let reason: String
  }

  /// Two pictures of different sizes.
  package struct OddSize: Equatable, Sendable {
    package let file: String
    package let size: PixelSize
    package let usual: PixelSize
  }

  /// Reads and prepares the faces, in parallel. Known eyes are taken instead of looked for.
  ///
  /// - Parameters:
  ///   - size: the size every face is brought to; nil leaves it to the recipe.
  ///   - onlySubject: takes this person's faces only.
  ///   - withMirrors: whether stored mirror images are taken too.
  /// - Throws: ``DatasetError/empty(dataset:)`` when no face is left,
  ///   ``DatasetError/noSuchSubject(_:dataset:known:)``, and what reading a picture throws.
  package init(
    of dataset: Dataset, recipe: Recipe, size: PixelSize? = nil, onlySubject: SubjectID? = nil,
    withMirrors: Bool, work: Work
  ) throws {
    var records = try dataset.records().filter { withMirrors || !$0.isMirror }
    if let onlySubject {
      let known = Set(records.map(\.subject))
      guard known.contains(onlySubject) else {
        throw DatasetError.noSuchSubject(
          onlySubject, dataset: dataset.name, known: known.sorted())
      }
      records = records.filter { $0.subject == onlySubject }
    }
    guard let first = records.first else { throw DatasetError.empty(dataset: dataset.name) }
    let prepared = try PreparedFaces(
      of: records, in: dataset, recipe: recipe, size: size, withMirrors: false,
      usingKnownEyes: true, work: work)
    faces = FaceRows(prepared, records: records, mirrors: false).faces
    failures = prepared.failures.sorted { $0.key < $1.key }.map {
      Failure(file: records[$0.key].file, reason: $0.value.message)
    }
    oddSize = records.first { $0.size != first.size }.map {
      OddSize(file: $0.file, size: $0.size, usual: first.size)
    }
  }
}
