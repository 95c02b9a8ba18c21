import FaceVocabulary
import Glibc
import SyntheticFaces
import TestSupport
import Testing

@testable import FaceImages

/// Sweeps read many cells off few searches; every cell must be what OpenCV's own call gives.
struct SharedSearchesTests {
  static let scales = [1.05, 1.1, 1.2, 1.3]
  static let neighbors = Array(1...10)

  /// Heads in a scene that is cut so that two of them stand at its border, one in profile.
  static func scene() throws -> GrayImage {
    let heads = [
      SceneHead(
        person: SyntheticPerson(seed: 3), center: PixelPoint(x: 44, y: 70), heightPixels: 96),
      SceneHead(
        person: SyntheticPerson(seed: 4), center: PixelPoint(x: 150, y: 76), heightPixels: 110),
      SceneHead(
        person: SyntheticPerson(subject: "s03"),
        view: HeadView(pose: HeadPose(yawDegrees: -60)), center: PixelPoint(x: 250, y: 78),
        heightPixels: 110),
    ]
    let size = PixelSize(width: 300, height: 160)
    let scene = try SyntheticFaceRenderer.scene(heads: heads, size: size, seed: 11).image
    return scene.cropped(to: PixelRect(x: 16, y: 22, width: 280, height: 112))
  }

  /// Two parts of a group photo, cut so that faces stand at the border.
  static func photos() throws -> [GrayImage] {
    let image = try ForeignImages(worker: .besideThisProgram).decode(
      RealFaces.path("detect_boxes/dlib_faces/2007_007763.jpg")
    ).image
    return [
      image.cropped(to: PixelRect(x: 100, y: 80, width: 200, height: 180)),
      image.cropped(to: PixelRect(x: 300, y: 95, width: 130, height: 170)),
    ]
  }

  static func cells(_ cascade: String) -> [DetectorSettings] {
    scales.flatMap { scale in
      neighbors.map { neighbors in
        var settings = DetectorSettings()
        settings.cascade = cascade
        (settings.scale, settings.neighbors, settings.minSize) = (scale, neighbors, 20)
        return settings
      }
    }
  }

  @Test(
    "each of forty cells equals OpenCV's own call, for every installed face cascade, from four searches",
    arguments: Cascades.faces())
  func fortyCells(cascade: String) throws {
    let detector = try FaceDetector(cascade: cascade)
    let cells = Self.cells(cascade)
    var pictures = [try Self.scene()]
    if RealFaces.isPresent { pictures += try Self.photos() }
    var boxes = 0
    var sticking = 0
    var atBorder = 0
    for picture in pictures {
      // Some cascades look for faces of 45 pixels and more; those in the photos are smaller.
      let image =
        detector.window.width > 30
        ? try ImageFilter.resized(
          picture, to: PixelSize(width: picture.width * 2, height: picture.height * 2)) : picture
      let shared = try SharedSearches(
        of: image, for: cells, with: detector, clock: { 0 }, check: {})
      #expect(shared.searches == 4 && !shared.findings.contains(nil))
      for (settings, finding) in zip(cells, shared.findings.compactMap(\.self)) {
        let plain = try detector.plainSearch(in: image, settings: settings)
        #expect(finding.faces.map(\.box) == plain, "\(settings)")
        boxes += plain.count
        atBorder += plain.count {
          $0.x == 0 || $0.y == 0 || $0.x + $0.width == image.width
            || $0.y + $0.height == image.height
        }
      }
      for scale in Self.scales {
        let raw = try detector.candidates(in: image, scale: scale, minSize: 20, maxSize: nil)
        sticking += raw.boxes.count {
          $0.x + $0.width > image.width || $0.y + $0.height > image.height
        }
      }
    }
    print(
      "\(cascade): \(boxes) boxes in 40 cells, \(atBorder) at the border, "
        + "\(sticking) raw hits over it")
    // Nothing found everywhere would be equal too.
    #expect(boxes > 0)
  }

