/// Turns points of a head into light: tones of skin, eyes, lips, hair and cloth, and how they shine.
///
/// Light is linear; 1 is what a white surface facing the key light sends back.
struct HeadPainter: Sendable {
  let model: HeadModel
  let field: HeadField
  /// Towards the key light, in the head's space.
  let light: Vector
  /// Up, in the head's space.
  let up: Vector
  let ambient: Float
  /// Decimetres that one pixel covers: painted edges are as soft as a pixel.
  let footprint: Float

  init(model: HeadModel, field: HeadField, camera: HeadCamera, light: HeadLight) {
    self.model = model
    self.field = field
    let (azimuthSine, azimuthCosine) = Rotation.sineCosine(degrees: light.azimuthDegrees)
    let (elevationSine, elevationCosine) = Rotation.sineCosine(degrees: light.elevationDegrees)
    self.light = camera.rotation.inward(
      Vector(
        azimuthSine * elevationCosine, elevationSine, azimuthCosine * elevationCosine))
    up = camera.rotation.inward(Vector(0, 1, 0))
    ambient = Float(max(0, min(1, light.ambient)))
    footprint = camera.footprint
  }

  /// What the surfaces at eight points do with light.
  struct Surface {
    var albedo: Lanes
    /// Strength of the highlight.
    var gloss: Lanes
    var normal: LanePoint
    /// 1 on the wet eye, whose highlight is small and bright.
    var wet: Lanes
    /// 1 on hair, whose highlight is a band across the strands.
    var hair: Lanes
  }

  /// Light that leaves eight points towards the camera.
  ///
  /// - Parameters:
  ///   - mask: The blocks near these points.
  ///   - material: ``HeadMaterial`` numbers are given back here.
  @inline(never)
  func light(
    from point: LanePoint, seenAlong direction: LanePoint, _ mask: FieldMask,
    material: inout SIMD8<Int32>
  ) -> Lanes {
    let sample = field.sample(point, mask)
    material = sample.material
    let isCloth = material .== HeadMaterial.cloth.rawValue
    let isHair = material .== HeadMaterial.hair.rawValue
    let isFrame = material .== HeadMaterial.frame.rawValue
    let normal = field.normal(point, tap: max(0.008, min(0.02, footprint * 0.6)), mask)
    var surface = skin(at: point, normal: normal)
    if any(isCloth) {
      surface.albedo.replace(with: cloth(at: point), where: isCloth)
      surface.gloss.replace(with: 0.02, where: isCloth)
      surface.wet.replace(with: 0, where: isCloth)
    }
    if any(isHair) {
      let (albedo, bumped) = hair(at: point, normal: normal)
      surface.albedo.replace(with: albedo, where: isHair)
      surface.gloss.replace(with: 0, where: isHair)
      surface.wet.replace(with: 0, where: isHair)
      surface.hair.replace(with: 1, where: isHair)
      surface.normal.x.replace(with: bumped.x, where: isHair)
      surface.normal.y.replace(with: bumped.y, where: isHair)
      surface.normal.z.replace(with: bumped.z, where: isHair)
    }
    if any(isFrame) {
      surface.albedo.replace(with: 0.04, where: isFrame)
      surface.gloss.replace(with: 0.4, where: isFrame)
      surface.wet.replace(with: 0, where: isFrame)
    }
    return lit(surface, at: point, normal: normal, seenAlong: direction, mask)
  }

  private func lit(
    _ surface: Surface, at point: LanePoint, normal: LanePoint, seenAlong direction: LanePoint,
    _ mask: FieldMask
  ) -> Lanes {
    let toLight = LanePoint(light)
    let n = surface.normal
    let facing = n.dot(toLight)
    // Wrapped a little beyond the terminator: light scatters under skin.
    let diffuse = positive(facing + 0.18) * (1 / 1.18)
    let ball = Self.ball(around: point)
    let shadow = any(facing .> -0.18) ? shadowing(at: point, normal: normal, ball) : .zero
    let near = field.sample(point.moved(.all(0.08), along: normal), mask).nearest
    let wide = field.sample(point.moved(.all(0.30), along: normal), mask).nearest
    let open = unit(near * (1 / 0.08)) * 0.45 + unit(wide * (1 / 0.30)) * 0.55
    let key = diffuse * shadow * (1.30 * (1 - ambient))
    let sky = (0.62 + 0.38 * n.dot(LanePoint(up))) * open * (0.95 * ambient + 0.10)
    let view = LanePoint(-direction.x, -direction.y, -direction.z)
    let fill = positive(n.dot(view)) * open * 0.12
    let between = LanePoint(
      toLight.x + view.x, toLight.y + view.y, toLight.z + view.z
    ).normalized
    let aligned = positive(n.dot(between))
    let p4 = aligned * aligned * aligned * aligned
    let p16 = p4 * p4 * p4 * p4
    let p64 = p16 * p16 * p16 * p16
    // Strands shine where the half-way direction lies across them.
    let upward = LanePoint(up)
    let rise = n.dot(upward)
    let strand = LanePoint(
      upward.x - n.x * rise, upward.y - n.y * rise, upward.z - n.z * rise + 0.001
    ).normalized
    let along = strand.dot(between)
    let band = positive(1 - along * along * 1.2)
    let band4 = band * band * band * band
    let highlight =
      surface.gloss * p16 * (1 - surface.wet) + surface.wet * p64 * p64 * 0.9
      + surface.hair * band4 * band4 * (0.035 + 0.25 * model.features.hairTone)
    let edge = 1 - positive(n.dot(view))
    let rim = edge * edge * edge * edge * 0.05 * open
    return surface.albedo * (key + sky + fill) + highlight * shadow * (1.25 - ambient) + rim
      * ambient
  }

  /// How much of the key light arrives, 0 … 1, with soft edges.
  private func shadowing(
    at point: LanePoint, normal: LanePoint, _ ball: (center: Vector, radius: Float)
  ) -> Lanes {
    let mask = field.shadowers(of: ball.center, radius: ball.radius, light: light)
    let toLight = LanePoint(light)
    let start = point.moved(.all(0.06), along: normal)
    var t = Lanes.all(0.05)
    var share = Lanes.all(1)
    for _ in 0..<6 {
      let d = field.sample(start.moved(t, along: toLight), mask).nearest
      share = least(share, d * 7 / t + 0.35)
      t += most(d, .all(0.06))
    }
    let open = unit(share)
    return open * open * (3 - 2 * open)
  }

  /// A ball that holds eight points.
  private static func ball(around p: LanePoint) -> (center: Vector, radius: Float) {
    let low = Vector(p.x.min(), p.y.min(), p.z.min())
    let high = Vector(p.x.max(), p.y.max(), p.z.max())
    return ((low + high) * 0.5, (high - low).length * 0.5)
  }
}
