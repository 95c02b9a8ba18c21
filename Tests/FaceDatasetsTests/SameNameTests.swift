import CooperativeWork
import Testing

@testable import FaceDatasets

@Suite("Datasets of one name, made at the same time")
struct SameNameTests {
  private let shop = Workshop()

  @Test("one of many makes it, the others hear that it is there")
  func create() throws {
    let library = shop.library
    for round in 1...5 {
      let outcomes = try Work(jobs: 8).map(count: 8) { _ -> String in
        do throws(DatasetError) {
          return try library.create("same\(round)").name
        } catch {
          return error.kind
        }
      }
      #expect(outcomes.count { $0 == "same\(round)" } == 1, "\(outcomes)")
      #expect(outcomes.count { $0 == "dataset_exists" } == 7, "\(outcomes)")
    }
  }

  @Test("all who want it made or opened have it")
  func openOrCreate() throws {
    let library = shop.library
    for round in 1...5 {
      let names = try Work(jobs: 8).map(count: 8) { _ in
        try library.openOrCreate("same\(round)").name
      }
      #expect(names == Array(repeating: "same\(round)", count: 8))
    }
  }
}
