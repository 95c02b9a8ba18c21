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
      let bytes = try FileBytes.read(path, limit: TextLimits.bytes)
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
    let (document, format) = try parsed(bytes, path, reading)
    return ModelSource(
      document: document, kind: ModelFileKind(format: format, compressed: true), bytes: size)
  }

  private static func parsed(
    _ bytes: [UInt8], _ path: String, _ reading: TextReading
  ) throws -> (ModelDocument, ModelFormat) {
    let format = format(of: bytes)
    do {
      switch format {
      case .xml: return (try XMLReader.read(bytes, reading), .xml)
      case .json: return (try JSONReader.read(bytes, reading), .json)
      default:
        let document = try YAMLReader.read(bytes, reading)
        let start = String(decoding: bytes.prefix(256), as: UTF8.self)
        if document.root[ModelKeys.extras] == nil && start.contains(YAMLWriter.promise) {
          throw TextProblem(fault: .cutOff, position: bytes.count)
        }
        return (document, .yaml)
      }
    } catch let problem as TextProblem {
      if case .unexpected = problem.fault, !looksLikeFileStorage(bytes) {
        throw ModelFileError.notAModel(path: path, found: .otherText)
      }
      let line = TextCursor(bytes).line(of: problem.position)
      throw ModelFileError.damaged(
        path: path, line: bytes.isEmpty ? nil : line, fault: problem.fault)
    }
  }

  /// The format that the first character tells.
  private static func format(of bytes: [UInt8]) -> ModelFormat {
    let first = TextCursor(bytes)
    switch bytes[first.position...].first(where: { !$0.isBlank }) {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"): return .json
    default: return .yaml
    }
  }

  /// Whether a damaged text was meant for OpenCV at all.
  private static func looksLikeFileStorage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    return ["%YAML", "opencv", "rows", "num_components"].contains { start.contains($0) }
  }
}
