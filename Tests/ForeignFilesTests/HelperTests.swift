import CooperativeWork
import Dispatch
import FaceImages
import FaceVocabulary
import ForeignFiles
import Glibc
import TestSupport
import Testing
import WorkerProtocol

struct HelperTests {
  /// A file whose decoding takes a while: few bytes that claim 64 megapixels of four inks.
  static func slowPicture(_ folder: TemporaryFolder) throws -> String {
    try folder.write(
      Fixtures.claiming(CMYKFixture.adobe, width: 8000, height: 8000), as: "slow.jpg")
  }

  @Test("a PNG made by the helper is read back as it was, in the same bytes each time")
  func pngRoundTrip() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let folder = TemporaryFolder()
    let picture = GrayImage(
      size: PixelSize(width: 31, height: 7), pixels: (0..<217).map { UInt8($0) })
    let bytes = try images.encodePNG(picture)
    #expect(try images.decode(try folder.write(bytes, as: "a.png")).image == picture)
    #expect(try images.encodePNG(picture) == bytes)
    let color = ColorImage(
      size: PixelSize(width: 2, height: 1), pixels: [255, 0, 0, 0, 0, 255])
    let path = try folder.write(try images.encodePNG(color), as: "b.png")
    #expect(try images.decode(path).image.pixels == [76, 29])
  }

  @Test("a helper killed in the middle costs the one file it worked on")
  func killed() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let folder = TemporaryFolder()
    let small = Fixtures.png(width: 2, bits: 8, color: 0, row: [1, 2])
    let slow = try Self.slowPicture(folder)
    let paths = try [
      folder.write(small, as: "a.png"), slow, folder.write(small, as: "b.png"),
      folder.write(small, as: "c.png"),
    ]
    #expect(try images.fault(paths[0]) == nil)
    let isOver = DispatchSemaphore(value: 0)
    let killer = DispatchQueue(label: "killer")
    for round in 1...3 {
      killer.asyncAfter(deadline: .now() + .milliseconds(100)) {
        for number in images.runningHelpers { kill(number, SIGKILL) }
        isOver.signal()
      }
      let results = try images.decode(paths, work: Work())
      isOver.wait()
      #expect(results.map { $0.failure == nil } == [true, false, true, true])
      #expect(
        results[1].failure == ImageError(file: slow, fault: .helperDied(signal: SIGKILL)),
        "\(round)")
    }
    let results = try images.decode(paths, work: Work())
    #expect(results[1].failure?.fault == .quarantined(deaths: 3))
    #expect(results[3].failure == nil)
  }

  @Test("a helper killed while idle is replaced unseen")
  func killedIdle() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let folder = TemporaryFolder()
    let small = try folder.write(
      Fixtures.png(width: 2, bits: 8, color: 0, row: [1, 2]), as: "a.png")
    #expect(try images.decode(small).image.pixels == [1, 2])
    let first = images.runningHelpers
    #expect(first.count == 1)
    for number in first { kill(number, SIGKILL) }
    #expect(try images.decode(small).image.pixels == [1, 2])
    #expect(images.runningHelpers != first)
  }

  @Test("helpers end with the value that started them, and none is left unreaped")
  func ended() throws {
    let folder = TemporaryFolder()
    let small = try folder.write(
      Fixtures.png(width: 2, bits: 8, color: 0, row: [1, 2]), as: "a.png")
    var numbers: [Int32] = []
    do {
      let images = ForeignImages(worker: .besideThisProgram)
      _ = try images.decode(small)
      numbers = images.runningHelpers
    }
    #expect(numbers.count == 1)
    for number in numbers { #expect(kill(number, 0) == -1 && errno == ESRCH) }
  }

  @Test("a helper that is not there, or is no helper, is told once, with what to do")
  func unavailable() throws {
    let folder = TemporaryFolder()
    let small = try folder.write(
      Fixtures.png(width: 2, bits: 8, color: 0, row: [1, 2]), as: "a.png")
    let ending = try folder.write(Array("#!/bin/sh\nexit 2\n".utf8), as: "other-version")
    chmod(ending, 0o755)
    for (path, words, advice) in [
      ("/nonexistent/worker", "'/nonexistent/worker' cannot be started", "same build"),
      ("/bin/false", "the helper ended with code 1", "doctor"),
      (ending, "the helper ended with code 2", "of another version"),
      (small, "cannot be started", "chmod +x"),
    ] {
      let images = ForeignImages(worker: WorkerLocation(path: path))
      let error = try #require(
        #expect(throws: ImageError.self) {
          try images.decode(Array(repeating: small, count: 40), work: Work(jobs: 2))
        })
      #expect(error.message.contains(words), "\(error.message)")
      #expect(error.hint?.contains(advice) == true, "\(error.hint ?? "no hint")")
      #expect(error.kind == "decoder_unavailable")
      let picture = GrayImage(size: PixelSize(width: 1, height: 1), pixels: [1])
      let refusal = #expect(throws: ImageEncodingError.self) { try images.encodePNG(picture) }
      #expect(refusal?.hint == error.hint)
      #expect(images.videoFault()?.advice == error.hint)
      #expect(images.runningHelpers.isEmpty)
    }
  }

  @Test("cancelling stops a decode at once")
  func cancelled() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let folder = TemporaryFolder()
    let slow = try Self.slowPicture(folder)
    let cancellation = Cancellation()
    // A queue of its own gets a thread however busy the others are; and far more pictures than could
    // be done meanwhile, so that a slow machine changes nothing.
    let canceller = DispatchQueue(label: "canceller")
    canceller.async {
      while images.runningHelpers.isEmpty { usleep(1000) }
      usleep(30_000)
      cancellation.cancel()
    }
    #expect(throws: Cancelled.self) {
      try images.decode(
        Array(repeating: slow, count: 2000), work: Work(cancellation: cancellation))
    }
  }

  @Test(
    "results do not depend on the number of jobs",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func jobs() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let faces = (1...21).map {
      RealFaces.path("caltech_faces/p01/image_00" + ($0 < 10 ? "0\($0)" : "\($0)") + ".jpg")
    }
    let paths =
      faces + OddPicturesTests.readable.map { odd($0.name) } + [odd("broken.png"), "/none"]
    let one = try images.decode(paths, work: Work(jobs: 1))
    #expect(try images.decode(paths, work: Work(jobs: 2)) == one)
    #expect(one.filter { $0.failure != nil }.count == 2)
  }

  @Test(
    "decoding in this process gives what the helper gives",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func sameAsInProcess() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let decoder = try PictureDecoder(words: nil)
    let rules = DecodingRules(
      pixels: 64_000_000, side: 16_384, secondsPerFile: 10, allowPartial: false)
    let folder = TemporaryFolder()
    for (name, format, _, _) in OddPicturesTests.readable where format != .netpbm {
      let helped = try images.decode(odd(name))
      let bytes = try folder.read(odd(name))
      let file = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 64, alignment: 16)
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
      defer {
        file.deallocate()
        room.deallocate()
      }
      file.copyBytes(from: bytes)
      let outcome = decoder.decode(
        file, length: bytes.count, format: format, rules: rules, into: room, at: 0)
      guard case .picture(let size, _, let orientation, let notes) = outcome else {
        Issue.record("\(name): \(outcome)")
        continue
      }
      let image = GrayImage(size: size, pixels: Array(room.prefix(size.area)))
      #expect(
        helped
          == DecodedImage(
            image: image, format: format, orientationApplied: orientation, notes: notes))
    }
  }
}
