import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import Glibc
import Matrices
import TestSupport
import Testing

@testable import FaceExperiments

@Suite(
  "Leave-one-out of the AT&T faces, from one Gram matrix",
  .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
struct LeaveOneOutTests {
  /// `FACEBENCH_LONG=1` compares all 400 trainings, else every 57th: eight.
  private static let stride = getenv("FACEBENCH_LONG") == nil ? 57 : 1

  @Test("equals separate trainings, distance by distance")
  func separate() throws {
    let faces = try #require(RealFaces.att)
    let book = Workbook()
    let dataset = try book.datasets.create("orl")
    try dataset.add(
      (0..<faces.count).map { row in
        var face = NewFace(
          subject: faces.roster[faces.labels[row]], image: faces.image(at: row))
        face.index = row % 10 + 1
        return face
      })
    let left = Array(Swift.stride(from: 0, to: 400, by: Self.stride))
    let plan = SplitPlan(kind: .leaveOneOut)
    let folds = Set(left.map { $0 + 1 })
    let split = try plan.split(of: dataset, given: nil, work: Work(jobs: 2))
    let sample = Split(rows: split.rows.filter { folds.contains($0.fold) })
    let clock = ContinuousClock()
    let start = clock.now
    let cell = try #require(
      try EvaluationRunner(
        plan: EvaluationPlan(
          dataset: "orl", cells: [.init(.trained(.eigen, .count(30)))],
          split: left.count == 400 ? plan : SplitPlan(kind: .list)), dataset: dataset,
        givenSplit: sample, model: { _ in throw ExperimentError.noFaces(dataset: "") },
        clock: { 0 }, work: Work(jobs: 2)
      ).run().first)
    print("leave one out, \(left.count) trainings with 30 axes: \(clock.now - start)")
    #expect(cell.trials.probes.count == left.count && cell.outline.folds == left.count)

    let records = try dataset.records()
    let ordered = try LabelledFaces(records, in: dataset)
    let trainer = ModelTrainer(
      settings: TrainingSettings(method: .eigen, components: .count(30)))
    let worst = try Work(jobs: 2).map(count: left.count) { position -> Double in
      // Folds follow the faces' order, one each: nothing in this set is a twin.
      let out = left[position]
      let rest = (0..<400).filter { $0 != out }
      let model = try trainer.fit(ordered.selecting(rest), recipe: Recipe(), work: Work())
      let distances = try model.distances(
        to: ordered.selecting([out]).pixels, work: Work()
      ).row(0)
      let row = try #require(
        cell.trials.probes.firstIndex { $0.file == records[out].file })
      var nearest: [SubjectID: Double] = [:]
      for (distance, other) in zip(distances, rest) {
        let subject = records[other].subject
        nearest[subject] = min(nearest[subject] ?? .infinity, distance)
      }
      return zip(cell.trials.gallery, cell.trials.distances.row(row)).reduce(0) {
        let alone = nearest[$1.0] ?? .nan
        return max($0, abs(alone - $1.1) / alone)
      }
    }
    #expect(worst.count == left.count)
    #expect((worst.max() ?? .infinity) < 1e-9, "\(worst)")
  }
}
