extension HeadModel {
  /// Hair: blocks a little larger than the skull that end at the hairline, and what hangs down.
  mutating func addHair() {
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
      field.cap.append(Ellipsoid(center, radii, blend: blend))
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
      func fall(_ shape: Ellipsoid) { field.fall.append(shape) }
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
      face: face, lowerEdge: edge, lowerSlope: 0.36,
      ear: marks.ear + Vector(0, -0.02, 0.06), earRadius: hidesEars ? 0 : 0.31)
  }

  /// Glasses that rest on the nose and the ears.
  mutating func addGlasses() {
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
    field.glasses = shape
  }
}
