import CooperativeWork
import FaceImages
import FaceModels
import FacePreprocessing
import FaceVocabulary
import Matrices

/// Who is in each of many pictures: each becomes a face where it is decoded, and many are compared at
/// a time.
struct PicturePredictions {
  /// What became of a picture.
  enum Outcome: Sendable {
    /// Milliseconds are those of its block of faces, divided evenly.
    case predicted(Prediction, milliseconds: Double)
    case failed(any ExplainedError)
  }

  /// Faces that are compared at once: enough for the search of batches, small beside one picture.
  private static let facesAtOnce = 512

  let model: FaceModel
  /// Candidates of each picture.
  let top: Int
  let workbench: Workbench

  /// One a path, in their order; the same numbers as one picture at a time.
  func outcomes(of paths: [String]) throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for first in stride(from: 0, to: paths.count, by: Self.facesAtOnce) {
      let block = Array(paths[first..<min(first + Self.facesAtOnce, paths.count)])
      let made = try faces(in: block, work: workbench.work.part(from: first, of: paths.count))
      let pixels = made.flatMap { (try? $0.get().pixels) ?? [] }
      let found = made.count { (try? $0.get()) != nil }
      var predicted = try found > 0 ? predictions(of: pixels, count: found)[...] : []
      for face in made {
        switch face {
        case .success: outcomes.append(predicted.removeFirst())
        case .failure(let failure): outcomes.append(.failed(failure.reason))
        }
      }
    }
    return outcomes
  }

  /// Why there is no face to compare.
  private struct NoFace: Error {
    let reason: any ExplainedError
  }

  private func faces(
    in paths: [String], work: Work
  ) throws -> [Result<GrayImage, NoFace>] {
    let (recipe, size) = (model.manifest.recipe, model.manifest.size)
    return try workbench.images.decode(
      paths, work: work,
      makeLane: { try FacePreparer(recipe: recipe, size: size, work: work) }
    ) { preparer, picture -> Result<GrayImage, NoFace> in
      do throws(PreparationError) {
        return .success(try preparer.prepare(picture.image).face)
      } catch {
        return .failure(NoFace(reason: error))
      }
    }.map { made in
      switch made {
      case .success(let face): face
      case .failure(let error): .failure(NoFace(reason: error))
      }
    }
  }

  private func predictions(of pixels: [UInt8], count: Int) throws -> [Outcome] {
    let start = workbench.clock()
    let faces = ByteMatrix(rows: count, columns: model.manifest.size.area, elements: pixels)
    let predictions = try model.predict(faces, top: top, work: workbench.work)
    let milliseconds = (workbench.clock() - start) * 1000 / Double(count)
    return predictions.map { .predicted($0, milliseconds: milliseconds) }
  }
}
