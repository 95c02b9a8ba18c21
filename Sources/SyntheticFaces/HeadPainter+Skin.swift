extension HeadPainter {
  /// 1 inside an edge, 0 outside, as soft as a pixel.
  @inline(__always)
  private func inside(_ distance: Lanes) -> Lanes { unit(distance * (1 / footprint) + 0.5) }

  /// A soft spot: 1 at `center`, 0 beyond `radii`.
  @inline(__always)
  private func spot(_ p: LanePoint, _ center: Vector, _ radii: Vector) -> Lanes {
    let x = (p.x - center.x) * (1 / radii.x)
    let y = (p.y - center.y) * (1 / radii.y)
    let z = (p.z - center.z) * (1 / radii.z)
    let w = positive(1 - (x * x + y * y + z * z))
    return w * w
  }

  /// Skin with all that is painted on it: lips, brows, eyes, nostrils, beard, lines.
  func skin(at point: LanePoint, normal: LanePoint) -> Surface {
    let f = model.features
    let marks = model.marks
    let even = model.field.evened(point)
    let p = HeadField.folded(even)
    let coarseGrain = LaneNoise.value(
      point.x * 2.6 + 40, point.y * 2.6 + 40, point.z * 2.6 + 40, seed: f.grain)
    let fineGrain = LaneNoise.value(
      point.x * 15 + 80, point.y * 15 + 80, point.z * 15 + 80, seed: f.grain &+ 1)
    var albedo = f.skinTone * (1 + 0.14 * (coarseGrain - 0.5) + 0.08 * (fineGrain - 0.5))
    var gloss = Lanes.all(0.10)
    // Blood lies under cheeks, nose and ears; the forehead is lighter and shines.
    albedo *= 1 - 0.09 * spot(p, Vector(0.40, -0.36, 0.62), Vector(0.28, 0.26, 0.4))
    albedo *= 1 - 0.07 * spot(p, marks.noseTip, Vector(0.16, 0.15, 0.2))
    albedo *= 1 + 0.06 * spot(p, Vector(0, 0.45, 0.85), Vector(0.45, 0.25, 0.5))
    albedo *= 1 - 0.35 * spot(p, marks.earHollow, Vector(0.16, 0.18, 0.10))
    gloss += 0.08 * spot(p, marks.noseTip, Vector(0.10, 0.10, 0.15))
    gloss += 0.05 * spot(p, Vector(0.1, 0.45, 0.85), Vector(0.4, 0.25, 0.4))
    if let hairline = model.field.hairline { paintRoots(&albedo, point, even, hairline) }
    let front = smoothed((even.z - 0.25) * 8)

    guard any(front .> 0) else {
      paintBeard(&albedo, p, even, fineGrain)
      return Surface(albedo: albedo, gloss: gloss, normal: normal, wet: .zero, hair: .zero)
    }
    // Lines of the forehead.
    for line in 1...3 {
      let height = marks.brow + 0.04 + 0.085 * Float(line)
      let wave = (coarseGrain - 0.5) * 0.08
      albedo *=
        1 - 0.16 * f.age * bell((p.y - height - wave) * (1 / 0.018))
        * smoothed((0.42 - p.x) * 6) * front
    }
    albedo *= 1 - 0.92 * unit(1.7 * spot(p, marks.nostril, Vector(0.050, 0.034, 0.075)))
    paintBeard(&albedo, p, even, fineGrain)
    paintBrows(&albedo, p, front)
    paintMouth(&albedo, &gloss, p, front)
    var surface = Surface(albedo: albedo, gloss: gloss, normal: normal, wet: .zero, hair: .zero)
    paintEyes(&surface, p, even, front)
    return surface
  }

  /// Thin hair between the hairline and the bare skin.
  private func paintRoots(
    _ albedo: inout Lanes, _ point: LanePoint, _ even: LanePoint, _ hairline: Hairline
  ) {
    let f = model.features
    let bare = most(
      most(hairline.front(even), hairline.below(even) * 0.7),
      hairline.earRadius > 0 ? hairline.aroundEar(HeadField.folded(even)) : .all(-1))
    let near = smoothed(1 - bare * (1 / 0.10))
    guard any(near .> 0) else { return }
    let strands = LaneNoise.value(
      point.x * 34 + 70, point.y * 9 + 70, point.z * 18 + 70, seed: f.grain &+ 8)
    let cover = smoothed((near - 0.75 * strands) * 2.2) * smoothed((even.y + 0.45) * 5)
    albedo = mixed(albedo, f.hairTone * (0.6 + 0.6 * strands), cover)
  }

  private func paintBrows(_ albedo: inout Lanes, _ p: LanePoint, _ front: Lanes) {
    let f = model.features
    let along = (p.x - 0.29) * (1 / 0.22)
    let center =
      model.marks.brow + f.browSlope * 0.55 * (p.x - 0.24) + f.browArch * (1 - along * along)
    let thickness = f.browThickness * (1 - 0.55 * smoothed(along))
    let body = smoothed((thickness - magnitude(p.y - center)) * (1 / (0.022 + footprint)) + 0.5)
    let ends = smoothed((p.x - 0.07) * 16) * smoothed((0.535 - p.x) * 10)
    let strands = LaneNoise.value(
      p.x * 30 + p.y * 12 + 90, p.y * 24 + 90, p.z * 5 + 90, seed: f.grain &+ 2)
    let tone = min(f.hairTone, 0.5 * f.skinTone) * 0.8 + 0.012
    albedo = mixed(
      albedo, .all(tone), unit(body * ends * front * f.browDensity * (0.65 + 0.6 * strands)))
  }

  private func paintMouth(
    _ albedo: inout Lanes, _ gloss: inout Lanes, _ p: LanePoint, _ front: Lanes
  ) {
    let marks = model.marks
    let u = p.x * (1 / marks.mouthWidth)
    let width = positive(1 - u * u)
    let v = p.y - marks.mouth.y - marks.smile * u * u
    let gap = marks.gap * width
    let bow = 1 - 0.30 * bell(p.x * (1 / 0.055))
    let top = gap + (marks.upperLip * bow) * width
    let bottom = -gap - marks.lowerLip * width * (0.7 + 0.3 * width)
    let ahead = smoothed((p.z - marks.mouth.z + 0.34) * 12) * front
    let lips = inside(least(top - v, v - bottom)) * smoothed((1.02 - u) * 14) * ahead
    let tone = model.features.lipDarkness * (1 + 0.12 * smoothed(v * -20))
    albedo *= 1 - (1 - tone) * lips
    gloss += 0.12 * lips
    let seam = bell(v * (1 / (0.017 + 0.6 * footprint))) * smoothed((1.08 - u) * 8)
    albedo *= 1 - 0.72 * seam * ahead
    if marks.gap > 0.004 {
      let within = inside(gap - magnitude(v)) * ahead
      let teeth = smoothed((v + 0.2 * marks.gap) * 60) * smoothed((0.72 - u) * 6)
      albedo = mixed(albedo, 0.02 + 0.42 * teeth, within)
    }
  }

  private func paintEyes(
    _ surface: inout Surface, _ p: LanePoint, _ even: LanePoint, _ front: Lanes
  ) {
    let marks = model.marks
    let f = model.features
    let eye = marks.eye
    surface.albedo *=
      1 - (0.10 + 0.10 * f.age)
      * spot(p, Vector(eye.x - 0.03, eye.y - 0.09, eye.z + 0.1), Vector(0.20, 0.12, 0.3))
    surface.albedo *=
      1 - 0.12 * spot(p, Vector(eye.x - 0.05, eye.y + 0.07, eye.z + 0.1), Vector(0.22, 0.10, 0.3))
    let dx = p.x - eye.x
    let u = dx * (1 / marks.eyeWidth)
    let width = positive(1 - u * u)
    let v = p.y - eye.y - marks.eyeTilt * dx
    let upper = marks.upperLid * width * (1 - 0.18 * u)
    let lower = -marks.lowerLid * width * (1 + 0.15 * u)
    let near = smoothed((0.30 - magnitude(dx)) * 20) * front
    let opening =
      inside(least(upper - v, v - lower)) * smoothed((1.02 - magnitude(u)) * 14) * near
    // The fold above, the lashes on both rims.
    let crease = bell((v - upper - 0.050) * (1 / 0.024)) * smoothed((1.25 - magnitude(u)) * 4)
    surface.albedo *= 1 - 0.30 * crease * near
    let reach = smoothed((1.10 - magnitude(u)) * 10)
    let lash = bell((v - upper) * (1 / (0.020 + 0.5 * footprint))) * reach
    let lowerLash = bell((v - lower) * (1 / (0.014 + 0.5 * footprint))) * reach
    let ball = LanePoint(dx, p.y - eye.y, p.z - eye.z).normalized
    let gazeX = ball.x * 0.12
    let gazeY = ball.y * 0.12 - 0.004
    let radius = root(gazeX * gazeX + gazeY * gazeY)
    let iris = inside(0.060 - radius) * smoothed(ball.z * 8)
    let pupil = inside(0.024 - radius) * smoothed(ball.z * 8)
    let ring = bell((radius - 0.057) * (1 / 0.016))
    var tone = mixed(.all(0.56), f.irisTone * (1 - 0.5 * ring), iris)
    tone = mixed(tone, .all(0.012), pupil)
    tone *= 1 - 0.45 * smoothed((v - upper + 0.030) * 40)
    tone *= 1 - 0.25 * u * u
    surface.albedo = mixed(surface.albedo, tone, opening)
    surface.albedo *= 1 - 0.78 * lash * near
    surface.albedo *= 1 - 0.30 * lowerLash * near
    surface.wet = opening
    let side = sign(even.x)
    surface.normal = LanePoint(
      mixed(surface.normal.x, ball.x * side, opening), mixed(surface.normal.y, ball.y, opening),
      mixed(surface.normal.z, ball.z, opening))
    surface.normal = surface.normal.normalized
  }

  private func paintBeard(
    _ albedo: inout Lanes, _ p: LanePoint, _ even: LanePoint, _ grain: Lanes
  ) {
    let f = model.features
    guard f.beard != .none else { return }
    let marks = model.marks
    // From the sideburns along the cheek to the corner of the mouth, and up to the nose.
    let cheek = marks.mouth.y + 0.10 + positive(p.x - 0.24) * 1.05
    let upper = most(cheek, (marks.noseBase - 0.065) - positive(p.x - 0.16) * 1.2)
    let top = smoothed((upper - p.y) * 14 + 0.3)
    let bottom = smoothed((p.y - marks.chin.y + 0.02) * 12)
    let ahead = smoothed((even.z + 0.02) * 8)
    var region = top * bottom * ahead
    let density: Float
    switch f.beard {
    case .none: density = 0
    case .stubble: density = 0.38
    case .moustache:
      region *=
        smoothed((p.y - marks.mouth.y) * 30) * smoothed((marks.mouthWidth * 1.15 - p.x) * 14)
      density = 0.92
    case .goatee:
      region *= smoothed((marks.mouthWidth * 1.05 - p.x + 0.3 * (p.y - marks.mouth.y)) * 9)
      density = 0.92
    case .full: density = 0.95
    }
    let strands = LaneNoise.value(
      p.x * 52 + 70, p.y * 20 + 70, p.z * 34 + 70, seed: f.grain &+ 3)
    let tone = f.hairTone * (0.5 + strands) + 0.01
    let cover = unit(region * density * (0.8 + 0.4 * grain))
    albedo = mixed(albedo, most(tone, .all(0.01)), cover)
  }
}
