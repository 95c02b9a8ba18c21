import FaceDatasets
import FaceEvaluation
import FaceModels
import Matrices

extension TrainingBench {
  /// Distances among the faces that may be drawn as gallery or probe; nil where the split has none.
  ///
  /// Faces that could not be prepared are left out, mirror images never take part.
  func facePairs(by recogniser: TrainedFold) -> FacePairs? {
    // A split of several trainings has none; asked before its rows are gone through for each of them.
    guard stage.folds.count == 1, let files = try? FreeFaces.files(of: stage.split) else {
      return nil
    }
    let free = Set(files)
    let records = stage.records.indices.filter {
      free.contains(stage.records[$0].file) && rows.original[$0] != nil
    }
    let faces = records.compactMap { rows.original[$0] }
    let scores = recogniser.match(gallery: faces, probes: faces, reconstructing: false).distances
    var distances: [Float] = []
    distances.reserveCapacity(faces.count * max(0, faces.count - 1) / 2)
    for first in faces.indices {
      for second in faces.indices.dropFirst(first + 1) {
        distances.append(Float(scores[first, second]))
      }
    }
    return FacePairs(
      files: records.map { stage.records[$0].file },
      subjects: records.map { stage.records[$0].subject },
      groups: records.map { stage.groups[$0] }, distances: distances)
  }
}
