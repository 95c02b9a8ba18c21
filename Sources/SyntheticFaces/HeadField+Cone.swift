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

    func chosen(_ blocks: [EllipsoidLanes], mirrored: Bool) -> BlockSet {
      var set = BlockSet()
      for index in blocks.indices {
        let center = blocks[index].center
        let radius = blocks[index].reach + margin
        if let span = cone.meets(center, radius) {
          set.insert(index)
          view.extend(to: span)
        }
        if mirrored, center.x != 0,
          let span = cone.meets(Vector(-center.x, center.y, center.z), radius)
        {
          set.insert(index)
          view.extend(to: span)
        }
      }
      return set
    }
    view.mask.skin = chosen(skin, mirrored: true)
    view.mask.lids = chosen(lids, mirrored: true)
    view.mask.neck = chosen(neck, mirrored: false)
    view.mask.cloth = chosen(cloth, mirrored: false)
    view.mask.cap = chosen(cap, mirrored: true)
    view.mask.fall = chosen(fall, mirrored: true)
    for index in swellings.indices {
      let center = swellings[index].shape.center
      let radius = swellings[index].shape.reach + margin
      if cone.meets(center, radius) != nil
        || cone.meets(Vector(-center.x, center.y, center.z), radius) != nil
      {
        view.mask.swellings.insert(index)
      }
    }
    if let glasses {
      for ball in glasses.balls {
        for center in [ball.center, Vector(-ball.center.x, ball.center.y, ball.center.z)] {
          guard let span = cone.meets(center, ball.radius + margin) else { continue }
          view.mask.glasses = true
          view.extend(to: span)
        }
      }
    }
    return view
  }

  /// The large parts that throw shadows along `light` on points within a ball.
  func shadowers(of center: Vector, radius: Float, light: Vector) -> FieldMask {
    var mask = FieldMask()
    func shades(_ block: Vector, _ reach: Float) -> Bool {
      let offset = block - center
      let along = offset.dot(light)
      let limit = reach + radius + 0.15
      // The penumbra is as wide as a seventh of the way.
      let wide = limit + max(0, along) * 0.09
      return along > -limit && offset.dot(offset) - along * along < wide * wide
    }
    func chosen(_ blocks: [EllipsoidLanes], mirrored: Bool) -> BlockSet {
      var set = BlockSet()
      for index in blocks.indices where blocks[index].reach > 0.17 {
        let block = blocks[index].center
        if shades(block, blocks[index].reach)
          || mirrored && shades(Vector(-block.x, block.y, block.z), blocks[index].reach)
        {
          set.insert(index)
        }
      }
      return set
    }
    mask.skin = chosen(skin, mirrored: true)
    mask.neck = chosen(neck, mirrored: false)
    mask.cap = chosen(cap, mirrored: true)
    mask.fall = chosen(fall, mirrored: true)
    // Sockets belong to it: without them an eye would lie inside the skull, in the dark.
    for index in swellings.indices where swellings[index].shape.reach > 0.2 {
      let swelling = swellings[index].shape.center
      let reach = swellings[index].shape.reach
      if shades(swelling, reach) || shades(Vector(-swelling.x, swelling.y, swelling.z), reach) {
        mask.swellings.insert(index)
      }
    }
    return mask
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
