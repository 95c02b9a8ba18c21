import CooperativeWork
import FaceImages
import FaceVocabulary
import SyntheticFaces
import TestSupport
import Testing

struct FrameSourceTests {
  static let images = ForeignImages(worker: .besideThisProgram)

  static func readAll(_ source: any FrameSource) throws -> [Frame] {
    var frames: [Frame] = []
    while let frame = try source.next(cancellation: Cancellation()) { frames.append(frame) }
    return frames
  }

  @Test("sources are told apart by their first word")
  func names() throws {
    #expect(try FrameSourceName("camera:2") == .camera("/dev/video2"))
    #expect(try FrameSourceName("camera:/dev/cam") == .camera("/dev/cam"))
    #expect(try FrameSourceName("video:a:b.mp4") == .video("a:b.mp4"))
    #expect(try FrameSourceName("frames:.") == .frames("."))
    #expect(try FrameSourceName("synth:s03") == .synthetic("s03"))
    for text in ["", "video:", "http://x", "a.mp4"] {
      #expect(throws: FrameSourceError.unknownKind(text)) { try FrameSourceName(text) }
    }
  }

  @Test(
    "frames of a video are counted by reading, whatever the container promises",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func video() throws {
    let source = try Self.images.open(.video(RealFaces.path("video/single_face.mp4")))
    let frames = try Self.readAll(source)
    #expect(frames.count == 72)
    #expect(source.account.read == 72)
    #expect(frames.map(\.index) == Array(0..<72))
    #expect(frames[0].image.size == PixelSize(width: 640, height: 360))
    #expect(frames[0].image != frames[71].image)
    let other = try Self.images.open(.video(RealFaces.path("video/no_face.mp4")))
    #expect(try Self.readAll(other).count == 95)
    #expect(other.account.promised == 98)
  }

  @Test(
    "a video cut in half gives the frames that are there, or says that it cannot be read",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func cutVideo() throws {
    let folder = TemporaryFolder()
    let bytes = try folder.read(RealFaces.path("video/single_face.mp4"))
    let path = try folder.write(Array(bytes.prefix(bytes.count / 2)), as: "cut.mp4")
    do {
      let source = try Self.images.open(.video(path))
      let count = try Self.readAll(source).count
      #expect(count < 72)
      #expect(source.account.promised != count)
    } catch let error as FrameSourceError {
      guard case .unreadable(path, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("what is no video, no file or no camera is refused and never interpreted")
  func refused() throws {
    let folder = TemporaryFolder()
    let text = try folder.write(Array("hello".utf8), as: "%04d.mp4")
    #expect(throws: FrameSourceError.unreadable(source: text, reason: "no video was recognised")) {
      try Self.images.open(.video(text))
    }
    for name in ["http://127.0.0.1/x.mp4", "/nonexistent/%03d.png", "concat:a|b"] {
      #expect(throws: FrameSourceError.noVideo(ImageError(file: name, fault: .missing))) {
        try Self.images.open(.video(name))
      }
    }
    do {
      _ = try Self.images.open(.camera("/dev/null0"))
      Issue.record("it was opened")
    } catch let error as FrameSourceError {
      guard case .noCamera("/dev/null0", _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    // A character device that is no camera.
    #expect(throws: FrameSourceError.self) { try Self.images.open(.camera("/dev/null")) }
  }

  @Test("the frames of a folder come in natural order, with gaps and bad files told")
  func folder() throws {
    let folder = TemporaryFolder()
    for number in [1, 2, 10, 11, 4] {
      _ = try folder.write(
        Fixtures.png(width: 1, bits: 8, color: 0, row: [UInt8(number)]), as: "f\(number).png")
    }
    _ = try folder.write(Array("x".utf8), as: "f3.png")
    _ = try folder.write([1], as: ".DS_Store")
    let source = try Self.images.open(.frames(folder.path))
    let frames = try Self.readAll(source)
    #expect(frames.map { $0.image.pixels } == [[1], [2], [4], [10], [11]])
    #expect(source.account.gaps == [5...9])
    #expect(source.account.promised == 6)
    #expect(source.account.skipped.map(\.file) == [folder.path + "/f3.png"])
    #expect(throws: FrameSourceError.file(ImageError(file: "/none", fault: .missing))) {
      try Self.images.open(.frames("/none"))
    }
  }

  @Test("a rendered head is a source that knows its angles")
  func synthetic() throws {
    let source = try Self.images.open(.synthetic("s01"))
    let frame = try #require(try source.next(cancellation: Cancellation()))
    #expect(frame.truth?.yawDegrees == -90)
    #expect(source.account.promised == 181)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: Cancelled.self) { try source.next(cancellation: cancellation) }
  }
}
