internal import CHeadKernels
import CooperativeWork
import FaceVocabulary

/// Part of a picture with a head in it: linear light and coverage, not yet a picture.
struct HeadRaster {
  /// Where the part lies in the picture.
  let rect: PixelRect
  /// Light times coverage, row-major over ``rect``.
  private(set) var light: [Float]
  /// Share of each pixel that the head covers, 0 … 1.
  private(set) var coverage: [Float]

  private var material: [Int32]
  private var depth: [Float]

  private static let tile = 8

  /// Renders `model` as `camera` sees it inside `rect`.
  ///
  /// One ray a pixel; pixels on an edge between two surfaces or two depths get four instead. Once
  /// somebody asks for a stop the rest stays empty: such a picture is for nobody.
  /// - Complexity: About 6 ms on one core for a head of 100×100 pixels, with AVX2.
  init(
    model: HeadModel, camera: HeadCamera, light: HeadLight, bodyYawDegrees: Double,
    rect: PixelRect, cancellation: Cancellation
  ) {
    self.rect = rect
    self.light = Array(repeating: 0, count: rect.area)
    coverage = Array(repeating: 0, count: rect.area)
    material = Array(repeating: 0, count: rect.area)
    depth = Array(repeating: PackedHead.nowhere, count: rect.area)
    let head = PackedHead(
      model.field(posed: camera.rotation, bodyYawDegrees: bodyYawDegrees),
      instructions: model.instructions)
    let paint = fhk_paint(model: model, camera: camera, light: light)
    var tiles: [(x: Int, y: Int, view: fhk_view)] = []
    for top in stride(from: 0, to: rect.height, by: Self.tile) {
      if cancellation.isCancelled { return }
      for left in stride(from: 0, to: rect.width, by: Self.tile) {
        let cone = Self.cone(camera, x: rect.x + left, y: rect.y + top)
        let view = head.view(in: cone, margin: 0.08)
        if view.far > 0 { tiles.append((left, top, view)) }
      }
    }
    for tile in tiles {
      if cancellation.isCancelled { return }
      fill(x: tile.x, y: tile.y, view: tile.view, camera: camera, head: head, paint: paint)
    }
    // All edges are looked at before any is changed: a ray borrows light from unchanged pixels.
    let finished = tiles.flatMap { tile in
      cancellation.isCancelled
        ? []
        : refined(edgePixels(x: tile.x, y: tile.y), view: tile.view, camera: camera, head: head)
    }
    for pixel in finished {
      self.light[pixel.index] = pixel.light
      coverage[pixel.index] = pixel.coverage
    }
  }

  /// The rays of the tile whose first pixel is (x, y).
  private static func cone(_ camera: HeadCamera, x: Int, y: Int) -> fhk_cone {
    let middle = Float(tile - 1) / 2
    let axis = camera.directions(x: .all(Float(x) + middle), y: .all(Float(y) + middle))
    // Half the diagonal of the tile, half a pixel more for the samples of edges.
    let spread = Float(tile) * 0.7072 / camera.focal
    return fhk_cone(
      origin: fhk_vector(camera.position),
      axis: fhk_vector(x: axis.x[0], y: axis.y[0], z: axis.z[0]), spread: spread)
  }

  private static let ramp = Lanes(0, 1, 2, 3, 4, 5, 6, 7)

  private mutating func fill(
    x left: Int, y top: Int, view: fhk_view, camera: HeadCamera, head: PackedHead,
    paint: fhk_paint
  ) {
    let origin = LanePoint(camera.position)
    let columns = min(Self.tile, rect.width - left)
    // One bundle of rays a row, then eight rays from where the bundle had to stop.
    let middles = camera.directions(
      x: .all(Float(rect.x + left) + 3.5), y: Self.ramp + Float(rect.y + top))
    let starts = head.approach(
      from: camera.position, along: middles, near: view.near, far: view.far,
      spread: 3.6 / camera.focal, view.mask)
    for y in top..<min(top + Self.tile, rect.height) where starts[y - top] < view.far {
      let direction = camera.directions(
        x: Self.ramp + Float(rect.x + left), y: .all(Float(rect.y + y)))
      let (distance, met) = head.march(
        from: camera.position, along: direction, near: .all(starts[y - top]), far: .all(view.far),
        detail: camera.footprint, view.mask)
      if !any(met .> 0) { continue }
      let (shone, kinds) = head.shaded(
        origin.moved(distance, along: direction), seenAlong: direction, paint, view.mask)
      let row = y * rect.width + left
      for column in 0..<columns where met[column] > 0 {
        light[row + column] = shone[column]
        coverage[row + column] = 1
        material[row + column] = kinds[column]
        depth[row + column] = distance[column]
      }
    }
  }

