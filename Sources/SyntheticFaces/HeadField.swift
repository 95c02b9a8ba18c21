/// What a point of a picture shows.
enum HeadMaterial: Int32 {
  case nothing = 0
  case skin = 1
  case cloth = 2
  case hair = 3
  case frame = 4
}

/// Distances from eight points to the parts of a head; the smallest is the distance to the head.
struct FieldSample {
  var skin: Lanes
  var cloth: Lanes
  var hair: Lanes
  var frame: Lanes

  @inline(__always)
  var nearest: Lanes { least(least(skin, cloth), least(hair, frame)) }

  /// ``HeadMaterial`` numbers of the nearest parts.
  var material: SIMD8<Int32> {
    let nearest = nearest
    var result = SIMD8<Int32>(repeating: HeadMaterial.skin.rawValue)
    result.replace(with: HeadMaterial.cloth.rawValue, where: cloth .<= nearest)
    result.replace(with: HeadMaterial.hair.rawValue, where: hair .<= nearest)
    result.replace(with: HeadMaterial.frame.rawValue, where: frame .<= nearest)
    return result
  }
}

/// A head with shoulders as an implicit surface in the head's own space, cut down to what matters.
///
/// The face is built for x ≥ 0 and mirrored by a smooth |x|; people's asymmetry is a shear of space
/// before that. Neck, clothes and the hairline know left from right.
struct HeadField: Sendable {
  /// Mirrored blocks of head and neck, in the order in which they melt together.
  var skin: [EllipsoidLanes] = []
  /// Mirrored swellings and hollows of the skin.
  var swellings: [SwellingLanes] = []
  /// Mirrored eyeballs under their lids, put into the sockets that the swellings made.
  var lids: [EllipsoidLanes] = []
  /// The neck; not mirrored.
  var neck: [EllipsoidLanes] = []
  /// Shoulders and collar; not mirrored.
  var cloth: [EllipsoidLanes] = []
  /// Mirrored blocks of hair that follow the skull and end at the hairline all around.
  var cap: [EllipsoidLanes] = []
  /// Mirrored blocks of hair that hang down.
  var fall: [EllipsoidLanes] = []
  var hairline: Hairline?
  var glasses: GlassesLanes?
  /// Shear that makes a face uneven: x += lean.x·y, y += lean.y·x.
  var lean: (x: Float, y: Float) = (0, 0)

  /// Farther than anything in the scene.
  static let nowhere: Float = 100

  /// The point in the evenly built head.
  @inline(__always)
  func evened(_ p: LanePoint) -> LanePoint {
    LanePoint(p.x + p.y * lean.x, p.y + p.x * lean.y, p.z)
  }

  /// The same point on the side x ≥ 0, without a crease in the middle.
  @inline(__always)
  static func folded(_ p: LanePoint) -> LanePoint {
    LanePoint(root(p.x * p.x + 0.0004), p.y, p.z)
  }

  /// Every block of the head.
  var everything: FieldMask {
    FieldMask(
      skin: .first(skin.count), swellings: .first(swellings.count), lids: .first(lids.count),
      neck: .first(neck.count),
      cloth: .first(cloth.count), cap: .first(cap.count), fall: .first(fall.count),
      glasses: glasses != nil)
  }

  /// Distances of eight points, in decimetres; first order near the surface, short of it elsewhere.
  ///
  /// Only the blocks in `mask` count.
  @inline(__always)
  func sample(_ point: LanePoint, _ mask: FieldMask) -> FieldSample {
    let even = evened(point)
    let half = Self.folded(even)
    var skinDistance = Self.melted(skin, mask.skin, half, onto: .all(Self.nowhere))
    for index in mask.swellings {
      skinDistance -= SwellingLanes.rise(swellings, index, at: half)
    }
    skinDistance = Self.melted(lids, mask.lids, half, onto: skinDistance)
    skinDistance = Self.melted(neck, mask.neck, point, onto: skinDistance)
    let clothDistance = Self.melted(cloth, mask.cloth, point, onto: .all(Self.nowhere))
    var hairDistance = Lanes.all(Self.nowhere)
    if let hairline, mask.hasHair {
      hairDistance = Self.melted(cap, mask.cap, half, onto: hairDistance)
      hairDistance = most(hairDistance, hairline.below(even))
      if hairline.earRadius > 0 { hairDistance = most(hairDistance, hairline.aroundEar(half)) }
      hairDistance = Self.melted(fall, mask.fall, half, onto: hairDistance)
      // Rounded where the hair ends, so that it has an edge and not a cut.
      hairDistance = -smoothLeast(-hairDistance, -hairline.front(even), .all(0.12), .all(2.0833))
    }
    var frameDistance = Lanes.all(Self.nowhere)
    if let glasses, mask.glasses { frameDistance = glasses.distance(half) }
    return FieldSample(
      skin: skinDistance, cloth: clothDistance, hair: hairDistance, frame: frameDistance)
  }

  /// `distance` with the chosen blocks melted onto it, in order.
  @inline(__always)
  private static func melted(
    _ blocks: [EllipsoidLanes], _ chosen: BlockSet, _ p: LanePoint, onto distance: Lanes
  ) -> Lanes {
    var result = distance
    for index in chosen {
      result = EllipsoidLanes.melted(blocks, index, onto: result, at: p)
    }
    return result
  }

  /// Outward directions of the surface at eight points, from four taps around each.
  @inline(never)
  func normal(_ p: LanePoint, tap: Float, _ mask: FieldMask) -> LanePoint {
    let h = Lanes.all(tap)
    let a = sample(LanePoint(p.x + h, p.y - h, p.z - h), mask).nearest
    let b = sample(LanePoint(p.x - h, p.y - h, p.z + h), mask).nearest
    let c = sample(LanePoint(p.x - h, p.y + h, p.z - h), mask).nearest
    let d = sample(LanePoint(p.x + h, p.y + h, p.z + h), mask).nearest
    return LanePoint(a - b - c + d, c + d - a - b, b + d - a - c).normalized
  }
}

/// Where the hair ends: an ellipsoid in front that keeps the face free, and a slope below.
struct Hairline: Sendable {
  let face: EllipsoidLanes
  /// Height of the lower edge at z = 0, and its rise per z.
  let lowerEdge: Float
  let lowerSlope: Float
  /// The ball around an ear that hair keeps out of; radius 0 when it covers the ears.
  let ear: Vector
  let earRadius: Float

  /// > 0 inside the region that the face keeps free of hair.
  ///
  /// Seen from the front the region has the shape of x⁴ + y⁴ = 1: flat above, straight at the
  /// temples.
  @inline(__always)
  func front(_ p: LanePoint) -> Lanes {
    let q = face.local(p)
    let x2 = q.x * q.x
    let y2 = q.y * q.y
    let reach = root(root(x2 * x2 + y2 * y2) + q.z * q.z)
    return (1 - reach) * 0.8
  }

  /// > 0 near the ear on the side x ≥ 0.
  @inline(__always)
  func aroundEar(_ p: LanePoint) -> Lanes {
    let y = p.y - ear.y
    let z = p.z - ear.z
    // Hair lies close over the ear and is wide of it below.
    return earRadius - root(y * y * 0.8 + z * z)
  }

  /// > 0 below the lower edge.
  @inline(__always)
  func below(_ p: LanePoint) -> Lanes { (lowerEdge + lowerSlope * p.z - p.y) * 0.9 }
}
