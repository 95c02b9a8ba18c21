import CooperativeWork
import FaceImages
import FaceVocabulary
import Glibc
import TestSupport
import Testing

/// What is wrong with sources, each told as what it is and within a time.
struct SourceFaultTests {
  private let folder = TemporaryFolder()

  private func script(_ text: String) throws -> WorkerLocation {
    let path = try folder.write(Array("#!/bin/sh\n\(text)\n".utf8), as: "worker")
    chmod(path, 0o755)
    return WorkerLocation(path: path)
  }

  @Test("a video cut in half gives the frames that are there, beside the number it promises")
  func cutInHalf() throws {
    let frames = (0..<20).map { number in
      GrayImage(
        size: PixelSize(width: 32, height: 24),
        pixels: (0..<768).map { UInt8(($0 * 7 + number * 11) % 256) })
    }
    let whole = AVIFile.bytes(frames)
    let images = ForeignImages(worker: .besideThisProgram)
    let good = try images.open(.video(folder.write(whole, as: "whole.avi")))
    let read = try FrameSourceTests.readAll(good)
    #expect(read.count == 20 && good.account.promised == 20 && good.account.isOver)
    #expect(good.account.framesPerSecond == 10)
    #expect(zip(read, frames).allSatisfy { $0.image == $1 })

    let half = try folder.write(Array(whole.prefix(whole.count / 2)), as: "half.avi")
    let cut = try images.open(.video(half))
    let rest = try FrameSourceTests.readAll(cut)
    #expect((8...10).contains(rest.count))
    #expect(cut.account.read == rest.count && cut.account.promised ?? 0 > rest.count)
    #expect(zip(rest, frames).prefix(8).allSatisfy { $0.image == $1 })
  }

  @Test(
    "a video with a damaged stretch gives the frames around it",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func damaged() throws {
    var bytes = try folder.read(RealFaces.path("video/single_face.mp4"))
    let middle = bytes.count / 2
    for place in middle..<middle + 3000 { bytes[place] = UInt8(truncatingIfNeeded: place &* 37) }
    let source = try ForeignImages(worker: .besideThisProgram).open(
      .video(folder.write(bytes, as: "damaged.mp4")))
    // H.264 conceals what it cannot decode; the frames behind it must come too.
    #expect(try FrameSourceTests.readAll(source).count >= 60)
  }

  @Test("a helper that says nothing is given up after the time limit, with the source named")
  func silence() throws {
    let video = try folder.write(AVIFile.bytes([Self.grey]), as: "a.avi")
    let images = ForeignImages(worker: try script("exec sleep 60"))
    let error = FrameSourceError.noFrame(source: video, seconds: 1)
    #expect(throws: error) { try images.open(.video(video), patienceSeconds: 1) }
    #expect(error.message == "'\(video)' gave no frame within 1 s")
    #expect(
      FrameSourceError.noFrame(source: "/dev/video0", seconds: 10).hint
        == "see who holds it with 'fuser -v /dev/video0'")
  }

  @Test("a helper that dies is told as a source that cannot be read")
  func death() throws {
    let video = try folder.write(AVIFile.bytes([Self.grey]), as: "a.avi")
    let images = ForeignImages(worker: try script("exit 1"))
    #expect(throws: FrameSourceError.self) { try images.open(.video(video)) }
  }

  @Test("a device that is no camera, a pipe and a missing device are refused as cameras")
  func noCameras() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let images = ForeignImages(worker: .besideThisProgram)
    for path in ["/dev/null", "/dev/zero", pipe, "/dev/video9999", "/etc/passwd"] {
      #expect {
        try images.open(.camera(path))
      } throws: { error in
        guard case .noCamera(path, _) = error as? FrameSourceError else { return false }
        return true
      }
    }
    #expect(throws: FrameSourceError.noVideo(ImageError(file: pipe, fault: .notRegular))) {
      try images.open(.video(pipe))
    }
  }

  @Test("a camera that is taken or silent names its holder's finder")
  func hints() {
    let busy = FrameSourceError.cameraBusy("/dev/video0")
    #expect(busy.message == "the camera '/dev/video0' is in use by another program")
    #expect(busy.hint == "see who holds it with 'fuser -v /dev/video0'")
    let silent = FrameSourceError.cameraSilent("/dev/video0", reason: "no video was recognised")
    #expect(silent.hint == busy.hint)
  }

  @Test("every fault of a source says what to do next")
  func everyHint() {
    let missing = ImageError(file: "a.avi", fault: .missing)
    for error: FrameSourceError in [
      .unknownKind("tape:1"), .noVideo(missing), .notAFolder("a"), .noPictures(folder: "a"),
      .noCamera("/dev/video3", available: []), .cameraBusy("/dev/video0"),
      .cameraSilent("/dev/video0", reason: "no frame"), .noFrame(source: "a.avi", seconds: 1),
      .noFrame(source: "/dev/video0", seconds: 1),
      .unreadable(source: "a.avi", reason: "no answer"),
      .unreadable(source: "a.avi", reason: "a frame did not arrive"),
      .unreadable(source: "a.avi", reason: "no video was recognised"),
    ] {
      #expect(error.hint?.isEmpty == false, "\(error)")
    }
  }

  private static let grey = GrayImage(
    size: PixelSize(width: 16, height: 16), pixels: [UInt8](repeating: 90, count: 256))
}
