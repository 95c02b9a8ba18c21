import CooperativeWork
import FaceVocabulary
import WorkerProtocol

/// Decodes a handful of files with one helper, in as few exchanges as memory allows, and makes of each
/// picture what is wanted: only the pictures of one exchange are held.
struct DecodingBatch<Value> {
  /// Input bytes after which a batch is sent off.
  private static var bytesPerBatch: Int { 2 << 20 }
  /// Pages of shared memory kept for the next batch, in bytes.
  private static var keptBytes: Int { 8 << 20 }

  let pool: HelperPool
  let limits: DecodingLimits
  let cancellation: Cancellation
  let transform: (DecodedImage) throws -> Value

  /// Pictures and faults by number of their files.
  private typealias Results = [Result<DecodedImage, ImageError>?]

  /// A file whose bytes stand in shared memory.
  private struct Loaded {
    let index: Int
    let job: DecodeJob
  }

  /// What one exchange with a helper brought.
  private enum Exchange {
    case outcomes([DecodeOutcome])
    /// The helper ended; `at` is the number of the file it worked on, nil before the first.
    case ended(WorkerError, at: Int?)
  }

  /// What one look at a file brought.
  private enum Placed {
    /// It needed no codec.
    case finished(DecodedImage)
    /// Its bytes stand in shared memory.
    case job(DecodeJob)
    /// The batch has no room for it.
    case full
  }

  /// - Parameter finished: is told after every exchange how many more files are done.
  /// - Throws: `Cancelled`, and ``ImageError`` for the first file where no helper can be started at all;
  ///   what `transform` throws.
  func decode(
    _ paths: [String], finished: (Int) -> Void = { _ in }
  ) throws -> [Result<Value, ImageError>] {
    var made: [Result<Value, ImageError>?] = Array(repeating: nil, count: paths.count)
    var results: Results = Array(repeating: nil, count: paths.count)
    var waiting = Array(paths.indices)
    var idleDeaths = 0
    var told = 0
    while !waiting.isEmpty {
      try cancellation.check()
      defer {
        finished(paths.count - waiting.count - told)
        told = paths.count - waiting.count
      }
      var borrowed: HelperPool.Lease?
      let loaded = try load(&waiting, of: paths, with: &borrowed, results: &results)
      guard let lease = consume borrowed else {
        try make(of: &results, into: &made)
        continue
      }
      let number = lease.helper.processNumber
      let exchange: Exchange
      do {
        exchange = try loaded.isEmpty ? .outcomes([]) : ask(lease.helper, loaded)
      } catch {
        pool.giveBack(lease, number: number)
        throw error
      }
      switch exchange {
      case .outcomes(let outcomes):
        waiting =
          take(outcomes, of: loaded, paths: paths, from: lease.helper.memory, results: &results)
          + waiting
      case .ended(let error, let blamed):
        waiting = loaded.map(\.index) + waiting
        if let blamed {
          let index = loaded[blamed].index
          pool.recordDeath(on: paths[index])
          results[index] = .failure(fault(paths[index], error))
          waiting.removeAll { $0 == index }
        } else {
          idleDeaths += 1
          if idleDeaths >= HelperPool.mostDeaths {
            pool.giveBack(lease, number: number)
            throw unavailable(paths[waiting[0]], error)
          }
        }
      }
      pool.giveBack(lease, number: number)
      try make(of: &results, into: &made)
    }
    return zip(paths, made).map { path, result in
      result
        ?? .failure(
          ImageError(
            file: path, fault: .helperUnavailable(HelperFault(reason: "it gave no answer"))))
    }
  }

  /// Moves what was found since the last call to `made`, pictures transformed.
  private func make(of results: inout Results, into made: inout [Result<Value, ImageError>?]) throws
  {
    for index in results.indices {
      guard let result = results[index] else { continue }
      results[index] = nil
      switch result {
      case .success(let picture): made[index] = .success(try transform(picture))
      case .failure(let error): made[index] = .failure(error)
      }
    }
  }

