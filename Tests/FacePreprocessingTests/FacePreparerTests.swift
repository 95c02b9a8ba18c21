import CooperativeWork
import FaceImages
import FacePreprocessing
import FaceVocabulary
import TestSupport
import Testing

struct FacePreparerTests {
  static let size = PixelSize(width: 20, height: 10)

  /// Level = column, so that a crop shows where it was taken.
  static var ramp: GrayImage {
    GrayImage(
      size: PixelSize(width: 100, height: 50), pixels: (0..<5000).map { UInt8($0 % 100) })
  }

  @Test("a recipe of nothing at the picture's size changes nothing")
  func identity() throws {
    let preparer = try FacePreparer(recipe: Recipe(), size: Self.ramp.size, work: Work())
    let prepared = try preparer.prepare(Self.ramp)
    #expect(prepared.face == Self.ramp)
    #expect(prepared.box == nil)
  }

  @Test("a margin widens the box on every side and is clipped at the border")
  func margin() throws {
    var recipe = Recipe()
    recipe.margin = 0.5
    let preparer = try FacePreparer(
      recipe: recipe, size: PixelSize(width: 40, height: 20), work: Work())
    let box = PixelRect(x: 30, y: 15, width: 20, height: 10)
    let inside = try preparer.prepare(Self.ramp, box: box)
    #expect(Array(inside.face.pixels.prefix(40)) == Array(20..<60))
    let atBorder = try preparer.preview(
      Self.ramp, box: PixelRect(x: 90, y: 45, width: 20, height: 10))
    #expect(atBorder.map(\.title) == ["picture", "crop", "size 40x20"])
    #expect(atBorder[1].image.size == PixelSize(width: 20, height: 10))
    #expect(atBorder[1].image[0, 0] == 80)
  }

  @Test("a box outside the picture and a crop of nothing are refused")
  func refused() throws {
    let preparer = try FacePreparer(recipe: Recipe(), size: Self.size, work: Work())
    let outside = PixelRect(x: 200, y: 0, width: 10, height: 10)
    #expect(throws: PreparationError.boxOutside(outside, picture: Self.ramp.size)) {
      try preparer.prepare(Self.ramp, box: outside)
    }
    var recipe = Recipe()
    recipe.margin = -0.4
    let cutting = try FacePreparer(recipe: recipe, size: Self.size, work: Work())
    #expect(throws: PreparationError.cropTooSmall(PixelSize(width: 1, height: 1))) {
      try cutting.prepare(Self.ramp, box: PixelRect(x: 5, y: 5, width: 5, height: 5))
    }
  }

  @Test("the mask leaves the inscribed ellipse and blanks the corners")
  func mask() throws {
    var recipe = Recipe()
    recipe.mask = .ellipse
    let preparer = try FacePreparer(recipe: recipe, size: Self.ramp.size, work: Work())
    let face = try preparer.prepare(Self.ramp).face
    #expect(face[0, 0] == 128)
    #expect(face[99, 49] == 128)
    #expect(face[50, 0] == 50)
    #expect(face[0, 25] == 0)
    #expect(face[50, 25] == 50)
  }

  @Test("steps are shown in their order", arguments: Recipe.Light.allCases)
  func preview(light: Recipe.Light) throws {
    var recipe = Recipe()
    recipe.light = light
    recipe.mask = .ellipse
    recipe.align = .eyes
    let preparer = try FacePreparer(recipe: recipe, size: Self.size, work: Work())
    let eyes = (PixelPoint(x: 40, y: 20), PixelPoint(x: 60, y: 22))
    let steps = try preparer.preview(Self.ramp, eyes: eyes)
    let lights = light == .none ? [] : ["light \(light.rawValue)"]
    #expect(
      steps.map(\.title) == ["picture", "turned and cropped", "size 20x10"] + lights
        + ["mask ellipse"])
    #expect(steps.last?.image == (try preparer.prepare(Self.ramp, eyes: eyes).face))
  }

  @Test("the size asked for wins, then the one all share, then 70x70")
  func size() {
    var recipe = Recipe()
    #expect(recipe.resolvedSize(facesShare: nil) == PixelSize(width: 70, height: 70))
    #expect(recipe.resolvedSize(facesShare: Self.size) == Self.size)
    recipe.size = .fixed(PixelSize(width: 5, height: 6))
    #expect(recipe.resolvedSize(facesShare: Self.size) == PixelSize(width: 5, height: 6))
  }

  @Test(
    "none, one and several faces are told apart",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func locate() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    let group = try images.decode(
      RealFaces.path("detect_boxes/dlib_faces/2008_001009.jpg")
    ).image
    let wall = try images.decode(RealFaces.path("detect_boxes/negatives/brick.png")).image
    var recipe = Recipe()
    recipe.detector.cascade = "haarcascade_frontalface_alt2"
    recipe.locate = .largest
    let largest = try FacePreparer(recipe: recipe, size: Self.size, work: Work())
    let box = try #require(try largest.prepare(group).box)
    #expect(box.width > 70)
    #expect(throws: PreparationError.noFace(in: wall.size)) { try largest.prepare(wall) }
    recipe.locate = .only
    let only = try FacePreparer(recipe: recipe, size: Self.size, work: Work())
    do {
      _ = try only.prepare(group)
      Issue.record("one was taken")
    } catch {
      guard case .severalFaces(let count) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(count >= 2)
    }
  }

  @Test("a missing cascade is told when the preparer is made")
  func missingCascade() {
    var recipe = Recipe()
    recipe.locate = .largest
    recipe.detector.cascade = "no_such_thing"
    #expect(throws: PreparationError.self) {
      try FacePreparer(recipe: recipe, size: Self.size, work: Work())
    }
  }

  @Test("cancelled work ends at the next step of a face", arguments: Recipe.Light.allCases)
  func cancelled(light: Recipe.Light) throws {
    var recipe = Recipe()
    recipe.light = light
    let work = Work()
    let preparer = try FacePreparer(recipe: recipe, size: Self.size, work: work)
    work.cancellation.cancel()
    #expect(throws: PreparationError.cancelled) { try preparer.prepare(Self.ramp) }
  }

  @Test("faces at work count for every job, those that are kept once")
  func room() throws {
    let size = PixelSize(width: 100, height: 100)
    var recipe = Recipe()
    let exact = Work(jobs: 2, memoryLimitBytes: 10_000 * (3 + 2 * 2))
    _ = try FacePreparer(recipe: recipe, size: size, keeping: 3, work: exact)
    let needed = 10_000 * (4 + 2 * 2)
    #expect(
      throws: PreparationError.size(
        .tooLarge(
          size, faces: 4, neededBytes: needed, limitBytes: exact.memoryLimitBytes))
    ) { try FacePreparer(recipe: recipe, size: size, keeping: 4, work: exact) }
    recipe.light = .tantriggs
    #expect(throws: PreparationError.self) {
      try FacePreparer(recipe: recipe, size: size, keeping: 3, work: exact)
    }
  }
}
