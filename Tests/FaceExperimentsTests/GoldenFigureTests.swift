import CooperativeWork
import DurableFiles
import FaceDatasets
import FaceEvaluation
import FaceImages
import FaceModels
import FaceVocabulary
import TestSupport
import Testing

@testable import FaceExperiments

/// Figures on the AT&T faces (40 people × 10 pictures of 92×112, no recipe) that were computed
/// independently of this program.
@Suite(
  "Known figures on the AT&T faces",
  .enabled(if: RealFaces.isPresent, "set FACEBENCH_DATA to the folder of real faces"))
struct GoldenFigureTests {
  /// The AT&T faces as a dataset of `book`.
  private func faces(_ book: Workbook) throws -> Dataset {
    let dataset = try book.datasets.create("orl")
    var faces: [NewFace] = []
    for person in 1...40 {
      for image in 1...10 {
        let path = RealFaces.path("orl_faces/s\(person)/\(image).pgm")
        var face = NewFace(
          subject: SubjectID("s\(person)"),
          image: try PortableGraymap.decode(try FileBytes.read(path), limits: .standard))
        face.index = image
        faces.append(face)
      }
    }
    try dataset.add(faces)
    return dataset
  }

  private func correct(_ cells: [EvaluatedCell]) -> [Int] {
    cells.map { AccuracySummary($0.trials).correct }
  }

  @Test("ten, five and two folds by index")
  func folds() throws {
    let book = Workbook()
    let dataset = try faces(book)
    let cells: [EvaluationPlan.Cell] = [
      .init(.trained(.eigen, .count(30))), .init(.trained(.eigen, .count(80))),
    ]
    let ten = try book.run(
      .plain(dataset, cells: [cells[0], .init(.trained(.fisher, .all))], folds: 10), on: dataset,
      jobs: 2)
    #expect(correct(ten) == [393, 383])
    #expect(ten[1].outline.componentsLeast == 39 && ten[1].outline.componentsMost == 39)
    let five = try book.run(.plain(dataset, cells: cells, folds: 5), on: dataset, jobs: 2)
    #expect(correct(five) == [390, 389])
    let two = try book.run(.plain(dataset, cells: cells, folds: 2), on: dataset, jobs: 2)
    #expect(correct(two) == [375, 377])
  }

  @Test("leave one out at seven numbers of axes, from one Gram matrix")
  func leaveOneOut() throws {
    let book = Workbook()
    let dataset = try faces(book)
    var plan = EvaluationPlan.plain(
      dataset,
      cells: [5, 8, 10, 20, 29, 30, 100].map { .init(.trained(.eigen, .count($0))) })
    plan.split = SplitPlan(kind: .leaveOneOut)
    #expect(
      correct(try book.run(plan, on: dataset, jobs: 2)) == [344, 381, 385, 389, 393, 393, 392])
  }
}
