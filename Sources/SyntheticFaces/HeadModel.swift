/// A person's head with one expression, in the head's own space: surfaces and where paint goes.
///
/// The origin lies between the ears at the height of the eyes; the face looks along +z.
struct HeadModel: Sendable {
  let features: HeadFeatures
  let expression: HeadExpression
  let instructions: InstructionSet
  /// Surfaces without neck and shoulders, which do not turn with the head.
  var field = HeadField()
  var marks = FaceMarks()

  /// - Parameter instructions: What the kernels that feel for the surface use.
  init(
    _ person: SyntheticPerson, expression: HeadExpression,
    instructions: InstructionSet = .best
  ) {
    features = person.features
    self.instructions = instructions
    self.expression = expression
    field.lean = Vector(features.lean, features.tilt, 0)
    addSkull()
    placeMarks()
    addEyesAndBrows()
    addNose()
    addMouth()
    addEars()
    addFolds()
    addBeard()
    addHair()
    addGlasses()
  }

  /// How far the expression goes, 0 … 1, as the model uses it.
  var opening: Float { Float(max(0, min(1, expression.mouthOpen))) }
  var smile: Float { Float(max(-1, min(1, expression.smile))) }

  /// What a camera that meters the face multiplies light by: half way to equal skin for everyone.
  var metering: Float { (0.45 / features.skinTone).squareRoot() }

  mutating func add(_ block: Ellipsoid) { field.skin.append(block) }
  mutating func add(_ swelling: Swelling) { field.swellings.append(swelling) }

  // MARK: Skull and flesh

  private mutating func addSkull() {
    let f = features
    let long = f.faceLength
    let drop = 0.09 * opening
    // Cranium, forehead, middle of the face.
    add(
      Ellipsoid(
        Vector(0, 0.24 * f.height, -0.10), Vector(0.755 * f.width, 0.87 * f.height, 0.95 * f.depth),
        blend: 0.1))
    add(
      Ellipsoid(
        Vector(0, 0.20, 0.31),
        Vector(0.63 * f.width, (0.62 + f.forehead) * f.height, 0.55 + 0.3 * f.forehead), blend: 0.25
      ))
    add(
      Ellipsoid(
        Vector(0, -0.38 * long, 0.36), Vector(0.49 * f.width, 0.58 * long, 0.50), blend: 0.2))
    // Jaw: the branch at the back, the body that runs to the chin, the chin.
    let gonion = Vector(0.44 * (0.5 + 0.5 * f.jawWidth) * f.width, -0.64 * long - drop * 0.5, 0.10)
    let chinSide = Vector(0.12 * f.chinWidth, -1.03 * long - drop, 0.64 + f.chinForward)
    add(
      Ellipsoid(
        from: Vector(0.55 * f.width, -0.02, 0.06), to: gonion, width: 0.20, depth: 0.14, blend: 0.25
      )
    )
    add(Ellipsoid(from: gonion, to: chinSide, width: 0.14, depth: 0.14, blend: 0.25))
    add(
      Ellipsoid(
        Vector(0, -1.02 * long - drop, 0.68 + f.chinForward),
        Vector(0.21 * f.chinWidth, 0.155, 0.19), blend: 0.16))
    // Cheekbone, cheek, the mound that carries the mouth.
    add(
      Ellipsoid(
        Vector(0.44 * f.width, -0.24, 0.48 + f.cheekbone), Vector(0.17, 0.15, 0.26), blend: 0.22,
        frame: Rotation(along: Vector(0.75, 0, 1))))
    add(
      Ellipsoid(
        Vector(0.34 * f.width, -0.55 * long, 0.44), Vector(0.24 * f.fullness, 0.34, 0.27),
        blend: 0.2))
    add(
      Ellipsoid(Vector(0, -0.70 * long - drop * 0.4, 0.62), Vector(0.30, 0.30, 0.29), blend: 0.18))
    if smile > 0 {
      add(
        Swelling(Vector(0.40, -0.36 * long, 0.70), Vector(0.20, 0.17, 0.30), height: 0.05 * smile))
    }
  }

  /// Height of the surface towards the viewer at (x, y), found by walking in along −z.
  func surface(_ x: Float, _ y: Float) -> Float {
    let head = PackedHead(field, instructions: instructions)
    var z: Float = 1.6
    for _ in 0..<40 {
      let distance = head.sample(LanePoint(Vector(x, y, z)), head.everything).skin[0]
      z -= 0.8 * distance
      if distance < 0.001 { break }
    }
    return z
  }

  private mutating func placeMarks() {
    let f = features
    let long = f.faceLength
    let eyeX = f.eyeSpacing * (0.4 + 0.6 * f.width)
    marks.eye = Vector(eyeX, f.eyeHeight, surface(eyeX, f.eyeHeight) - 0.165 - 0.6 * f.eyeDepth)
    marks.eyeWidth = f.eyeWidth
    marks.eyeTilt = f.eyeTilt
    let closed = Float(max(0, min(1, expression.eyesClosed)))
    marks.upperLid = f.eyeOpening * (1 + 0.15 * Float(expression.browRaise)) * (1 - 1.5 * closed)
    marks.lowerLid = 0.037 * (1 - 0.35 * max(0, smile))
    let mouthY = (-0.71 + f.mouthHeight) * long
    marks.mouth = Vector(0, mouthY, surface(0, mouthY))
    marks.mouthWidth = f.mouthWidth * (1 + 0.16 * max(0, smile))
    marks.noseBase = (-0.455 * f.noseLength) * (0.5 + 0.5 * long)
    marks.chin = Vector(0, -1.17 * long - 0.09 * opening, 0.70 + f.chinForward)
    marks.brow = f.eyeHeight + f.browHeight + 0.06 * Float(expression.browRaise)
  }
}
