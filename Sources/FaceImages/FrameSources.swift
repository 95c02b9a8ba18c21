package import CooperativeWork
import FaceVocabulary
import Glibc
import SyntheticFaces

extension ForeignImages {
  /// Opens the source called `name`. Files and devices must exist; a name is never interpreted.
  ///
  /// - Parameter patienceSeconds: how long opening a video or camera, and each of its frames, may
  ///   take.
  /// - Throws: ``FrameSourceError``, or ``Cancelled``.
  package func open(
    _ name: FrameSourceName, patienceSeconds: Int = 10, cancellation: Cancellation = Cancellation()
  ) throws -> any FrameSource {
    switch name {
    case .synthetic(let subject):
      return SyntheticFrames(
        stream: SyntheticFrameStream(subject: subject, world: syntheticWorld))
    case .frames(let folder): return try FolderFrames(folder: folder, images: self)
    case .video(let path):
      return try VideoFrames(
        path: path, isCamera: false, worker: worker, limits: limits,
        patienceSeconds: patienceSeconds, cancellation: cancellation)
    case .camera(let path):
      return try VideoFrames(
        path: path, isCamera: true, worker: worker, limits: limits,
        patienceSeconds: patienceSeconds, cancellation: cancellation)
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
    guard account.read < stream.frameCount else {
      account.isOver = true
      return nil
    }
    defer { account.read += 1 }
    let head = stream.frame(at: account.read)
    return Frame(index: account.read, image: head.image, truth: head.truth)
  }

  func skip(cancellation: Cancellation) throws -> Bool {
    try cancellation.check()
    guard account.read < stream.frameCount else {
      account.isOver = true
      return false
    }
    account.read += 1
    return true
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
    guard let first = decoded.first else {
      account.isOver = true
      return nil
    }
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