  @Test("so does each where a face fills the picture to its border", arguments: Cascades.faces())
  func atTheBorder(cascade: String) throws {
    let detector = try FaceDetector(cascade: cascade)
    let scene = try Self.scene()
    let image =
      detector.window.width > 30
      ? try ImageFilter.resized(
        scene, to: PixelSize(width: scene.width * 2, height: scene.height * 2)) : scene
    var settings = DetectorSettings()
    (settings.cascade, settings.scale, settings.neighbors) = (cascade, 1.05, 1)
    let faces = try detector.plainSearch(in: image, settings: settings).prefix(2)
    var (boxes, atBorder) = (0, 0)
    for face in faces {
      for slack in 0...3 {
        let left = max(0, face.x - slack / 2)
        let top = max(0, face.y - slack / 2)
        let part = image.cropped(
          to: PixelRect(
            x: left, y: top, width: min(image.width, face.x + face.width + slack) - left,
            height: min(image.height, face.y + face.height + slack) - top))
        let cells = Self.cells(cascade)
        let shared = try SharedSearches(
          of: part, for: cells, with: detector, clock: { 0 }, check: {})
        for (settings, finding) in zip(cells, shared.findings.compactMap(\.self)) {
          let plain = try detector.plainSearch(in: part, settings: settings)
          #expect(finding.faces.map(\.box) == plain, "\(settings)")
          boxes += plain.count
        }
        for scale in Self.scales {
          let raw = try detector.candidates(in: part, scale: scale, minSize: 20, maxSize: nil)
          atBorder += raw.boxes.count {
            $0.x <= 0 || $0.y <= 0 || $0.x + $0.width >= part.width
              || $0.y + $0.height >= part.height
          }
        }
      }
    }
    print("\(cascade): \(boxes) boxes, from \(atBorder) raw hits at the border and others")
    // The two for profiles see too few faces here to promise one.
    if !cascade.contains("profile") && !cascade.contains("tree") { #expect(atBorder > 0) }
  }

  /// Settings whose searches overlap in every way that can be shared.
  static var overlapping: [DetectorSettings] {
    var cells: [DetectorSettings] = []
    for scale in [1.1, 1.1 * 1.1, 1.3] {
      for minSize in [20, 40] {
        for maxSize in [nil, 41] {
          for (equalize, flip, rotation) in [
            (false, false, 0.0), (true, false, 0), (false, true, 0), (false, true, 20),
          ] {
            for neighbors in rotation == 0 ? [0, 2] : [2] {
              var settings = DetectorSettings()
              settings.cascade = "haarcascade_frontalface_alt2"
              (settings.scale, settings.neighbors) = (scale, neighbors)
              (settings.minSize, settings.maxSize) = (minSize, maxSize)
              (settings.equalize, settings.flip, settings.rotation) = (equalize, flip, rotation)
              cells.append(settings)
            }
          }
        }
      }
    }
    return cells
  }

  @Test("cells that share searches have the boxes and windows they have alone")
  func shared() throws {
    let image = try Self.scene()
    let detector = try FaceDetector(cascade: "haarcascade_frontalface_alt2")
    let shared = try SharedSearches(
      of: image, for: Self.overlapping, with: detector, clock: { 0 }, check: {})
    // Two sets of sizes (1.1 holds those of 1.21), each upright with and without equalising,
    // mirrored, and turned four ways.
    #expect(shared.searches <= 2 * 7)
    var boxes = 0
    for (settings, finding) in zip(Self.overlapping, shared.findings.compactMap(\.self)) {
      let windows = try settings.passes.map {
        try detector.windows(
          in: $0.size(of: image.size), scale: settings.scale, minSize: settings.minSize,
          maxSize: settings.maxSize
        ).count
      }.reduce(0, +)
      #expect(finding.windows == windows)
      // A search of its own refuses bounds between which no window lies.
      guard let alone = try? detector.detect(in: image, settings: settings) else { continue }
      #expect(finding.faces == alone, "\(settings)")
      boxes += alone.count
    }
    #expect(boxes > 50)
  }

  @Test(
    "a search with pauses has the hits of one without", arguments: Cascades.faces(), [1, 20_000])
  func pauses(cascade: String, windows: Int) throws {
    let detector = try FaceDetector(cascade: cascade)
    let image = try Self.scene()
    for (scale, minSize, maxSize) in [(1.05, 20, nil), (1.3, 30, 90), (1.2, 60, 61)] {
      guard
        let whole = try? detector.candidates(
          in: image, scale: scale, minSize: minSize, maxSize: maxSize)
      else { continue }
      var pauses = 0
      let parts = try detector.candidates(
        in: image, scale: scale, minSize: minSize, maxSize: maxSize, windowsWithoutPause: windows
      ) { pauses += 1 }
      #expect(parts == whole)
      #expect(windows == 1 && scale == 1.05 ? pauses > 10 : pauses > 0)
    }
  }

  @Test("what the cells were charged adds up to what was spent; repeats are for timing alone")
  func charges() throws {
    let image = try Self.scene()
    let detector = try FaceDetector(cascade: "lbpcascade_frontalface")
    var cells = Self.cells("lbpcascade_frontalface")
    for index in cells.indices where index % 2 == 1 { cells[index].minSize = 40 }
    // A clock that moves one second at every look: what is timed lasts a second.
    var seconds = 0.0
    func tick() -> Double {
      seconds += 1
      return seconds
    }
    let shared = try SharedSearches(
      of: image, for: cells, with: detector, repeats: 3, clock: tick, check: {})
    // 4 scales, 3 times; the larger sizes are read off the others 4 times; 40 groupings.
    #expect(shared.searches == 4 && !shared.findings.contains(nil))
    let spent = shared.findings.reduce(0) { $0 + ($1?.spentMilliseconds ?? .nan) }
    #expect(abs(spent - 1000 * (4 * 3 + 4 + 40)) < 1e-6)
    for (settings, finding) in zip(cells, shared.findings.compactMap(\.self)) {
      #expect(finding.milliseconds.count == 3)
      let whole = settings.minSize == 20
      for alone in finding.milliseconds { #expect(whole ? alone == 2000 : alone < 2000) }
    }
  }

  /// Processor time of this thread, seconds: what others do on the machine hardly shows in it.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(
    "prints what forty cells cost over their four searches, in processor time",
    arguments: [
      "haarcascade_frontalface_default", "haarcascade_frontalface_alt2",
      "lbpcascade_frontalface_improved",
    ])
  func cost(cascade: String) throws {
    let scene = try Self.scene()
    let detector = try FaceDetector(cascade: cascade)
    let image = try ImageFilter.resized(
      scene, to: PixelSize(width: scene.width * 2, height: scene.height * 2))
    // The least of several turns, one after the other: a disturbance only ever adds.
    var (searches, cells) = (Double.infinity, Double.infinity)
    for _ in 0..<7 {
      let start = Self.processorSeconds()
      for scale in Self.scales {
        try detector.searchOnly(in: image, scale: scale, minSize: 20)
      }
      let middle = Self.processorSeconds()
      _ = try SharedSearches(
        of: image, for: Self.cells(cascade), with: detector, clock: Self.processorSeconds,
        check: {})
      searches = min(searches, middle - start)
      cells = min(cells, Self.processorSeconds() - middle)
    }
    let ratio = cells / searches
    print(
      "\(cascade): 40 cells take \((ratio * 1000).rounded() / 1000) of 4 ungrouped searches of "
        + "\((searches * 10_000).rounded() / 10) ms")
    // Far from what is promised: only a search done twice would fail here.
    #expect(ratio < 1.5)
  }
}
