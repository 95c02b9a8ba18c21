import Matrices
import Testing

@testable import FaceExperiments

@Suite("Scores as NumPy arrays")
struct NumpyArrayTests {
  @Test("any matrix reads back bit by bit", arguments: [(0, 0), (1, 1), (3, 5), (7, 40)])
  func roundTrip(rows: Int, columns: Int) throws {
    var generator = SeededGenerator(seed: UInt64(rows * 100 + columns))
    var elements = (0..<rows * columns).map { _ in generator.uniform() * 1e6 }
    if elements.count > 2 {
      elements[0] = .nan
      elements[1] = .infinity
      elements[2] = -0.0
    }
    let matrix = Matrix(rows: rows, columns: columns, elements: elements)
    let bytes = NumpyArray.encode(matrix)
    let back = try NumpyArray.decode(bytes, file: "scores.npy")
    #expect(back.rows == rows && back.columns == columns)
    #expect(back.elements.map(\.bitPattern) == elements.map(\.bitPattern))
    #expect((bytes.count - elements.count * 8) % 64 == 0)
  }

  @Test("every cut and every changed header is refused with the file's name")
  func damage() throws {
    let bytes = NumpyArray.encode(Matrix(rows: 2, columns: 3, filledWith: 1))
    for length in 0..<bytes.count {
      #expect(throws: ResultError.self) {
        try NumpyArray.decode(Array(bytes.prefix(length)), file: "scores.npy")
      }
    }
    var wide = bytes
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "2")))
    wide[place] = UInt8(ascii: "9")
    #expect(throws: ResultError.self) { try NumpyArray.decode(wide, file: "scores.npy") }
  }
}
