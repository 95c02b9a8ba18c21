import FaceVocabulary

extension HeadTruth {
  /// What is to be known about `model` seen by `camera` in a picture of `size`.
  init(model: HeadModel, camera: HeadCamera, pose: HeadPose, size: PixelSize) {
    let marks = model.marks
    let head = PackedHead(model.field, instructions: model.instructions)
    var left = Double.infinity
    var top = Double.infinity
    var right = -Double.infinity
    var bottom = -Double.infinity
    for point in Self.faceSurface(of: head, marks) {
      let seen = camera.project(point)
      left = min(left, seen.x)
      right = max(right, seen.x)
      top = min(top, seen.y)
      bottom = max(bottom, seen.y)
    }
    let x = max(0, min(size.width - 1, Int(left.rounded())))
    let y = max(0, min(size.height - 1, Int(top.rounded())))
    let endX = max(x, min(size.width - 1, Int(right.rounded())))
    let endY = max(y, min(size.height - 1, Int(bottom.rounded())))
    self.init(
      box: PixelRect(x: x, y: y, width: endX - x + 1, height: endY - y + 1),
      yawDegrees: pose.yawDegrees, pitchDegrees: pose.pitchDegrees, rollDegrees: pose.rollDegrees)

    func visible(_ point: Vector) -> PixelPoint? {
      let seen = camera.project(point)
      guard seen.x >= 0, seen.y >= 0, seen.x <= Double(size.width - 1),
        seen.y <= Double(size.height - 1)
      else { return nil }
      let offset = point - camera.position
      let length = offset.length
      let (distance, met) = head.march(
        from: camera.position, along: LanePoint(offset * (1 / length)),
        near: .all(length - 2.5), far: .all(length + 0.5), detail: 0.01, head.everything)
      // The lid or the lip may stand a little in front of the point itself.
      return met[0] == 0 || distance[0] > length - 0.09 ? seen : nil
    }
    let eye = Self.uneven(marks.eye + Vector(0, 0, 0.12), model.field)
    let otherEye = Self.uneven(
      Vector(-marks.eye.x, marks.eye.y, marks.eye.z + 0.12), model.field)
    // The eye with x < 0 in the head's space is left in the picture unless the head is upside down.
    let points = [visible(otherEye), visible(eye)]
    if camera.project(otherEye).x <= camera.project(eye).x {
      (leftEye, rightEye) = (points[0], points[1])
    } else {
      (leftEye, rightEye) = (points[1], points[0])
    }
    mouth = visible(Self.uneven(marks.mouth + Vector(0, 0, 0.03), model.field))
  }

  /// The point that the shear of an uneven face takes to `even`, to first order.
  private static func uneven(_ even: Vector, _ field: HeadField) -> Vector {
    Vector(even.x - even.y * field.lean.x, even.y - even.x * field.lean.y, even.z)
  }

  /// Points of the surface from mid-forehead to chin, in front of the ears.
  private static func faceSurface(of head: PackedHead, _ marks: FaceMarks) -> [Vector] {
    // Half way from the brows to where an average hairline runs.
    let top = marks.brow + 0.27
    var points: [Vector] = []
    let rows = 14
    for row in 0...rows {
      let height = top + (marks.chin.y - top) * Float(row) / Float(rows)
      for first in [-80.0, 80.0 / 15] {
        var directions: [Vector] = []
        for step in 0..<8 {
          let (sine, cosine) = Rotation.sineCosine(degrees: first + Double(step) * 160 / 15)
          directions.append(Vector(sine, 0, cosine))
        }
        points += surface(of: head, atHeight: height, along: directions)
      }
    }
    return points.filter { $0.z > 0.12 }
  }

  /// Where horizontal rays towards the head's axis, in eight directions, meet the skin.
  private static func surface(
    of head: PackedHead, atHeight height: Float, along directions: [Vector]
  ) -> [Vector] {
    var x = Lanes.zero
    var z = Lanes.zero
    for (lane, direction) in directions.enumerated() {
      x[lane] = direction.x
      z[lane] = direction.z
    }
    var radius = Lanes.all(1.6)
    for _ in 0..<14 {
      let point = LanePoint(x: x * radius, y: .all(height), z: z * radius)
      let d = head.sample(point, head.everything).skin
      radius -= d * 0.85
    }
    return directions.indices.compactMap { lane in
      // At the very chin some rays pass below the jaw and meet nothing.
      radius[lane] > 0.25
        ? Vector(x[lane] * radius[lane], height, z[lane] * radius[lane]) : nil
    }
  }
}
