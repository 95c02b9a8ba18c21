package import CooperativeWork
package import FaceVocabulary
import Matrices

/// The pictures of a synthetic dataset, listed before any is rendered.
///
/// One picture a person, light and angle, all in front of one wall. Light is the session: pictures
/// of one session share the direction of the key light, up to a few degrees.
package struct SyntheticDatasetPlan: Equatable, Sendable {
  /// One picture to come.
  package struct Item: Equatable, Sendable {
    package let subject: SubjectID
    package let person: SyntheticPerson
    package let view: HeadView
    /// Position among the person's pictures, from 1.
    package let index: Int
    /// Name of the light: `light1`, `light2`, …
    package let session: String
    /// Path below the dataset's folder, such as `s03/light2_yaw-030.pgm`.
    package let file: String
    package let size: PixelSize

    /// Renders the picture.
    package func rendered(cancellation: Cancellation = Cancellation()) -> RenderedHead {
      SyntheticFaceRenderer.portrait(person, view, size: size, cancellation: cancellation)
    }
  }

  /// Every picture: by person, then light, then angle.
  package let items: [Item]

  /// - Parameters:
  ///   - subjects: How many people, named s01, s02, …
  ///   - angles: Yaw in degrees; < 0 turned to the picture's left.
  ///   - lights: How many key lights; each person is seen once under each at each angle.
  ///   - seed: Of the people and of everything that varies from picture to picture.
  package init(
    subjects: Int = 20, angles: [Double] = [-60, -45, -30, -15, 0, 15, 30, 45, 60],
    lights: Int = 3, size: PixelSize = PixelSize(width: 92, height: 112), seed: UInt64 = 1
  ) {
    var items: [Item] = []
    let keyLights = Self.keyLights(lights, seed: seed)
    let digits = max(2, String(subjects).count)
    for number in 0..<subjects {
      let name = "s" + Self.padded(number + 1, to: digits)
      let subject = SubjectID(name)
      let person = SyntheticPerson(subject: subject, world: seed)
      for light in 0..<lights {
        let session = "light\(light + 1)"
        for (position, yaw) in angles.enumerated() {
          let index = light * angles.count + position + 1
          let view = Self.view(
            yaw: yaw, light: keyLights[light], backdrop: seed, seed: seed,
            picture: items.count)
          items.append(
            Item(
              subject: subject, person: person, view: view, index: index, session: session,
              file: "\(name)/\(session)_yaw\(Self.signed(yaw)).pgm", size: size))
        }
      }
    }
    self.items = items
  }

  /// Renders all pictures, in the order of ``items``.
  ///
  /// - Throws: `Cancelled` when the work was asked to stop.
  package func rendered(work: Work) throws -> [RenderedHead] {
    let items = items
    return try work.map(count: items.count, activity: "rendering") {
      items[$0].rendered(cancellation: work.cancellation)
    }
  }

  /// Key lights that differ clearly: spread from side to side, at different heights.
  private static func keyLights(_ count: Int, seed: UInt64) -> [HeadLight] {
    var generator = SeededGenerator(seed: seed, stream: 0x11647)
    return (0..<count).map { number in
      let place = count == 1 ? 0.35 : Double(number) / Double(count - 1)
      return HeadLight(
        azimuthDegrees: -21 + 42 * place + 6 * (generator.uniform() - 0.5),
        elevationDegrees: 20 + 22 * generator.uniform(), ambient: 0.47 + 0.08 * generator.uniform())
    }
  }

  /// One picture's view: what the plan says, and the chance of a real session.
  ///
  /// The head is a little off the angle asked for, nods and tilts, the face moves, the crop is not
  /// exact, exposure and backdrop vary. The spreads decide how hard recognition is: with these,
  /// Eigenfaces recognise most but not all faces (see the tests).
  private static func view(
    yaw: Double, light: HeadLight, backdrop: UInt64, seed: UInt64, picture: Int
  ) -> HeadView {
    var generator = SeededGenerator(seed: seed &+ 0x9E37_79B9, stream: UInt64(picture))
    func draw(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * generator.uniform()
    }
    var view = HeadView()
    view.pose = HeadPose(
      yawDegrees: yaw, pitchDegrees: draw(-4, 4), rollDegrees: draw(-2, 2))
    view.light = light
    view.light.azimuthDegrees += draw(-6, 6)
    view.expression = HeadExpression(
      mouthOpen: max(0, draw(-1.2, 0.8)), smile: draw(-0.3, 0.9), browRaise: max(0, draw(-1, 0.8)),
      eyesClosed: max(0, draw(-4, 1)))
    view.exposure = draw(0.88, 1.14)
    view.noiseLevels = draw(1.5, 5)
    view.noiseSeed = generator.next()
    view.backdropSeed = backdrop
    view.shiftX = draw(-0.012, 0.012)
    view.shiftY = draw(-0.012, 0.012)
    view.headShare = draw(0.765, 0.795)
    return view
  }

  /// `value` in decimal with zeros in front up to `digits` digits.
  private static func padded(_ value: Int, to digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// An angle as `-030` or `+007.5`.
  static func signed(_ degrees: Double) -> String {
    let tenths = Int((degrees * 10).magnitude.rounded())
    let whole = padded(tenths / 10, to: 3)
    let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
    return (degrees < 0 ? "-" : "+") + whole + fraction
  }
}
