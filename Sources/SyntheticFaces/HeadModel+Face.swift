extension HeadModel {
  /// Brow ridge, sockets and the eyeballs under their lids.
  mutating func addEyesAndBrows() {
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
    field.lids = [Ellipsoid(eye, Vector(radius, radius, radius), blend: 0.05)]
    // Pouch below the eye.
    add(
      Swelling(
        Vector(eye.x, eye.y - 0.13, eye.z + 0.10), Vector(0.15, 0.05, 0.12),
        height: 0.008 + 0.022 * f.age))
  }

  /// Bridge, flanks, tip, wings and nostrils, set on the face built so far.
  mutating func addNose() {
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

  /// Lips, the groove above them and the hollows around, parted as far as the expression says.
  mutating func addMouth() {
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

  /// An ear: a plate that stands off the skull, hollow in the middle.
  mutating func addEars() {
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

  /// Folds from the nose to the mouth, hollow cheeks and temples.
  mutating func addFolds() {
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

  /// The volume of a beard; its tone is painted.
  mutating func addBeard() {
    guard features.beard == .full || features.beard == .goatee else { return }
    add(Swelling(marks.chin + Vector(0, 0.10, 0.10), Vector(0.34, 0.26, 0.36), height: 0.075))
    if features.beard == .full {
      add(Swelling(Vector(0.44, -0.80, 0.38), Vector(0.26, 0.30, 0.40), height: 0.055))
    }
  }
}