  /// Reads files into the memory of a helper until a batch is full, and takes them off `waiting`.
  ///
  /// A helper is borrowed by the first file that needs one. What needs none is read here, and what is
  /// no picture refused.
  ///
  /// - Throws: ``ImageError`` where no helper can be started at all.
  private func load(
    _ waiting: inout [Int], of paths: [String], with lease: inout HelperPool.Lease?,
    results: inout Results
  ) throws -> [Loaded] {
    var loaded: [Loaded] = []
    var position = SharedMemory.inputStart
    var readHere = 0
    while let index = waiting.first, loaded.count < WorkerRequest.mostJobs,
      readHere < Self.keptBytes
    {
      do {
        switch try place(paths[index], at: position, first: loaded.isEmpty, with: &lease) {
        case .finished(let image):
          readHere += image.image.size.area
          results[index] = .success(image)
        case .job(let job):
          loaded.append(Loaded(index: index, job: job))
          position += (job.length + SharedMemory.inputPadding + 63) / 64 * 64
        case .full: return loaded
        }
      } catch let fault as ImageFault {
        results[index] = .failure(ImageError(file: paths[index], fault: fault))
      }
      waiting.removeFirst()
    }
    return loaded
  }

  /// Opens the file at `path` once: tells what it is and reads it.
  ///
  /// - Throws: ``ImageFault`` for a file that cannot be used, ``ImageError`` where no helper can be
  ///   started at all.
  private func place(
    _ path: String, at position: Int, first: Bool, with lease: inout HelperPool.Lease?
  ) throws -> Placed {
    let file = try ForeignFile(path, limits: limits)
    let used = position - SharedMemory.inputStart
    let room =
      !first && used + file.size > Self.bytesPerBatch
      ? nil : lease?.helper.memory.bytes(at: position, count: file.size)
    // With a helper on loan the file is read to where it is decoded, and looked at there.
    if let room, used + file.size <= lease?.helper.memory.inputRoom ?? 0 {
      try file.read(into: room)
      guard let format = try codecFormat(of: UnsafeRawBufferPointer(room)) else {
        return .finished(try netpbm(Array(room)))
      }
      try refuseQuarantined(path)
      return .job(DecodeJob(format: format, offset: position, length: file.size))
    }
    let start = try file.start(ContentSniffer.bytesNeeded)
    guard let format = try start.withUnsafeBytes({ try codecFormat(of: $0) }) else {
      return .finished(try netpbm(try file.start(file.size)))
    }
    try refuseQuarantined(path)
    if !first && used + file.size > Self.bytesPerBatch { return .full }
    let memory = try memory(of: &lease, for: path)
    guard used + file.size <= memory.inputRoom,
      let room = memory.bytes(at: position, count: file.size)
    else { return .full }
    try file.read(into: room)
    // What was looked at and what was read may differ where somebody writes meanwhile.
    guard try codecFormat(of: UnsafeRawBufferPointer(room)) == format else {
      throw ImageFault.unreadable(errno: 0)
    }
    return .job(DecodeJob(format: format, offset: position, length: file.size))
  }

  /// What `bytes` begin as; nil for what needs no codec.
  ///
  /// - Throws: ``ImageFault`` for what is no picture.
  private func codecFormat(of bytes: UnsafeRawBufferPointer) throws(ImageFault) -> ImageFormat? {
    switch ContentSniffer.content(of: Array(bytes.prefix(ContentSniffer.bytesNeeded))) {
    case .picture(.netpbm): return nil
    case .picture(let format): return format
    case .other(let what): throw .otherContent(what)
    case .unknown: throw .unknownContent
    }
  }

  private func refuseQuarantined(_ path: String) throws(ImageFault) {
    let deaths = pool.deaths(on: path)
    if deaths >= HelperPool.mostDeaths { throw .quarantined(deaths: deaths) }
  }

  /// The memory of the helper on loan, which is borrowed or started first where there is none.
  private func memory(
    of lease: inout HelperPool.Lease?, for path: String
  ) throws -> SharedMemory {
    if let memory = lease?.helper.memory { return memory }
    do {
      let started = try pool.lease(cancellation: cancellation)
      let memory = started.helper.memory
      lease = consume started
      return memory
    } catch let error as WorkerError {
      // What no helper can do for this file it can do for none.
      throw unavailable(path, error)
    }
  }

