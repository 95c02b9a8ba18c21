import CHDF5Shim
import DurableFiles
import FaceModelFiles
import FaceModels
import FaceVocabulary
import Matrices
import TestSupport
import Testing

@Suite("the sums inside HDF5 files")
struct ChecksumTests {
  let folder = TemporaryFolder()

  /// The sum as HDF5 puts it: word by word, carries folded back.
  private func reference(_ bytes: [UInt8]) -> UInt32 {
    func folded(_ sum: UInt32) -> UInt32 { (sum & 0xffff) + (sum >> 16) }
    var first: UInt32 = 0
    var second: UInt32 = 0
    for start in stride(from: 0, to: bytes.count, by: 2) {
      let low = start + 1 < bytes.count ? UInt32(bytes[start + 1]) : 0
      first = folded(first + UInt32(bytes[start]) << 8 + low)
      second = folded(second + first)
    }
    return folded(second) << 16 | folded(first)
  }

  @Test("are Fletcher's, whatever the length and the bytes")
  func sums() {
    var generator = SeededGenerator(seed: 5)
    let lengths =
      Array(0...70) + [11_518, 11_519, 11_520, 11_521, 11_522, 23_040, 100_001, 524_288]
    for length in lengths {
      let random = (0..<length).map { _ in UInt8(generator.below(256)) }
      // Nothing, and words that are each a multiple of what the sums are taken by.
      for bytes in [
        random, Array(repeating: 0, count: length), Array(repeating: 255, count: length),
      ] {
        #expect(fh5_fletcher32(bytes, bytes.count) == reference(bytes), "\(length) bytes")
      }
    }
  }

  /// A model whose axes take several chunks, and the place of their first value in its file.
  private func saved(_ path: String) throws -> (model: FaceModel, bytes: [UInt8], start: Int) {
    var generator = SeededGenerator(seed: 7)
    func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in generator.uniform() } }
    let size = PixelSize(width: 92, height: 112)
    let model = FaceModel(
      manifest: ModelManifest(recipe: Recipe(), size: size),
      templates: .eigen(
        SubspaceModel(
          mean: numbers(size.area), eigenvalues: numbers(12),
          axes: Matrix(rows: size.area, columns: 12, elements: numbers(12 * size.area)),
          projections: Matrix(rows: 3, columns: 12, elements: numbers(36)))),
      labels: [1, 2, 3], roster: SubjectRoster())
    try ModelFile.save(model, to: path, calls: UnsynchronisedCalls())
    let bytes = try FileBytes.read(path)
    guard case .eigen(let subspace) = model.templates else { preconditionFailure("eigen") }
    let mark = withUnsafeBytes(of: subspace.axes.elements[0].bitPattern.littleEndian) { Array($0) }
    let start = try #require(
      (0..<bytes.count - 8).first { bytes[$0] == mark[0] && Array(bytes[$0..<$0 + 8]) == mark })
    return (model, bytes, start)
  }

  /// Bytes of the first chunk of the axes: rows of twelve doubles, half a megabyte at most.
  private let chunkBytes = (512 << 10) / 96 * 96

  @Test("are what the library stores behind a chunk")
  func stored() throws {
    let (_, bytes, start) = try saved(folder.file("model.h5"))
    let end = start + chunkBytes
    let sum = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[end + $1]) << (8 * UInt32($1)) }
    #expect(fh5_fletcher32(Array(bytes[start..<end]), chunkBytes) == sum)
  }

  @Test("find a changed value in every chunk")
  func changedValues() throws {
    let path = folder.file("model.h5")
    let (_, bytes, start) = try saved(path)
    for place in [start + 3, start + chunkBytes - 1, start + chunkBytes + 4] {
      var changed = bytes
      changed[place] ^= 1
      try write(changed, path)
      do {
        _ = try ModelFile.load(path)
        Issue.record("a changed value was not noticed")
      } catch let error as ModelFileError {
        #expect(error.message.contains("Fletcher32"), "\(error.message)")
      }
    }
  }

  @Test("in the order of an old library are taken too")
  func swappedSums() throws {
    let path = folder.file("model.h5")
    let (model, whole, start) = try saved(path)
    var bytes = whole
    bytes.swapAt(start + chunkBytes, start + chunkBytes + 1)
    bytes.swapAt(start + chunkBytes + 2, start + chunkBytes + 3)
    try write(bytes, path)
    #expect(try ModelFile.load(path) == model)
  }
}
