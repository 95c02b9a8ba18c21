import CooperativeWork
import FaceDatasets
import FaceEvaluation
import FaceModels
import FaceVocabulary
import Testing

@testable import FaceExperiments

@Suite("Eigenfaces of a stored result")
struct ResultPortraitTests {
  private func portraits(
    _ book: Workbook, _ dataset: Dataset, _ cell: EvaluationPlan.Cell, axes: Int = 3
  ) throws -> ResultPortraits? {
    let outcome = try #require(
      try book.run(.plain(dataset, cells: [cell]), on: dataset).first)
    let stored = try book.results.store(outcome, as: nil, host: "", stored: 0)
    return try ResultPortraits(
      of: stored, dataset: dataset, model: { _ in nil }, axes: axes, work: Work())
  }

  /// The mean of the faces that train fold 1, mirror images included when asked for.
  private func mean(_ dataset: Dataset, mirrored: Bool) throws -> [UInt8] {
    let training = try dataset.records().filter { $0.index != 1 }
    let images = try training.map { try dataset.image(of: $0) }
    let all = mirrored ? images + images.map { $0.mirrored() } : images
    return (0..<320).map { pixel in
      let sum = all.reduce(0) { $0 + Int($1.pixels[pixel]) }
      return UInt8((Double(sum) / Double(all.count)).rounded())
    }
  }

  @Test("the mean is that of the first fold's training faces", arguments: [false, true])
  func mean(mirrored: Bool) throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let cell = EvaluationPlan.Cell(
      .trained(.eigen, .count(4)), mirror: mirrored ? .train : .none)
    let found = try #require(try portraits(book, dataset, cell))
    #expect(found.pictures.count == 4)
    #expect(found.pictures[0].pixels == (try mean(dataset, mirrored: mirrored)))
    #expect(found.source == .training(repetition: 1, fold: 1, of: 5))
  }

  @Test("no more axes than there are, and none for LBPH")
  func few() throws {
    let book = Workbook()
    let dataset = try book.dataset()
    let fisher = try #require(
      try portraits(book, dataset, .init(.trained(.fisher, .all)), axes: 50))
    #expect(fisher.pictures.count == 1 + 5)
    #expect(try portraits(book, dataset, .init(.trained(.lbph, .all))) == nil)
  }
}