  /// Indices of the pixels of a tile that differ from a neighbour in surface or depth.
  private func edgePixels(x left: Int, y top: Int) -> [Int] {
    var found: [Int] = []
    let step: Float = 0.14
    for y in top..<min(top + Self.tile, rect.height) {
      for x in left..<min(left + Self.tile, rect.width) {
        let index = y * rect.width + x
        func differs(_ other: Int) -> Bool {
          let gap = depth[index] - depth[other]
          return material[index] != material[other] || gap > step || gap < -step
        }
        if (x > 0 && differs(index - 1)) || (x + 1 < rect.width && differs(index + 1))
          || (y > 0 && differs(index - rect.width))
          || (y + 1 < rect.height && differs(index + rect.width))
        {
          found.append(index)
        }
      }
    }
    return found
  }

  /// Four rays for each of `pixels`, on a rotated grid, two pixels at a time.
  ///
  /// A ray borrows the light of the pixel around it that shows the same surface at the most similar
  /// depth: where two surfaces meet, their shares matter and not the change of light within a pixel.
  private func refined(
    _ pixels: [Int], view: fhk_view, camera: HeadCamera, head: PackedHead
  ) -> [(index: Int, light: Float, coverage: Float)] {
    let origin = LanePoint(camera.position)
    let offsetX = Lanes(-0.125, 0.375, -0.375, 0.125, -0.125, 0.375, -0.375, 0.125)
    let offsetY = Lanes(-0.375, -0.125, 0.125, 0.375, -0.375, -0.125, 0.125, 0.375)
    var result: [(index: Int, light: Float, coverage: Float)] = []
    for first in stride(from: 0, to: pixels.count, by: 2) {
      let pair = [pixels[first], pixels[min(first + 1, pixels.count - 1)]]
      let around = pair.map { neighbours(of: $0) }
      var x = offsetX
      var y = offsetY
      var near = Lanes.zero
      var far = Lanes.zero
      for lane in 0..<8 {
        let index = pair[lane / 4]
        x[lane] += Float(rect.x + index % rect.width)
        y[lane] += Float(rect.y + index / rect.width)
        // What the rays around met lies not far from what this one can meet.
        var nearest = PackedHead.nowhere
        var farthest: Float = 0
        for neighbour in around[lane / 4] {
          nearest = min(nearest, depth[neighbour])
          farthest = max(farthest, depth[neighbour])
        }
        near[lane] = max(view.near, min(nearest - 0.2, view.far))
        far[lane] = view.far
        if farthest == PackedHead.nowhere {
          // Past a silhouette: a ray that runs well behind it meets nothing any more.
          farthest = around[lane / 4].reduce(0) {
            depth[$1] < PackedHead.nowhere ? max($0, depth[$1]) : $0
          }
          far[lane] = min(view.far, farthest + 0.3)
        }
      }
      let direction = camera.directions(x: x, y: y)
      let (distance, met) = head.march(
        from: camera.position, along: direction, near: near, far: far, detail: camera.footprint,
        view.mask)
      let kinds = head.materials(origin.moved(distance, along: direction), view.mask)
      for half in 0..<(first + 1 < pixels.count ? 2 : 1) {
        var sum: Float = 0
        var covered: Float = 0
        for lane in half * 4..<half * 4 + 4 where met[lane] > 0 {
          covered += 0.25
          sum += 0.25 * borrowed(around[half], depth: distance[lane], material: kinds[lane])
        }
        result.append((pair[half], sum, covered))
      }
    }
    return result
  }

  /// A pixel and those around it, itself first.
  private func neighbours(of index: Int) -> [Int] {
    let x = index % rect.width
    let y = index / rect.width
    var found = [index]
    for dy in -1...1 {
      for dx in -1...1 where dx != 0 || dy != 0 {
        let (nx, ny) = (x + dx, y + dy)
        if nx >= 0, ny >= 0, nx < rect.width, ny < rect.height {
          found.append(ny * rect.width + nx)
        }
      }
    }
    return found
  }

  private func borrowed(_ candidates: [Int], depth wanted: Float, material kind: Int32) -> Float {
    var best = PackedHead.nowhere * 10
    var found: Float = 0
    for index in candidates where material[index] != Int32(FHK_NOTHING.rawValue) {
      let gap = (depth[index] - wanted).magnitude + (material[index] == kind ? 0 : 10)
      if gap < best {
        best = gap
        found = light[index]
      }
    }
    return found
  }

  /// Lays the head over a picture of linear light, its own light times `gain`.
  func lay(over picture: inout [Float], width: Int, gain: Float) {
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        let index = y * rect.width + x
        let target = (rect.y + y) * width + rect.x + x
        picture[target] = picture[target] * (1 - coverage[index]) + light[index] * gain
      }
    }
  }
}