  private func netpbm(_ bytes: [UInt8]) throws(ImageFault) -> DecodedImage {
    do {
      let picture = try Netpbm(bytes, limits: limits)
      return DecodedImage(
        image: picture.image, format: .netpbm, orientationApplied: 1,
        notes: picture.wasScaled ? ["levels were scaled to 0–255"] : [])
    } catch {
      switch error {
      case .damaged(let why): throw .damaged(.netpbm, decoderSays: why)
      case .truncated(let why): throw .truncated(.netpbm, decoderSays: why)
      case .sideTooLong(let size): throw .sideTooLong(size, limit: limits.side)
      case .tooManyPixels(let size): throw .tooManyPixels(size, limit: limits.pixels)
      }
    }
  }

  private func ask(_ helper: WorkerProcess, _ loaded: [Loaded]) throws -> Exchange {
    let rules = DecodingRules(
      pixels: limits.pixels, side: limits.side, secondsPerFile: limits.secondsPerFile,
      allowPartial: limits.allowPartial)
    let progress = helper.memory
    do {
      let reply = try helper.ask(
        .decode(loaded.map(\.job), rules), stallSeconds: 3 * limits.secondsPerFile,
        cancellation: cancellation)
      guard case .decoded(let outcomes) = reply, outcomes.count == loaded.count else {
        return .ended(.badMessage, at: nil)
      }
      return .outcomes(outcomes)
    } catch let error as WorkerError {
      let blamed = progress.progress
      return .ended(error, at: loaded.indices.contains(blamed) ? blamed : nil)
    }
  }

  /// Copies pictures out of shared memory; returns the files that found no room.
  private func take(
    _ outcomes: [DecodeOutcome], of loaded: [Loaded], paths: [String], from memory: SharedMemory,
    results: inout Results
  ) -> [Int] {
    var again: [Int] = []
    for (place, (file, outcome)) in zip(loaded, outcomes).enumerated() {
      let path = paths[file.index]
      switch outcome {
      case .picture(let size, let offset, let orientation, let notes):
        guard size.area <= limits.pixels, offset >= memory.outputStart,
          let bytes = memory.bytes(at: offset, count: size.area)
        else {
          results[file.index] = .failure(
            ImageError(file: path, fault: .damaged(file.job.format, decoderSays: "")))
          continue
        }
        let image = GrayImage(size: size, pixels: Array(bytes))
        results[file.index] = .success(
          DecodedImage(
            image: image, format: file.job.format, orientationApplied: orientation, notes: notes))
      case .refused(let refusal):
        results[file.index] = .failure(
          ImageError(file: path, fault: fault(refusal, format: file.job.format)))
      case .noRoom where place > 0: again.append(file.index)
      case .noRoom:
        results[file.index] = .failure(
          ImageError(
            file: path,
            fault: .helperUnavailable(HelperFault(reason: "it has no room for one picture"))))
      }
    }
    if !fits(outcomes) { memory.trim(keeping: Self.keptBytes) }
    return again
  }

  /// Whether nothing was written beyond the pages that are kept: a refused file may have filled many.
  private func fits(_ outcomes: [DecodeOutcome]) -> Bool {
    var bytes = 0
    for outcome in outcomes {
      guard case .picture(let size, _, _, _) = outcome else { return false }
      bytes += size.area
    }
    return bytes <= Self.keptBytes / 2
  }

  private func fault(_ refusal: DecodeRefusal, format: ImageFormat) -> ImageFault {
    switch refusal {
    case .sideTooLong(let size): .sideTooLong(size, limit: limits.side)
    case .tooManyPixels(let size): .tooManyPixels(size, limit: limits.pixels)
    case .truncated(let words): .truncated(format, decoderSays: words)
    case .damaged(let words): .damaged(format, decoderSays: words)
    case .unsupported(let what): .unsupported(format, what)
    }
  }

  private func fault(_ path: String, _ error: WorkerError) -> ImageError {
    ImageError(
      file: path,
      fault: error.imageFault(secondsPerFile: limits.secondsPerFile, worker: pool.worker))
  }

  private func unavailable(_ path: String, _ error: WorkerError) -> ImageError {
    ImageError(file: path, fault: .helperUnavailable(HelperFault(error, of: pool.worker)))
  }
}
