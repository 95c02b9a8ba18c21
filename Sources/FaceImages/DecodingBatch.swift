import CooperativeWork
import FaceVocabulary
import WorkerProtocol

/// Decodes a handful of files with one helper, in as few exchanges as memory allows.
struct DecodingBatch {
  /// Input bytes after which a batch is sent off.
  private static let bytesPerBatch = 2 << 20
  /// Pages of shared memory kept for the next batch, in bytes.
  private static let keptBytes = 8 << 20

  let pool: HelperPool
  let limits: DecodingLimits
  let cancellation: Cancellation

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

  /// - Throws: `Cancelled`, and ``ImageError`` for the first file where no helper can be started at all.
  func decode(_ paths: [String]) throws -> [Result<DecodedImage, ImageError>] {
    var results: [Result<DecodedImage, ImageError>?] = Array(repeating: nil, count: paths.count)
    var waiting = readWithoutHelper(paths, into: &results)
    var idleDeaths = 0
    while !waiting.isEmpty {
      try cancellation.check()
      let lease: HelperPool.Lease
      do {
        lease = try pool.lease()
      } catch {
        // What no helper can do for this file it can do for none.
        throw unavailable(paths[waiting[0]], error)
      }
      let number = lease.helper.processNumber
      let loaded = load(&waiting, of: paths, into: lease.helper.memory, results: &results)
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
    }
    return zip(paths, results).map { path, result in
      result
        ?? .failure(
          ImageError(
            file: path, fault: .helperUnavailable(HelperFault(reason: "it gave no answer"))))
    }
  }

  /// Refuses what is no picture and reads what needs no codec; returns the rest.
  private func readWithoutHelper(
    _ paths: [String], into results: inout [Result<DecodedImage, ImageError>?]
  ) -> [Int] {
    var rest: [Int] = []
    for (index, path) in paths.enumerated() {
      do {
        let file = try ForeignFile(path, limits: limits)
        switch ContentSniffer.content(of: try file.start(ContentSniffer.bytesNeeded)) {
        case .picture(.netpbm):
          results[index] = .success(try netpbm(try file.start(file.size)))
        case .picture:
          let deaths = pool.deaths(on: path)
          guard deaths < HelperPool.mostDeaths else { throw ImageFault.quarantined(deaths: deaths) }
          rest.append(index)
        case .other(let what): throw ImageFault.otherContent(what)
        case .unknown: throw ImageFault.unknownContent
        }
      } catch let fault as ImageFault {
        results[index] = .failure(ImageError(file: path, fault: fault))
      } catch {
        results[index] = .failure(ImageError(file: path, fault: .unknownContent))
      }
    }
    return rest
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

  /// Reads files into shared memory until a batch is full, and takes them off `waiting`.
  private func load(
    _ waiting: inout [Int], of paths: [String], into memory: SharedMemory,
    results: inout [Result<DecodedImage, ImageError>?]
  ) -> [Loaded] {
    var loaded: [Loaded] = []
    var position = SharedMemory.inputStart
    while let index = waiting.first {
      let used = position - SharedMemory.inputStart
      do {
        let file = try ForeignFile(paths[index], limits: limits)
        let fits = used + file.size <= (loaded.isEmpty ? memory.inputRoom : Self.bytesPerBatch)
        guard fits else { return loaded }
        waiting.removeFirst()
        guard let room = memory.bytes(at: position, count: file.size) else { return loaded }
        try file.read(into: room)
        let start = Array(room.prefix(ContentSniffer.bytesNeeded))
        guard case .picture(let format) = ContentSniffer.content(of: start), format != .netpbm
        else {
          throw ImageFault.unreadable(errno: 0)
        }
        loaded.append(
          Loaded(
            index: index, job: DecodeJob(format: format, offset: position, length: file.size)))
        let step = file.size + SharedMemory.inputPadding
        position += (step + 63) / 64 * 64
      } catch {
        waiting.removeAll { $0 == index }
        let fault = error as? ImageFault ?? .unknownContent
        results[index] = .failure(ImageError(file: paths[index], fault: fault))
      }
    }
    return loaded
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
    results: inout [Result<DecodedImage, ImageError>?]
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
    memory.trim(keeping: Self.keptBytes)
    return again
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
