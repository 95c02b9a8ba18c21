extension HeadPainter {
  /// Tone of hair and its surface roughened by strands.
  ///
  /// Strands run down at the sides and from front to back on top; curls have no direction.
  func hair(at p: LanePoint, normal: LanePoint) -> (Lanes, LanePoint) {
    let f = model.features
    let curly = f.hairStyle == .curly
    let long: Float = curly ? 7 : 3.2
    let fine: Float = curly ? 8 : 24
    let flat = unit(normal.y * normal.y * 1.6)
    func strands(_ q: LanePoint, _ scale: Float, _ seed: UInt32) -> Lanes {
      let sides = LaneNoise.value(
        q.x * (fine * scale) + 200, q.y * (long * scale) + 200, q.z * (fine * scale) + 200,
        seed: seed)
      let top = LaneNoise.value(
        q.x * (fine * scale) + 300, q.y * (fine * scale) + 300, q.z * (long * scale) + 300,
        seed: seed)
      return mixed(sides, top, flat)
    }
    let locks = strands(p, 0.35, f.grain &+ 4)
    let hairs = strands(p, 1, f.grain &+ 5)
    let step: Float = 0.02
    let dx = strands(LanePoint(p.x + step, p.y, p.z), 0.35, f.grain &+ 4) - locks
    let dy = strands(LanePoint(p.x, p.y + step, p.z), 0.35, f.grain &+ 4) - locks
    let dz = strands(LanePoint(p.x, p.y, p.z + step), 0.35, f.grain &+ 4) - locks
    let rough: Float = (curly ? 0.14 : 0.08) / step
    let bumped = LanePoint(
      normal.x - dx * rough, normal.y - dy * rough, normal.z - dz * rough
    ).normalized
    let albedo = f.hairTone * (0.25 + 0.85 * locks + 0.60 * hairs) + 0.003
    return (albedo, bumped)
  }

  /// Tone of the clothes: plain, striped, with a dark opening, or woven.
  func cloth(at p: LanePoint) -> Lanes {
    let f = model.features
    let weave = LaneNoise.value(p.x * 9 + 60, p.y * 9 + 60, p.z * 9 + 60, seed: f.grain &+ 6)
    var tone = f.clothTone * (0.85 + 0.3 * weave)
    switch f.clothPattern {
    case 1:
      let phase = p.y * 3.5 + 50
      let stripe = magnitude(phase - 50 - ((phase + 12_582_912) - 12_582_912 - 50))
      tone *= 1 - 0.55 * smoothed((stripe - 0.2) * 8)
    case 2:
      tone = mixed(tone, .all(0.75), smoothed((0.20 - magnitude(p.x)) * 10) * smoothed((p.z) * 4))
    case 3:
      let checks = LaneNoise.value(p.x * 3 + 20, p.y * 3 + 20, p.z * 3 + 20, seed: f.grain &+ 7)
      tone *= 0.6 + 0.8 * checks
    default: break
    }
    return tone
  }
}
