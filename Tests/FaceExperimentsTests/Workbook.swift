import CooperativeWork
import FaceDatasets
import FaceModels
import FaceVocabulary
import Glibc
import Matrices

@testable import FaceExperiments

/// A workspace for one test, removed with the value.
final class Workbook: Sendable {
  let folder: String
  let datasets: DatasetLibrary
  let results: ResultLibrary

  init() {
    var template = Array("/tmp/facebench-experiments-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp/facebench-experiments"
    datasets = DatasetLibrary(folder: folder + "/datasets")
    results = ResultLibrary(folder: folder + "/results", libraries: ["test": "1"])
  }

  deinit { FolderListing.removeTree(folder) }

  /// A dataset of `people` with `images` noisy pictures of a pattern of their own.
  func dataset(
    _ name: String = "tiny", people: Int = 6, images: Int = 5, noise: Double = 40,
    seed: UInt64 = 1, yaws: [Double]? = nil
  ) throws -> Dataset {
    let dataset = try datasets.create(name)
    var faces: [NewFace] = []
    for person in 0..<people {
      for image in 0..<images {
        var face = NewFace(
          subject: SubjectID("p\(person)"),
          image: Self.picture(person: person, image: image, noise: noise, seed: seed))
        face.index = image + 1
        if let yaws { face.yawDegrees = yaws[image % yaws.count] }
        faces.append(face)
      }
    }
    try dataset.add(faces)
    return dataset
  }

  /// A 16×20 picture: the person's waves, and noise of this picture alone.
  static func picture(person: Int, image: Int, noise: Double, seed: UInt64) -> GrayImage {
    var own = SeededGenerator(seed: seed, stream: UInt64(person))
    let waves = (0..<5).map { _ in (own.uniform(), own.uniform(), own.uniform() * 6) }
    var grain = SeededGenerator(seed: seed, stream: UInt64(1000 + person * 100 + image))
    let pixels = (0..<320).map { pixel -> UInt8 in
      let x = Double(pixel % 16)
      let y = Double(pixel / 16)
      let level = waves.reduce(128.0) { $0 + 16 * sin($1.0 * x + $1.1 * y + $1.2) }
      return UInt8(min(255, max(0, level + (grain.uniform() - 0.5) * 2 * noise)))
    }
    return GrayImage(size: PixelSize(width: 16, height: 20), pixels: pixels)
  }

  /// Runs `plan` with `jobs` threads.
  func run(
    _ plan: EvaluationPlan, on dataset: Dataset, jobs: Int = 1
  ) throws -> [EvaluatedCell] {
    try EvaluationRunner(
      plan: plan, dataset: dataset, model: { _ in throw ExperimentError.noFaces(dataset: "") },
      clock: { 0 }, work: Work(jobs: jobs)
    ).run()
  }
}

extension EvaluationPlan {
  /// Eigenfaces and Fisherfaces with all axes over five folds by index.
  static func plain(
    _ dataset: Dataset, cells: [Cell] = [Cell(.trained(.eigen, .all))], folds: Int = 5
  ) -> EvaluationPlan {
    var split = SplitPlan(kind: .folds, seed: 1)
    split.folds = folds
    split.foldBy = .index
    return EvaluationPlan(dataset: dataset.name, cells: cells, split: split)
  }
}
