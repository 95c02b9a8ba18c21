import CooperativeWork
import DurableFiles

/// Reads a file of any kind into its tree.
struct ModelSource {
  let document: ModelDocument
  let kind: ModelFileKind
  /// Bytes of the file as it is stored.
  let bytes: Int

  /// The tree of the file at `path`; what it is, is told by its contents.
  ///
  /// - Throws: ``ModelFileError``, or `Cancelled`.
  static func read(_ path: String, shapesOnly: Bool, work: Work) throws -> ModelSource {
    do {
      let start = try FileBytes.prefix(path, count: 4_096)
      let size = try FileBytes.count(path)
      if start.starts(with: HDF5Reader.signature) {
        return ModelSource(
          document: try HDF5Reader.read(
            path, start: start, fileBytes: size, shapesOnly: shapesOnly),
          kind: ModelFileKind(format: .hdf5), bytes: size)
      }
      let reading = TextReading(shapesOnly: shapesOnly, work: work)
      if Gzip.isPacked(start) {
        return try packed(path, size, reading)
      }
      if let foreign = ForeignContent.sniffed(start) {
        throw ModelFileError.notAModel(path: path, found: foreign)
      }
      let bytes = TextBytes(try OpenFile(path, limit: TextLimits.bytes))
      let (document, format) = try parsed(bytes, path, reading)
      return ModelSource(document: document, kind: ModelFileKind(format: format), bytes: size)
    } catch let error as FileReadError {
      throw ModelFileError.unreadable(error)
    }
  }

  private static func packed(
    _ path: String, _ size: Int, _ reading: TextReading
  ) throws -> ModelSource {
    let packed = try FileBytes.read(path, limit: TextLimits.bytes)
    let bytes: [UInt8]
    do throws(TextFault) {
      bytes = try Gzip.unpacked(packed, limit: TextLimits.bytes)
    } catch {
      throw ModelFileError.damaged(path: path, line: nil, fault: error)
    }
    if let foreign = ForeignContent.sniffed(Array(bytes.prefix(4_096))) {
      throw ModelFileError.notAModel(path: path, found: foreign)
    }
    let (document, format) = try parsed(TextBytes(bytes), path, reading)
    return ModelSource(
      document: document, kind: ModelFileKind(format: format, compressed: true), bytes: size)
  }

  private static func parsed(
    _ bytes: TextBytes, _ path: String, _ reading: TextReading
  ) throws -> (ModelDocument, ModelFormat) {
    let text = TextWindow(bytes)
    do {
      let parsed = try document(of: text, reading)
      // A text that could not be read on looks like one that ends.
      if let failure = text.failure { throw failure }
      return parsed
    } catch let problem as TextProblem {
      if let failure = text.failure { throw failure }
      if case .unexpected = problem.fault, !(try looksLikeFileStorage(bytes)) {
        throw ModelFileError.notAModel(path: path, found: .otherText)
      }
      let line = bytes.count == 0 ? nil : TextCursor(text).line(of: problem.position)
      throw ModelFileError.damaged(path: path, line: line, fault: problem.fault)
    }
  }

  private static func document(
    of text: TextWindow, _ reading: TextReading
  ) throws -> (ModelDocument, ModelFormat) {
    switch format(of: text) {
    case .xml: return (try XMLReader.read(text, reading), .xml)
    case .json: return (try JSONReader.read(text, reading), .json)
    default:
      let document = try YAMLReader.read(text, reading)
      let start = String(decoding: try text.source.bytes(in: 0..<256), as: UTF8.self)
      if document.root[ModelKeys.extras] == nil && start.contains(YAMLWriter.promise) {
        throw TextProblem(fault: .cutOff, position: text.source.count)
      }
      return (document, .yaml)
    }
  }

  /// The format that the first character tells.
  private static func format(of text: TextWindow) -> ModelFormat {
    var cursor = TextCursor(text)
    while cursor.byte.isBlank { cursor.position += 1 }
    switch cursor.byte {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"): return .json
    default: return .yaml
    }
  }

  /// Whether a damaged text was meant for OpenCV at all.
  private static func looksLikeFileStorage(_ bytes: TextBytes) throws(FileReadError) -> Bool {
    let start = String(decoding: try bytes.bytes(in: 0..<4_096), as: UTF8.self)
    return ["%YAML", "opencv", "rows", "num_components"].contains { start.contains($0) }
  }
}
