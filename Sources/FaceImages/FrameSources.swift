package import CooperativeWork
import FaceVocabulary
import Glibc
import SyntheticFaces
import WorkerProtocol

extension ForeignImages {
  /// Opens the source called `name`. Files and devices must exist; a name is never interpreted.
  ///
  /// - Throws: ``FrameSourceError``, or ``Cancelled``.
  package func open(
    _ name: FrameSourceName, cancellation: Cancellation = Cancellation()
  ) throws -> any FrameSource {
    switch name {
    case .synthetic(let subject):
      return SyntheticFrames(stream: SyntheticFrameStream(subject: subject))
    case .frames(let folder): return try FolderFrames(folder: folder, images: self)
    case .video(let path):
      return try VideoFrames(
        path: path, isCamera: false, worker: worker, limits: limits, cancellation: cancellation)
    case .camera(let path):
      return try VideoFrames(
        path: path, isCamera: true, worker: worker, limits: limits, cancellation: cancellation)
    }
  }
}

/// The renderer as a camera.
final class SyntheticFrames: FrameSource {
  private let stream: SyntheticFrameStream
  private(set) var account = FrameAccount()

  init(stream: SyntheticFrameStream) {
    self.stream = stream
    account.promised = stream.frameCount
  }

  func next(cancellation: Cancellation) throws -> Frame? {
    try cancellation.check()
    guard account.read < stream.frameCount else { return nil }
    defer { account.read += 1 }
    let head = stream.frame(at: account.read)
    return Frame(index: account.read, image: head.image, truth: head.truth)
  }
}

/// The files of a folder in natural order, decoded a few at a time.
final class FolderFrames: FrameSource {
  /// Files decoded at once.
  private static let share = 8

  private let images: ForeignImages
  private var files: ArraySlice<String>
  private var decoded: [(file: String, image: GrayImage)] = []
  private(set) var account = FrameAccount()

  init(folder: String, images: ForeignImages) throws(FrameSourceError) {
    self.images = images
    let names = try Self.names(in: folder)
    guard !names.isEmpty else { throw .noPictures(folder: folder) }
    files = names.map { folder + "/" + $0 }[...]
    account.promised = names.count
    account.gaps = FrameNames.gaps(in: names)
  }

  func next(cancellation: Cancellation) throws -> Frame? {
    while decoded.isEmpty, !files.isEmpty {
      let share = Array(files.prefix(Self.share))
      files = files.dropFirst(share.count)
      for (file, result) in zip(
        share, try images.decode(share, work: Work(cancellation: cancellation)))
      {
        switch result {
        case .success(let picture): decoded.append((file, picture.image))
        case .failure(let error): account.skipped.append(error)
        }
      }
    }
    guard let first = decoded.first else { return nil }
    decoded.removeFirst()
    defer { account.read += 1 }
    return Frame(index: account.read, image: first.image, file: first.file)
  }

  private static func names(in folder: String) throws(FrameSourceError) -> [String] {
    guard let directory = opendir(folder) else {
      throw errno == ENOTDIR
        ? .notAFolder(folder)
        : .file(
          ImageError(
            file: folder, fault: errno == ENOENT ? .missing : .unreadable(errno: errno)))
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let kind = entry.pointee.d_type
      let isFile = kind == UInt8(DT_REG) || kind == UInt8(DT_LNK) || kind == UInt8(DT_UNKNOWN)
      if isFile && !name.hasPrefix(".") && name != "Thumbs.db" { names.append(name) }
    }
    return names.sorted(by: FrameNames.precedes)
  }
}

/// A video file or a camera, read by a helper that does nothing else.
final class VideoFrames: FrameSource {
  /// How long opening, and each frame, may take.
  private static let patienceSeconds = 10

  private let path: String
  private let limits: DecodingLimits
  private let helper: WorkerProcess
  private var isOver = false
  private(set) var account = FrameAccount()

  init(
    path: String, isCamera: Bool, worker: WorkerLocation, limits: DecodingLimits,
    cancellation: Cancellation
  ) throws {
    self.path = path
    self.limits = limits
    let descriptor = try isCamera ? Self.camera(path) : Self.file(path)
    defer { close(descriptor) }
    do {
      let memory = try SharedMemory(inputBytes: 4096, outputBytes: limits.pixels)
      helper = try WorkerProcess(path: worker.path, duty: .video, memory: memory, file: descriptor)
    } catch {
      throw FrameSourceError.unreadable(source: path, reason: error.words)
    }
    let rules = DecodingRules(
      pixels: limits.pixels, side: limits.side, secondsPerFile: Self.patienceSeconds,
      allowPartial: false)
    switch try ask(.openVideo(isCamera: isCamera, rules: rules), cancellation) {
    case .videoOpened(_, let promised, let rate):
      account.promised = isCamera ? nil : promised
      account.framesPerSecond = rate
    case .failed(let words): throw FrameSourceError.unreadable(source: path, reason: words)
    default: throw FrameSourceError.unreadable(source: path, reason: "no answer")
    }
  }

  func next(cancellation: Cancellation) throws -> Frame? {
    if isOver { return nil }
    switch try ask(.nextFrame, cancellation) {
    case .frame(let size, let offset):
      guard size.area <= limits.pixels,
        let bytes = helper.memory.bytes(at: offset, count: size.area)
      else { throw FrameSourceError.unreadable(source: path, reason: "a frame did not arrive") }
      defer { account.read += 1 }
      return Frame(index: account.read, image: GrayImage(size: size, pixels: Array(bytes)))
    case .failed(let words): throw FrameSourceError.unreadable(source: path, reason: words)
    default:
      isOver = true
      return nil
    }
  }

  private func ask(_ request: WorkerRequest, _ cancellation: Cancellation) throws -> WorkerReply {
    do {
      return try helper.ask(
        request, stallSeconds: Self.patienceSeconds, cancellation: cancellation)
    } catch WorkerError.stalled(let seconds) {
      throw FrameSourceError.noFrame(source: path, seconds: seconds)
    } catch let error as WorkerError {
      throw FrameSourceError.unreadable(source: path, reason: error.words)
    }
  }

  /// A regular file, opened; its content decides what reads it, its name nothing.
  private static func file(_ path: String) throws(FrameSourceError) -> Int32 {
    var facts = stat()
    func fault(_ fault: ImageFault) -> FrameSourceError {
      .file(ImageError(file: path, fault: fault))
    }
    guard stat(path, &facts) == 0 else {
      throw fault(errno == EACCES ? .noPermission : .missing)
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw fault(facts.st_mode & S_IFMT == S_IFDIR ? .folder : .notRegular)
    }
    guard facts.st_size > 0 else { throw fault(.empty) }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw fault(errno == EACCES ? .noPermission : .unreadable(errno: errno))
    }
    return descriptor
  }

  private static func camera(_ path: String) throws(FrameSourceError) -> Int32 {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFCHR else {
      throw .noCamera(path, available: cameras())
    }
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == EBUSY { throw .cameraBusy(path) }
      throw .file(
        ImageError(
          file: path, fault: errno == EACCES ? .noPermission : .unreadable(errno: errno)))
    }
    return descriptor
  }

  /// Video devices of this machine, by number.
  private static func cameras() -> [String] {
    (0..<64).map { "/dev/video\($0)" }.filter { access($0, F_OK) == 0 }
  }
}
