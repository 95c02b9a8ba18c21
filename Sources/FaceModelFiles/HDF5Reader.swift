import CHDF5Shim
import FaceModels
import FaceVocabulary

/// Reads our HDF5 files into the tree that text files give, for the same assembler and validator.
///
/// Every declared extent is compared with the bytes the file really stores before anything is
/// allocated. HDF5 itself runs in a child process of its own: damaged files have crashed it.
struct HDF5Reader {
  private let file: OpaquePointer
  private let path: String
  private let fileBytes: Int
  private let shapesOnly: Bool

  /// The signature at the start of HDF5 files.
  static let signature: [UInt8] = [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A packed dataset may be at most this many times its stored size.
  private static let mostUnpacking = 1_000
  private static let mostUnpackedBytes = 4 << 30

  /// The tree of the file at `path`, of `fileBytes` bytes that begin with `start`; vectors only when
  /// not `shapesOnly`.
  ///
  /// - Throws: ``ModelFileError``.
  static func read(
    _ path: String, start: [UInt8], fileBytes: Int, shapesOnly: Bool
  ) throws -> ModelDocument {
    if let end = declaredEnd(start), end > UInt64(fileBytes) {
      throw ModelFileError.damaged(path: path, line: nil, fault: .cutOff)
    }
    do {
      return try HDF5Library.exclusively {
        var problem = fh5_problem()
        guard let file = fh5_open(path, memory(for: fileBytes), &problem) else {
          throw HDF5Problem(problem)
        }
        defer { fh5_close(file) }
        let reader = HDF5Reader(
          file: file, path: path, fileBytes: fileBytes, shapesOnly: shapesOnly)
        return try reader.document()
      }
    } catch let problem as HDF5Problem {
      throw ModelFileError.library(path: path, problem: problem.words)
    } catch let fault as ModelFault {
      throw ModelFileError.invalid(path: path, fault: fault)
    }
  }

  /// Where the file says it ends, so that a cut one is known without starting a process.
  ///
  /// The superblock of versions 0 to 3 keeps that address 16 bytes after the base address.
  private static func declaredEnd(_ start: [UInt8]) -> UInt64? {
    guard start.count >= 56 else { return 56 }
    let version = start[8]
    let isOld = version < 2
    guard version <= 3, start[isOld ? 13 : 9] == 8 else { return nil }
    let base = version == 0 ? 24 : version == 1 ? 28 : 12
    return (0..<8).reduce(0) { $0 | UInt64(start[base + 16 + $1]) << (8 * UInt64($1)) }
  }

  /// Bytes that the reading process may use: the library's own, and chunks as large as a vector.
  private static func memory(for fileBytes: Int) -> Int {
    let unpacked = fileBytes.multipliedReportingOverflow(by: mostUnpacking)
    return (256 << 20) + min(unpacked.overflow ? Int.max : unpacked.partialValue, mostUnpackedBytes)
      + min(fileBytes, 1 << 40)
  }

  private func document() throws -> ModelDocument {
    guard text("/", "format") == HDF5Layout.format else {
      throw ModelFileError.notAModel(path: path, found: foreign())
    }
    let version = try integer("/", "format_version")
    guard version <= ModelKeys.layoutVersion else {
      throw ModelFault.newerVersion(found: version, known: ModelKeys.layoutVersion)
    }
    let algorithm = try neededText("/", "algorithm")
    guard let method = RecognitionMethod(rawValue: algorithm) else {
      throw ModelFault.outOfRange(
        key: "algorithm", found: algorithm,
        needed: RecognitionMethod.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let fields = try method == .lbph ? histogramFields() : subspaceFields()
    let labels = try labels(HDF5Layout.labels)
    var threshold: Double = 0
    let hasThreshold = fh5_get_double(file, "/model", "threshold", &threshold) != 0
    let map = DocumentMap(
      [("threshold", .real(hasThreshold ? threshold : ModelKeys.noThreshold))] + fields + [
        ("labels", .matrix(labels))
      ])
    return ModelDocument(
      root: DocumentMap([
        (ModelKeys.root(method), .map(map)),
        (ModelKeys.extras, .map(try extras(version: version, algorithm: algorithm))),
      ]))
  }

  private func foreign() -> ForeignContent {
    var name = [CChar](repeating: 0, count: 128)
    var members: [String] = []
    while members.count < 16, fh5_root_member(file, members.count, &name, name.count) != 0 {
      members.append(
        String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    let isKeras = members.contains("model_weights") || text("/", "keras_version") != nil
    return isKeras ? .kerasModel : .otherHDF5(member: members.first)
  }

  private func subspaceFields() throws -> [(String, DocumentValue)] {
    let eigenvalues = try doubles(HDF5Layout.eigenvalues)
    return [
      ("num_components", .integer(Int64(eigenvalues.count))),
      ("mean", .matrix(try doubles(HDF5Layout.mean))),
      ("eigenvalues", .matrix(eigenvalues)),
      ("eigenvectors", .matrix(try doubles(HDF5Layout.eigenvectors))),
      ("projections", .matrix(try doubles(HDF5Layout.projections))),
    ]
  }

  private func histogramFields() throws -> [(String, DocumentValue)] {
    var fields: [(String, DocumentValue)] = []
    for name in ["radius", "neighbors", "grid_x", "grid_y"] {
      fields.append((name, .integer(Int64(try integer("/model", name)))))
    }
    fields.append(("histograms", .matrix(try floats(HDF5Layout.histograms))))
    return fields
  }

  private func extras(version: Int, algorithm: String) throws -> DocumentMap {
    DocumentMap([
      ("format_version", .integer(Int64(version))),
      ("creator", .text(try neededText("/", "creator"))),
      ("algorithm", .text(algorithm)),
      ("width", .integer(Int64(try integer("/preprocess", "width")))),
      ("height", .integer(Int64(try integer("/preprocess", "height")))),
      ("recipe", .text(try neededText("/preprocess", "recipe"))),
      ("settings", .text(try neededText("/train", "settings"))),
      ("content_sha256", .text(text("/", "content_sha256") ?? "")),
      ("names", try names()),
    ])
  }

  private func names() throws -> DocumentValue {
    guard let ids = try labels(HDF5Layout.ids).integers else {
      throw ModelFault.wrongType(key: HDF5Layout.ids, needed: "whole numbers of 32 bits")
    }
    let texts = try texts(HDF5Layout.names)
    guard texts.count == ids.count else {
      throw ModelFault.disagreement(
        key: HDF5Layout.names, found: texts.count, other: HDF5Layout.ids, needed: ids.count)
    }
    if ids.isEmpty { return .null }
    return .list(
      zip(ids, texts).map { id, name in
        .map(DocumentMap([("label", .integer(Int64(id))), ("name", .text(name))]))
      })
  }

  // MARK: attributes

  private func text(_ object: String, _ name: String) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard fh5_get_text(file, object, name, &value) != 0, let value else { return nil }
    defer { fh5_free_text(value) }
    return String(cString: value)
  }

  private func neededText(_ object: String, _ name: String) throws(ModelFault) -> String {
    guard let value = text(object, name) else { throw .missing(key: name) }
    return value
  }

  private func integer(_ object: String, _ name: String) throws(ModelFault) -> Int {
    var value: Int64 = 0
    guard fh5_get_integer(file, object, name, &value) != 0 else { throw .missing(key: name) }
    return Int(value)
  }

  // MARK: datasets

  private struct Extent {
    let rows: Int
    let columns: Int
    var count: Int { rows * columns }
  }

  /// Rows and columns of a dataset of the wanted kind whose values are really there.
  private func extent(_ key: String, kind: Int, needed: String) throws -> Extent {
    guard fh5_has(file, key) != 0 else { throw ModelFault.missing(key: key) }
    var shape = fh5_shape()
    try HDF5Problem.checked { fh5_describe(file, key, &shape, $0) }
    guard Int(shape.kind) == kind, shape.rank >= 1 else {
      throw ModelFault.wrongType(key: key, needed: needed)
    }
    let rows = Int(clamping: shape.extent.0)
    let columns = shape.rank == 2 ? Int(clamping: shape.extent.1) : 1
    let (count, over) = rows.multipliedReportingOverflow(by: columns)
    let (bytes, tooMany) = count.multipliedReportingOverflow(by: max(8, shape.value_bytes))
    guard !over, !tooMany else {
      throw ModelFault.declaredBeyondStored(
        key: key, declared: Int.max, stored: Int(clamping: shape.stored_bytes))
    }
    let declared = count * shape.value_bytes
    let stored = min(Int(clamping: shape.stored_bytes), fileBytes)
    let most =
      shape.compressed != 0
      ? min(
        stored.multipliedReportingOverflow(by: HDF5Reader.mostUnpacking).partialValue,
        HDF5Reader.mostUnpackedBytes) : stored
    guard declared <= most, bytes >= 0 else {
      throw ModelFault.declaredBeyondStored(key: key, declared: declared, stored: stored)
    }
    return Extent(rows: rows, columns: columns)
  }

  private func doubles(_ key: String) throws -> DocumentMatrix {
    let extent = try extent(key, kind: FH5_REALS, needed: "a matrix of doubles")
    if shapesOnly {
      return DocumentMatrix(rows: extent.rows, columns: extent.columns, numbers: .skipped)
    }
    let values = try filled(extent.count) { fh5_read_doubles(file, key, $0, extent.count, $1) }
    return DocumentMatrix(rows: extent.rows, columns: extent.columns, numbers: .doubles(values))
  }

  private func floats(_ key: String) throws -> DocumentMatrix {
    let extent = try extent(key, kind: FH5_REALS, needed: "a matrix of floats")
    if shapesOnly {
      return DocumentMatrix(rows: extent.rows, columns: extent.columns, numbers: .skipped)
    }
    let values = try filled(extent.count) { fh5_read_floats(file, key, $0, extent.count, $1) }
    return DocumentMatrix(rows: extent.rows, columns: extent.columns, numbers: .floats(values))
  }

  private func labels(_ key: String) throws -> DocumentMatrix {
    let extent = try extent(key, kind: FH5_INTEGERS, needed: "a list of 32-bit integers")
    let values = try filled(extent.count) { fh5_read_integers(file, key, $0, extent.count, $1) }
    return DocumentMatrix(rows: extent.rows, columns: extent.columns, numbers: .integers(values))
  }

  private func filled<Value>(
    _ count: Int, _ call: (UnsafeMutablePointer<Value>?, UnsafeMutablePointer<fh5_problem>) -> Int32
  ) throws(HDF5Problem) -> [Value] {
    var problem = fh5_problem()
    var good = false
    let values = [Value](unsafeUninitializedCapacity: count) { buffer, filled in
      good = call(buffer.baseAddress, &problem) != 0
      filled = good ? count : 0
    }
    guard good else { throw HDF5Problem(problem) }
    return values
  }

  private func texts(_ key: String) throws -> [String] {
    let count = try extent(key, kind: FH5_TEXTS, needed: "a list of texts").count
    var pointers = [UnsafeMutablePointer<CChar>?](repeating: nil, count: count)
    defer { for pointer in pointers { fh5_free_text(pointer) } }
    try HDF5Problem.checked { problem in
      pointers.withUnsafeMutableBufferPointer {
        fh5_read_texts(file, key, $0.baseAddress, count, fileBytes, problem)
      }
    }
    return pointers.map { $0.map { String(cString: $0) } ?? "" }
  }
}
