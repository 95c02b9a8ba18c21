/// A person's head with one expression, in the head's own space: surfaces and where paint goes.
///
/// The origin lies between the ears at the height of the eyes; the face looks along +z.
struct HeadModel: Sendable {
  let features: HeadFeatures
  let expression: HeadExpression
  /// Surfaces without neck and shoulders, which do not turn with the head.
  private(set) var field = HeadField()
  private(set) var marks = FaceMarks()

  init(_ person: SyntheticPerson, expression: HeadExpression) {
    features = person.features
    self.expression = expression
    field.lean = (features.lean, features.tilt)
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

  mutating func add(_ block: Ellipsoid) { field.skin.append(EllipsoidLanes(block)) }
  mutating func add(_ swelling: Swelling) { field.swellings.append(SwellingLanes(swelling)) }

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
    let mask = field.everything
    var z: Float = 1.6
    for _ in 0..<40 {
      let point = LanePoint(Vector(x, y, z))
      let distance = field.sample(point, mask).skin[0]
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

  private mutating func addEyesAndBrows() {
    let f = features
    let eye = marks.eye
    let browZ = surface(0.26, marks.brow)
    add(
      Ellipsoid(
        Vector(0.26, marks.brow + 0.02, browZ - 0.075), Vector(0.25, 0.065, 0.10), blend: 0.10,
        frame: Rotation(along: Vector(0.45, 0, 1))))
    add(
      Swelling(
        Vector(0.25, marks.brow, browZ), Vector(0.27, 0.11, 0.2), height: 0.035 * f.browRidge))
    // The socket, deepest beside the nose.
    add(
      Swelling(
        Vector(eye.x * 0.9, eye.y, eye.z + 0.16), Vector(0.25, 0.17, 0.30),
        height: -0.10 - f.eyeDepth))
    add(
      Swelling(Vector(0.13, eye.y + 0.02, eye.z + 0.17), Vector(0.10, 0.15, 0.20), height: -0.035))
    let radius = FaceMarks.lidRadius
    field.lids = [EllipsoidLanes(Ellipsoid(eye, Vector(radius, radius, radius), blend: 0.05))]
    // Pouch below the eye.
    add(
      Swelling(
        Vector(eye.x, eye.y - 0.13, eye.z + 0.10), Vector(0.15, 0.05, 0.12),
        height: 0.008 + 0.022 * f.age))
  }

  private mutating func addNose() {
    let f = features
    let top = f.eyeHeight + 0.04
    let base = marks.noseBase
    let topZ = surface(0, top)
    let baseZ = surface(0, base)
    let tip = Vector(
      0, base + 0.06 + f.noseTip * 0.35, baseZ + 0.10 * f.noseHeight + 0.03)
    marks.noseTip = tip
    add(
      Ellipsoid(
        from: Vector(0, top, topZ - 0.045), to: tip - Vector(0, 0, 0.02),
        width: 0.062 + 0.012 * f.noseWidth, depth: 0.075, blend: 0.09))
    // The flanks that lead to the cheeks.
    add(
      Ellipsoid(
        from: Vector(0, top - 0.12, topZ - 0.10), to: Vector(0, base + 0.06, baseZ - 0.02),
        width: 0.135 * (0.5 + 0.5 * f.noseWidth), depth: 0.10, blend: 0.10))
    add(Ellipsoid(tip, Vector(0.088 * (0.4 + 0.6 * f.noseWidth), 0.082, 0.09), blend: 0.08))
    let wing = Vector(0.098 * f.noseWidth, base + 0.025, baseZ + 0.005)
    marks.wing = wing
    add(Ellipsoid(wing, Vector(0.058, 0.068, 0.105), blend: 0.075))
    add(
      Swelling(
        Vector(0, base + 0.20, tip.z - 0.06), Vector(0.09, 0.13, 0.14), height: f.noseHump * 0.6))
    let nostril = Vector(
      0.052 * (0.4 + 0.6 * f.noseWidth), base - 0.045, (tip.z + baseZ) * 0.5 + 0.005)
    marks.nostril = nostril
    add(Swelling(nostril, Vector(0.042, 0.035, 0.060), height: -0.03))
    // Crease around the wing.
    add(
      Swelling(
        Vector(wing.x + 0.055, base + 0.02, baseZ - 0.02), Vector(0.035, 0.08, 0.09), height: -0.014
      ))
  }

  private mutating func addMouth() {
    let f = features
    let mouth = marks.mouth
    let width = marks.mouthWidth
    let gap = 0.055 * opening
    let z = surface(0, mouth.y)
    let sideZ = surface(width * 0.6, mouth.y)
    let turn = Rotation(along: Vector((z - sideZ) * 1.1, 0, width * 0.6))
    marks.gap = gap
    marks.smile = 0.055 * smile
    marks.upperLip = f.upperLip
    marks.lowerLip = f.lowerLip
    let lift = 0.4 * marks.smile
    add(
      Ellipsoid(
        Vector(width * 0.32, mouth.y + gap + 0.45 * f.upperLip + lift, (z + sideZ) * 0.5 + 0.010),
        Vector(width * 0.62, f.upperLip * 0.62, 0.055), blend: 0.035, frame: turn))
    add(
      Ellipsoid(
        Vector(
          width * 0.22, mouth.y - gap - 0.50 * f.lowerLip + lift * 0.5, (z + sideZ) * 0.5 + 0.012),
        Vector(width * 0.55, f.lowerLip * 0.58, 0.060), blend: 0.035, frame: turn))
    // Between the lips, the groove above them, the hollow above the chin, the corners.
    add(
      Swelling(
        Vector(0, mouth.y, z + 0.05), Vector(width * 1.05, 0.022 + gap, 0.16),
        height: -0.022 - 0.9 * gap))
    add(
      Swelling(
        Vector(0, mouth.y + gap + f.upperLip + 0.07, z + 0.03), Vector(0.035, 0.085, 0.10),
        height: -0.012))
    add(
      Swelling(
        Vector(0, mouth.y - gap - f.lowerLip - 0.075, z), Vector(0.20, 0.055, 0.14), height: -0.035)
    )
    add(
      Swelling(
        Vector(width * 1.06, mouth.y + marks.smile, sideZ - 0.02), Vector(0.06, 0.06, 0.12),
        height: -0.018))
  }

  private mutating func addEars() {
    let f = features
    let x = 0.735 * f.width
    let (sine, cosine) = (f.earFlare, (1 - f.earFlare * f.earFlare).squareRoot())
    // The ear's own x points out of its plate; its z along the plate to the back.
    let out = Vector(cosine, 0, sine)
    let up = Vector(0, 0.975, -0.222)
    let frame = Rotation(
      x: out, y: (up - out * up.dot(out)).normalized, z: out.cross(up).normalized)
    let center = Vector(x + 0.09 * f.earFlare + 0.03, -0.13, -0.12)
    marks.ear = center
    let size = f.earSize
    add(Ellipsoid(center, Vector(0.055, 0.31 * size, 0.175 * size), blend: 0.06, frame: frame))
    let inner = center + out * 0.05 + Vector(0, 0.02, 0.015)
    marks.earHollow = inner
    add(Swelling(inner, Vector(0.10, 0.20 * size, 0.105 * size), height: -0.055, frame: frame))
    add(
      Swelling(
        center + out * 0.03 + Vector(0, 0.30 * size, -0.03), Vector(0.06, 0.07, 0.13 * size),
        height: 0.015, frame: frame))
    // The flap in front of the ear's opening.
    add(Ellipsoid(Vector(x - 0.005, -0.17, 0.045), Vector(0.05, 0.07, 0.04), blend: 0.04))
  }

  private mutating func addFolds() {
    let f = features
    let start = Vector(marks.wing.x + 0.07, marks.wing.y, marks.wing.z)
    let end = Vector(marks.mouthWidth + 0.10, marks.mouth.y + 0.02, marks.mouth.z - 0.10)
    let middle = (start + end) * 0.5
    let depth = 0.008 + 0.024 * f.age + 0.022 * max(0, smile)
    let bone = end - start
    add(
      Swelling(
        Vector(middle.x, middle.y, surface(middle.x, middle.y)),
        Vector(0.045, 0.15, bone.length * 0.62), height: -depth, frame: Rotation(along: bone)))
    // The hollow below the cheekbone that thin and old faces have.
    let hollow = max(0, 0.05 * (1.15 - f.fullness) + 0.02 * f.age)
    add(Swelling(Vector(0.44, -0.55, 0.48), Vector(0.22, 0.28, 0.28), height: -hollow * 0.7))
    // Temples.
    add(Swelling(Vector(0.62 * f.width, 0.20, 0.45), Vector(0.16, 0.25, 0.25), height: -0.008))
  }

  private mutating func addBeard() {
    guard features.beard == .full || features.beard == .goatee else { return }
    add(Swelling(marks.chin + Vector(0, 0.10, 0.10), Vector(0.34, 0.26, 0.36), height: 0.075))
    if features.beard == .full {
      add(Swelling(Vector(0.44, -0.80, 0.38), Vector(0.26, 0.30, 0.40), height: 0.055))
    }
  }

  private mutating func addGlasses() {
    guard let round = features.glasses else { return }
    let halfWidth = 0.235 + 0.02 * round
    let halfHeight = 0.150 + 0.06 * round
    let bridgeZ = surface(0, marks.eye.y)
    let center = Vector(
      max(marks.eye.x, halfWidth + 0.075), marks.eye.y - 0.035,
      max(bridgeZ + 0.05, marks.eye.z + FaceMarks.lidRadius + 0.09))
    let shape = Glasses(
      center: center, halfWidth: halfWidth, halfHeight: halfHeight,
      corner: 0.07 + (halfHeight - 0.075) * round, tube: 0.016 + 0.012 * (1 - round),
      ear: Vector(0.765 * features.width, 0.08, -0.02))
    field.glasses = GlassesLanes(shape)
  }

  // MARK: Hair

  private mutating func addHair() {
    let f = features
    guard f.hairStyle != .shaved else { return }
    let volume = f.hairVolume
    var thickness: Float = 0.05 + 0.05 * volume
    var top = f.hairline
    var sides: Float = 0.70
    var shift: Float = 0
    var edge: Float = -0.40
    switch f.hairStyle {
    case .shaved: break
    case .cropped: thickness = 0.025
    case .short: break
    case .parted: shift = f.parting * 0.25
    case .bob, .long: shift = f.parting * 0.2
    case .curly: thickness = 0.10 + 0.05 * volume
    case .receding:
      thickness = 0.03
      top = 0.86 + 0.12 * volume * 0.5
      sides = 0.78
    case .tied: thickness = 0.03
    case .fringe: top = 0.34
    }
    let crown = Vector(0, 0.24 * f.height + 0.02, -0.12)
    func cap(_ center: Vector, _ radii: Vector, _ blend: Float) {
      field.cap.append(EllipsoidLanes(Ellipsoid(center, radii, blend: blend)))
    }
    cap(
      crown,
      Vector(0.755 * f.width + thickness, 0.87 * f.height + thickness, 0.95 * f.depth + thickness),
      0.1)
    // Over the forehead, so that hair starts above skin everywhere.
    cap(
      Vector(0, 0.22, 0.30),
      Vector(
        0.63 * f.width + thickness, (0.62 + f.forehead) * f.height + thickness,
        0.55 + 0.3 * f.forehead + thickness * 0.7), 0.15)
    if f.hairStyle == .parted || f.hairStyle == .short || f.hairStyle == .fringe {
      cap(Vector(0.18, 0.78 * f.height, 0.15), Vector(0.44, 0.26 + 0.12 * volume, 0.62), 0.25)
    }
    if f.hairStyle == .curly {
      cap(Vector(0.42, 0.45, -0.15), Vector(0.40 + 0.08 * volume, 0.48, 0.6), 0.3)
    }
    if f.hairStyle == .tied {
      cap(Vector(0, 0.55, -1.05), Vector(0.26, 0.28, 0.26), 0.06)
    }
    if f.hairStyle == .bob || f.hairStyle == .long {
      let end: Float = f.hairStyle == .bob ? -0.85 : -1.75
      func fall(_ shape: Ellipsoid) { field.fall.append(EllipsoidLanes(shape)) }
      fall(
        Ellipsoid(
          from: Vector(0.66 * f.width, 0.35, -0.12),
          to: Vector(0.70 * f.width + 0.06 * volume, end, -0.05), width: 0.17 + 0.05 * volume,
          depth: 0.34, blend: 0.2))
      fall(
        Ellipsoid(
          from: Vector(0, 0.4, -0.55), to: Vector(0, end, -0.60), width: 0.70, depth: 0.36,
          blend: 0.25))
      edge = -0.6
    }
    let reach = (top + 0.42) / 0.965
    let face = Ellipsoid(
      Vector(shift * 0.4, -0.42, 0.98), Vector(sides * f.width, reach, 0.97), blend: 0.05)
    let hidesEars = f.hairStyle == .bob || f.hairStyle == .long
    field.hairline = Hairline(
      face: EllipsoidLanes(face), lowerEdge: edge, lowerSlope: 0.36,
      ear: marks.ear + Vector(0, -0.02, 0.06), earRadius: hidesEars ? 0 : 0.31)
  }
}

/// Where the parts of a face lie: what the paint and the truth need to know.
struct FaceMarks: Sendable {
  /// Radius of the ball that the eyelids cover.
  static let lidRadius: Float = 0.130
  /// Middle of the eyeball on the side x ≥ 0.
  var eye = Vector(0, 0, 0)
  var eyeWidth: Float = 0
  var eyeTilt: Float = 0
  /// Heights of the lids above and below the middle of the eye.
  var upperLid: Float = 0
  var lowerLid: Float = 0
  var brow: Float = 0
  var noseTip = Vector(0, 0, 0)
  var noseBase: Float = 0
  var wing = Vector(0, 0, 0)
  var nostril = Vector(0, 0, 0)
  /// Middle of the mouth.
  var mouth = Vector(0, 0, 0)
  /// Half width of the mouth.
  var mouthWidth: Float = 0
  /// Half height of the opening.
  var gap: Float = 0
  /// How far the corners rise.
  var smile: Float = 0
  var upperLip: Float = 0
  var lowerLip: Float = 0
  var chin = Vector(0, 0, 0)
  var ear = Vector(0, 0, 0)
  var earHollow = Vector(0, 0, 0)
}
