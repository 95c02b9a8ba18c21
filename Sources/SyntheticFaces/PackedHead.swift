internal import CHeadKernels

/// Distances from eight points to the parts of a head, laid out as the kernels write them.
struct FieldSample {
  var skin = Lanes.zero
  var cloth = Lanes.zero
  var hair = Lanes.zero
  var frame = Lanes.zero
}

/// A head laid out for the kernels: what rays meet, how far surfaces are, what light leaves them.
final class PackedHead {
  /// Farther than anything in the scene.
  static let nowhere: Float = 100

  private let kernels: fhk_kernels
  private let blocks: UnsafeMutableBufferPointer<fhk_block>
  private var field = fhk_field()
  /// Every block of the head.
  let everything: fhk_mask

  init(_ shape: HeadField, instructions: InstructionSet) {
    kernels = instructions.kernels
    let kinds = [
      shape.skin.map { fhk_block($0) },
      shape.swellings.map { fhk_block($0.shape, height: $0.height) },
      shape.lids.map { fhk_block($0) }, shape.neck.map { fhk_block($0) },
      shape.cloth.map { fhk_block($0) }, shape.cap.map { fhk_block($0) },
      shape.fall.map { fhk_block($0) },
    ]
    blocks = .allocate(capacity: kinds.reduce(0) { $0 + $1.count })
    let storage = UnsafePointer(blocks.baseAddress)
    _ = blocks.initialize(fromContentsOf: kinds.flatMap { $0 })
    var taken = 0
    let parts = kinds.map { kind in
      precondition(kind.count <= 64, "a mask has 64 bits")
      defer { taken += kind.count }
      return fhk_blocks(first: storage.map { $0 + taken }, count: Int32(kind.count))
    }
    field.skin = parts[0]
    field.swellings = parts[1]
    field.lids = parts[2]
    field.neck = parts[3]
    field.cloth = parts[4]
    field.cap = parts[5]
    field.fall = parts[6]
    if let hairline = shape.hairline { field.hairline = fhk_hairline(hairline) }
    if let glasses = shape.glasses { field.glasses = fhk_glasses(glasses) }
    field.lean_x = shape.lean.x
    field.lean_y = shape.lean.y
    var all = fhk_mask()
    fhk_field_everything(&field, &all)
    everything = all
  }

  deinit { blocks.deallocate() }

  /// Everything within `margin` of the cone.
  func view(in cone: fhk_cone, margin: Float) -> fhk_view {
    var (cone, view) = (cone, fhk_view())
    fhk_field_view(&field, &cone, margin, &view)
    return view
  }

  /// Distances of eight points, in decimetres; first order near the surface, short of it elsewhere.
  func sample(_ points: LanePoint, _ mask: fhk_mask) -> FieldSample {
    var (points, mask, found) = (points, mask, FieldSample())
    kernels.sample(&field, &mask, &points, &found)
    return found
  }

  /// Numbers of `fhk_material` of the parts nearest to eight points.
  func materials(_ points: LanePoint, _ mask: fhk_mask) -> LaneKinds {
    let found = sample(points, mask)
    var kinds = LaneKinds(repeating: Int32(FHK_SKIN.rawValue))
    for lane in 0..<8 {
      let nearest = min(found.skin[lane], found.cloth[lane], found.hair[lane], found.frame[lane])
      if found.frame[lane] <= nearest {
        kinds[lane] = Int32(FHK_FRAME.rawValue)
      } else if found.hair[lane] <= nearest {
        kinds[lane] = Int32(FHK_HAIR.rawValue)
      } else if found.cloth[lane] <= nearest {
        kinds[lane] = Int32(FHK_CLOTH.rawValue)
      }
    }
    return kinds
  }

  /// The first surface along eight rays; see `fhk_kernels`.
  ///
  /// - Parameter detail: Size of what need not be told apart: a pixel.
  /// - Returns: The distances along the rays, and 1 in the lanes that met something, else 0.
  func march(
    from origin: Vector, along directions: LanePoint, near: Lanes, far: Lanes, detail: Float,
    _ mask: fhk_mask
  ) -> (distance: Lanes, met: Lanes) {
    var (directions, near, far, mask) = (directions, near, far, mask)
    var (distance, met) = (Lanes.zero, Lanes.zero)
    kernels.march(
      &field, &mask, fhk_vector(origin), &directions, &near, &far, detail, &distance, &met)
    return (distance, met)
  }

