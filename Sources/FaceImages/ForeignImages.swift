package import CooperativeWork
package import FaceVocabulary
import Synchronization
import WorkerProtocol

/// Reads and writes picture files through the helper process, so that no codec runs in this one.
///
/// One value serves the whole program; helpers are started when first needed, one a thread, kept
/// for the next call, restarted when they die, and gone when this value is.
package final class ForeignImages: Sendable {
  package let worker: WorkerLocation
  package let limits: DecodingLimits
  private let pool: HelperPool

  /// Number of the world that `synth:` people live in: the seed of a dataset with the same people.
  let syntheticWorld: UInt64

  package init(
    worker: WorkerLocation, limits: DecodingLimits = .standard, syntheticWorld: UInt64 = 1
  ) {
    self.worker = worker
    self.limits = limits
    self.syntheticWorld = syntheticWorld
    pool = HelperPool(worker: worker, limits: limits)
  }

  /// Process numbers of the helpers that are running, rising.
  package var runningHelpers: [Int32] { pool.running }

  /// What holds a helper that is running; nil when none is.
  package var confinement: HelperConfinement? {
    runningHelpers.lazy.compactMap { HelperConfinement(ofProcess: $0) }.first
  }

  /// Decodes the files at `paths` to grey; results in the order of `paths`, the same for any number
  /// of jobs.
  ///
  /// A file is told apart by content: JPEG, PNG, PBM/PGM/PPM, BMP, TIFF, WebP, GIF (first frame).
  /// EXIF and TIFF orientation is undone; 16-bit levels are divided by 257 and rounded;
  /// transparency is laid over white; colour becomes grey by ``GrayFormula``. A decoder's warning
  /// about pixels is a failure unless the limits allow partial pictures.
  ///
  /// - Throws: ``Cancelled``, and one ``ImageError`` where no helper can be started at all. What is
  ///   wrong with a file stands in its own result.
  package func decode(_ paths: [String], work: Work) throws -> [Result<DecodedImage, ImageError>] {
    try decode(paths, work: work, makeLane: {}) { $1 }
  }

  /// As ``decode(_:work:)``, each picture made into what is wanted of it by the thread that decoded it,
  /// while its levels are at hand: threads wait for each other once, and whole pictures are not held.
  ///
  /// - Parameters:
  ///   - makeLane: what each thread needs of its own.
  ///   - transform: depends on its picture alone.
  /// - Throws: as ``decode(_:work:)``; what `transform` throws.
  package func decode<Lane, Value: Sendable>(
    _ paths: [String], work: Work, makeLane: @escaping @Sendable () throws -> Lane,
    _ transform: @escaping @Sendable (Lane, DecodedImage) throws -> Value
  ) throws -> [Result<Value, ImageError>] {
    let (pool, limits) = (pool, limits)
    let finished = Atomic<Int>(0)
    // Codecs are loaded while threads load what they need of their own.
    if let first = paths.first, needsCodec(first) { pool.prepare() }
    let shares = Self.shares(of: paths.count, among: work.jobs)
    let chunks = try work.map(count: shares.count, makeLane: makeLane) { lane, chunk in
      let part = Array(paths[shares[chunk]])
      let batch = DecodingBatch(
        pool: pool, limits: limits, cancellation: work.cancellation,
        transform: { picture -> Value in
          try work.cancellation.check()
          return try transform(lane, picture)
        })
      return try batch.decode(part) { count in
        let done = finished.wrappingAdd(count, ordering: .relaxed).newValue
        work.progress(ProgressStep(activity: "decoding", done: done, total: paths.count))
      }
    }
    return chunks.flatMap { $0 }
  }

  /// Whether the file at `path` looks like one that a helper decodes; false where it cannot be read.
  private func needsCodec(_ path: String) -> Bool {
    guard let file = try? ForeignFile(path, limits: limits),
      let start = try? file.start(ContentSniffer.bytesNeeded)
    else { return false }
    guard case .picture(let format) = ContentSniffer.content(of: start) else { return false }
    return format != .netpbm
  }

  /// Files of one share at most. A thread and its helper change places twice a share, and half a
  /// millisecond may pass each time before a processor takes what waits for it.
  private static let mostInShare = WorkerRequest.mostJobs

  /// `count` files cut into shares for `jobs` threads, the next one to whoever is free.
  ///
  /// Large ones at first, because a thread and its helper wait for each other once a share; small
  /// ones at the end, so that the threads end together. Of many files no share is so small that waiting
  /// takes longer than decoding.
  static func shares(of count: Int, among jobs: Int) -> [Range<Int>] {
    let least = min(8, max(1, count / (16 * jobs)))
    var shares: [Range<Int>] = []
    var start = 0
    while start < count {
      let size = min(mostInShare, max(least, (count - start) / (3 * jobs)), count - start)
      shares.append(start..<start + size)
      start += size
    }
    return shares
  }

  /// Decodes one file.
  ///
  /// - Throws: ``ImageError``.
  package func decode(_ path: String) throws -> DecodedImage {
    guard let result = try decode([path], work: Work()).first else {
      throw ImageError(file: path, fault: .missing)
    }
    return try result.get()
  }

  /// The bytes of a PNG file holding `image`: equal pictures give equal bytes.
  ///
  /// - Throws: ``ImageEncodingError``.
  package func encodePNG(_ image: GrayImage) throws(ImageEncodingError) -> [UInt8] {
    try PNGEncoding(pool: pool).encode(image.pixels, size: image.size, channels: 1)
  }

  /// The bytes of a PNG file holding `image`: equal pictures give equal bytes.
  ///
  /// - Throws: ``ImageEncodingError``.
  package func encodePNG(_ image: ColorImage) throws(ImageEncodingError) -> [UInt8] {
    try PNGEncoding(pool: pool).encode(image.pixels, size: image.size, channels: 3)
  }
}
