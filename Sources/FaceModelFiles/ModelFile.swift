package import CooperativeWork
package import DurableFiles
package import FaceModels
import FaceVocabulary

/// Models on disk: OpenCV's YAML, XML and JSON, each also packed by gzip, and HDF5.
///
/// What a file is, is told by its contents when it is read and by its suffix when it is written.
/// Every format is read into one tree, which one assembler turns into a model and one validator
/// judges; reading returns a whole model or throws. Text is parsed in memory-safe code.
package enum ModelFile {
  /// The model in the file at `path`.
  ///
  /// - Parameter assumed: what the user says of a file that does not tell its kind or size; a file
  ///   that tells something else is refused.
  /// - Throws: ``ModelFileError``, or `Cancelled`.
  /// - Complexity: memory of the model and once the file.
  package static func load(
    _ path: String, assuming assumed: AssumedModel = .nothing, work: Work = Work(jobs: 2)
  ) throws -> FaceModel {
    try open(path, assuming: assumed, work: work).model
  }

  /// As ``load(_:assuming:work:)``, with what had to be supposed.
  package static func open(
    _ path: String, assuming assumed: AssumedModel = .nothing, work: Work = Work(jobs: 2)
  ) throws -> LoadedModel {
    let file = try ModelSource.read(path, shapesOnly: false, work: work)
    let assembler = try ModelAssembler(file.document, path: path)
    let (model, notes) = try assembler.model(assuming: assumed)
    return LoadedModel(model: model, kind: file.kind, layout: assembler.layout, notes: notes)
  }

  /// What the headers of the file at `path` tell, without reading vectors.
  ///
  /// - Throws: ``ModelFileError``.
  package static func inspect(_ path: String) throws -> ModelSummary {
    let file = try ModelSource.read(path, shapesOnly: true, work: Work())
    return try ModelAssembler(file.document, path: path).summary(
      kind: file.kind, bytes: file.bytes)
  }

  /// Reads the file at `path` wholly and compares its numbers with the digest that was saved.
  ///
  /// - Returns: its summary; `contentDigest` is nil for files by others, which have none.
  /// - Throws: ``ModelFileError/digestDiffers(path:)`` or any other reason not to use the file.
  @discardableResult
  package static func verify(
    _ path: String, assuming assumed: AssumedModel = .nothing, work: Work = Work(jobs: 2)
  ) throws -> ModelSummary {
    let file = try ModelSource.read(path, shapesOnly: false, work: work)
    let assembler = try ModelAssembler(file.document, path: path)
    let model = try assembler.model(assuming: assumed).model
    if let stored = assembler.storedDigest, stored != ModelDigest.hex(of: model) {
      throw ModelFileError.digestDiffers(path: path)
    }
    return try assembler.summary(kind: file.kind, bytes: file.bytes)
  }

  /// Saves `model` at `path` in one step; the kind of file is told by the suffix.
  ///
  /// Leftovers of saves that were killed in the same folder are removed first.
  ///
  /// - Parameters:
  ///   - dialect: the layout of text files; HDF5 has one layout.
  ///   - compression: gzip level 1 … 9 inside HDF5 files, 0 for none.
  ///   - textLimit: bytes from which a text is refused in favour of HDF5.
  /// - Throws: ``ModelFileError``, or `Cancelled`; what was at `path` is intact then.
  @discardableResult
  package static func save(
    _ model: FaceModel, to path: String, dialect: ModelDialect = .openCV4, compression: Int = 0,
    textLimit: Int = TextLimits.bytes, work: Work = Work(jobs: 2),
    calls: any FileSystemCalls = SystemCalls()
  ) throws -> SavedModel {
    guard let kind = ModelFileKind(path: path) else {
      throw ModelFileError.unknownSuffix(path: path)
    }
    do {
      try ModelValidator.check(model)
      LeftoverFiles.sweep(inFolderOf: path)
      let file = try AtomicFile.write(to: path, calls: calls) { writer in
        try encode(
          model, as: kind, dialect: dialect, compression: compression, path: path,
          textLimit: textLimit, work: work
        ) { bytes in try writer.write(bytes) }
      }
      return SavedModel(kind: kind, file: file)
    } catch let error as SaveError {
      throw ModelFileError.notSaved(error)
    } catch let fault as ModelFault {
      throw ModelFileError.unsavable(fault)
    } catch let problem as HDF5Problem {
      throw ModelFileError.library(path: path, problem: problem.words)
    }
  }

  /// Hands the bytes of the file of `model` to `emit`, block by block.
  private static func encode(
    _ model: FaceModel, as kind: ModelFileKind, dialect: ModelDialect, compression: Int,
    path: String, textLimit: Int, work: Work, emit: @escaping ([UInt8]) throws -> Void
  ) throws {
    guard kind.format != .hdf5 else {
      return try emit(try HDF5Writer.bytes(of: model, compression: compression))
    }
    let estimate = ModelDocument.estimatedTextBytes(of: model)
    guard estimate <= textLimit else {
      throw ModelFileError.textTooLarge(path: path, bytes: estimate, limit: textLimit)
    }
    let document = try ModelDocument(model, dialect: dialect)
    guard kind.compressed else {
      return try write(document, kind.format, to: TextSink(work: work, emit: emit))
    }
    guard let packer = GzipPacker(emit: emit) else {
      preconditionFailure("zlib needs 256 KiB of memory")
    }
    try write(
      document, kind.format,
      to: TextSink(work: work) { bytes in try packer.feed(bytes, last: false) })
    try packer.feed([], last: true)
  }

  private static func write(
    _ document: ModelDocument, _ format: ModelFormat, to sink: TextSink
  ) throws {
    switch format {
    case .yaml: try YAMLWriter.write(document, to: sink)
    case .xml: try XMLWriter.write(document, to: sink)
    case .json: try JSONWriter.write(document, to: sink)
    case .hdf5: preconditionFailure("HDF5 is no text")
    }
  }
}
