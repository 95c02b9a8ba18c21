extension HeadField {
  /// The part of a head that the rays of a cone can meet.
  struct View {
    var mask = FieldMask()
    /// No surface lies nearer than this along any ray.
    var near = HeadField.nowhere
    /// Nor farther than this.
    var far: Float = 0

    var isEmpty: Bool { far == 0 }

    fileprivate mutating func extend(to span: (near: Float, far: Float)) {
      near = min(near, span.near)
      far = max(far, span.far)
    }
  }

  /// Everything within `margin` of the cone.
  ///
  /// Blocks that no ray comes near cannot change where a ray ends, so leaving them out keeps the
  /// picture and saves most of the work. The margin covers the shear and the taps around a surface.
  func view(in cone: RayCone, margin: Float) -> View {
    var view = View()
    view.mask.skin = chosen(skin, cone, margin) { view.extend(to: $0) }
    view.mask.lids = chosen(lids, cone, margin) { view.extend(to: $0) }
    view.mask.neck = chosen(neck, cone, margin, mirrored: false) { view.extend(to: $0) }
    view.mask.cloth = chosen(cloth, cone, margin, mirrored: false) { view.extend(to: $0) }
    view.mask.cap = chosen(cap, cone, margin) { view.extend(to: $0) }
    view.mask.fall = chosen(fall, cone, margin) { view.extend(to: $0) }
    for index in swellings.indices where meets(swellings[index].shape.bounds, cone, margin) {
      view.mask.swellings.insert(index)
    }
    if let glasses {
      for ball in glasses.balls {
        for bounds in [ball, ball.mirrored] {
          guard let span = cone.meets(bounds, margin: margin) else { continue }
          view.mask.glasses = true
          view.extend(to: span)
        }
      }
    }
    return view
  }

  /// The large parts that throw shadows along `light` on points within a ball.
  func shadowers(of center: Vector, radius: Float, light: Vector) -> FieldMask {
    // The penumbra widens on the way to the light.
    let cone = RayCone(origin: center, axis: light, spread: 0.09)
    let margin = radius + 0.15
    var mask = FieldMask()
    mask.skin = chosen(skin, cone, margin, largerThan: 0.17)
    mask.neck = chosen(neck, cone, margin, mirrored: false)
    mask.cap = chosen(cap, cone, margin)
    mask.fall = chosen(fall, cone, margin)
    // Sockets belong to it: without them an eye would lie inside the skull, in the dark.
    for index in swellings.indices where swellings[index].shape.bounds.reach > 0.2 {
      if meets(swellings[index].shape.bounds, cone, margin) { mask.swellings.insert(index) }
    }
    return mask
  }

  private func meets(_ bounds: BlockBounds, _ cone: RayCone, _ margin: Float) -> Bool {
    cone.meets(bounds, margin: margin) != nil
      || cone.meets(bounds.mirrored, margin: margin) != nil
  }

  /// The blocks that the cone meets; `met` is told where along the cone they lie.
  private func chosen(
    _ blocks: [EllipsoidLanes], _ cone: RayCone, _ margin: Float, mirrored: Bool = true,
    largerThan size: Float = 0, met: ((near: Float, far: Float)) -> Void = { _ in }
  ) -> BlockSet {
    var set = BlockSet()
    for index in blocks.indices {
      let bounds = blocks[index].bounds
      guard bounds.reach > size else { continue }
      if let span = cone.meets(bounds, margin: margin) {
        set.insert(index)
        met(span)
      }
      if mirrored, bounds.center.x != 0, let span = cone.meets(bounds.mirrored, margin: margin) {
        set.insert(index)
        met(span)
      }
    }
    return set
  }

  /// The first surface along eight rays.
  ///
  /// Rays that graze a surface would creep along it, so a ray whose distance hardly falls takes
  /// steps of at least three `detail`s; what is met is approached once more from where it ended up.
  ///
  /// - Parameter detail: Size of what need not be told apart: a pixel.
  /// - Returns: The distances along the rays, and 1 in the lanes that met something, else 0.
  @inline(never)
  func march(
    from origin: LanePoint, along direction: LanePoint, near: Lanes, far: Lanes, detail: Float,
    _ mask: FieldMask
  ) -> (distance: Lanes, met: Lanes) {
    var t = near
    var met = Lanes.zero
    let tolerance = Lanes.all(0.12 * detail + 0.001)
    let shortest = Lanes.all(0.5 * detail)
    let grazing = Lanes.all(3 * detail)
    var before = Lanes.all(Self.nowhere)
    var step = Lanes.zero
    var open = Lanes.all(1)
    for _ in 0..<56 {
      let d = sample(origin.moved(t, along: direction), mask).nearest
      var close = Lanes.zero
      close.replace(with: open, where: d .< tolerance)
      met += close
      open -= close
      let least = shortest.replacing(with: grazing, where: before - d .< step * 0.4)
      step = most(d * 0.88, least)
      before = d
      t += step * open
      open.replace(with: 0, where: t .> far)
      if !any(open .> 0) { break }
    }
    t += sample(origin.moved(t, along: direction), mask).nearest * met
    return (t, met)
  }

  /// How far eight bundles of rays run before one of their rays can meet anything.
  ///
  /// - Parameter spread: Radius of each bundle per distance.
  @inline(never)
  func approach(
    from origin: LanePoint, along direction: LanePoint, near: Float, far: Float, spread: Float,
    _ mask: FieldMask
  ) -> Lanes {
    var t = Lanes.all(near)
    for _ in 0..<12 {
      let free = sample(origin.moved(t, along: direction), mask).nearest - t * (spread * 1.15)
      let step = positive(free * 0.88)
      t += step
      if !any(step .> 0.04) || !any(t .< far) { break }
    }
    return t
  }
}