  /// How far eight bundles of rays run before one of their rays can meet anything.
  ///
  /// - Parameter spread: Radius of each bundle per distance.
  func approach(
    from origin: Vector, along directions: LanePoint, near: Float, far: Float, spread: Float,
    _ mask: fhk_mask
  ) -> Lanes {
    var (directions, mask, distance) = (directions, mask, Lanes.zero)
    kernels.approach(
      &field, &mask, fhk_vector(origin), &directions, near, far, spread, &distance)
    return distance
  }

  /// Linear light that leaves eight points towards the camera, and their `fhk_material`s.
  ///
  /// - Parameter mask: The blocks near these points.
  func shaded(
    _ points: LanePoint, seenAlong directions: LanePoint, _ paint: fhk_paint, _ mask: fhk_mask
  ) -> (light: Lanes, kinds: LaneKinds) {
    var (points, directions, paint, mask) = (points, directions, paint, mask)
    var (light, kinds) = (Lanes.zero, LaneKinds.zero)
    withUnsafeMutableBytes(of: &kinds) { kinds in
      kernels.shade(
        &field, &mask, &paint, &points, &directions, &light,
        kinds.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    return (light, kinds)
  }
}

extension fhk_vector {
  init(_ vector: Vector) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}

extension fhk_bounds {
  fileprivate init(_ shape: Ellipsoid) {
    self.init(
      center: fhk_vector(shape.center), x: fhk_vector(shape.frame.x * shape.radii.x),
      y: fhk_vector(shape.frame.y * shape.radii.y), z: fhk_vector(shape.frame.z * shape.radii.z),
      blend: shape.blend, reach: max(shape.radii.x, max(shape.radii.y, shape.radii.z)))
  }

  fileprivate init(ballAt center: Vector, radius: Float) {
    self.init(Ellipsoid(center, Vector(radius, radius, radius), blend: 0.01))
  }
}

extension fhk_block {
  fileprivate init(_ shape: Ellipsoid, height: Float = 0) {
    let inverse = Vector(1 / shape.radii.x, 1 / shape.radii.y, 1 / shape.radii.z)
    let (x, y, z) = (
      shape.frame.x * inverse.x, shape.frame.y * inverse.y, shape.frame.z * inverse.z
    )
    self.init(
      row_x: fhk_vector(x), row_y: fhk_vector(y), row_z: fhk_vector(z),
      offset: fhk_vector(
        x: -x.dot(shape.center), y: -y.dot(shape.center), z: -z.dot(shape.center)),
      inverse: fhk_vector(inverse), blend: shape.blend, quarter: 0.25 / shape.blend,
      height: height, straight: shape.frame == .none, bounds: fhk_bounds(shape))
  }
}

extension fhk_hairline {
  fileprivate init(_ hairline: Hairline) {
    self.init(
      present: true, face: fhk_block(hairline.face), lower_edge: hairline.lowerEdge,
      lower_slope: hairline.lowerSlope, ear: fhk_vector(hairline.ear),
      ear_radius: hairline.earRadius)
  }
}

extension fhk_glasses {
  fileprivate init(_ shape: Glasses) {
    let (center, ear) = (shape.center, shape.ear)
    let side = center.x + shape.halfWidth
    let hinge = Vector(
      side, center.y + 0.3 * shape.halfHeight, center.z - 0.22 * side * side)
    self.init(
      present: true, center: fhk_vector(center), half_width: shape.halfWidth,
      half_height: shape.halfHeight, corner: shape.corner, tube: shape.tube,
      hinge: fhk_vector(hinge), ear: fhk_vector(ear),
      lens_bounds: fhk_bounds(ballAt: center, radius: shape.halfWidth * 1.3),
      arm_bounds: fhk_bounds(
        ballAt: (center + ear) * 0.5, radius: (center - ear).length * 0.6))
  }
}
