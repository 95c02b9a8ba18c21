package import CooperativeWork
package import FaceVocabulary
import Matrices

extension SyntheticFaceRenderer {
  /// Several heads of different sizes in front of clutter.
  ///
  /// All heads share one light, exposure and sensor, drawn from `seed`; each sits behind the back of
  /// a bench that hides where its body ends.
  ///
  /// - Parameters:
  ///   - heads: Farther heads first: a later head hides an earlier one where they overlap.
  ///   - seed: Of the clutter, the light and the sensor noise.
  /// - Throws: `Cancelled` when the work was asked to stop.
  package static func scene(
    heads: [SceneHead], size: PixelSize, seed: UInt64, work: Work = Work()
  ) throws -> RenderedScene {
    var generator = SeededGenerator(seed: seed, stream: 0x5CE0)
    let sceneLight = HeadLight(
      azimuthDegrees: -50 + 100 * generator.uniform(),
      elevationDegrees: 15 + 35 * generator.uniform(), ambient: 0.35 + 0.25 * generator.uniform())
    let exposure = Float(0.85 + 0.35 * generator.uniform())
    let noise = Float(1 + 3 * generator.uniform())
    let clutter = Clutter(seed: seed, size: size)
    let rows = try work.map(count: size.height) { y in
      (0..<size.width).map { clutter.light(x: $0, y: y) }
    }
    var light = rows.flatMap { $0 }
    let parts = try work.map(count: heads.count, activity: "rendering") { index in
      part(heads[index], light: sceneLight, size: size, cancellation: work.cancellation)
    }
    for (head, part) in zip(heads, parts) {
      part.raster?.lay(over: &light, width: size.width, gain: part.gain)
      clutter.layBench(below: head, over: &light)
    }
    let sensor = Sensor(exposure: exposure, noise: noise, seed: generator.next())
    return RenderedScene(
      image: sensor.picture(light, size: size), truths: parts.map(\.truth))
  }

  /// A scene of `count` heads laid out from `seed`: rows of different sizes that do not hide faces.
  ///
  /// Heads look up to `maxYawDegrees` aside, as people in a crowd do.
  package static func crowd(
    count: Int, size: PixelSize, seed: UInt64, maxYawDegrees: Double = 20
  ) -> [SceneHead] {
    var generator = SeededGenerator(seed: seed, stream: 0xC70D)
    func draw(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * generator.uniform()
    }
    var heads: [SceneHead] = []
    let largest = 0.30 * Double(min(size.width, size.height))
    for _ in 0..<count * 60 where heads.count < count {
      let height = max(34, largest * draw(0.3, 1))
      let center = PixelPoint(
        x: draw(0.6 * height, Double(size.width) - 0.6 * height),
        y: draw(0.7 * height, Double(size.height) - 0.9 * height))
      let clear = heads.allSatisfy { other in
        let reach = 0.62 * (height + other.heightPixels)
        return (other.center.x - center.x).magnitude > reach
          || (other.center.y - center.y).magnitude > reach * 1.3
      }
      guard clear else { continue }
      var view = HeadView()
      view.pose = HeadPose(
        yawDegrees: draw(-maxYawDegrees, maxYawDegrees), pitchDegrees: draw(-8, 8),
        rollDegrees: draw(-6, 6))
      view.expression = HeadExpression(mouthOpen: max(0, draw(-1, 0.5)), smile: draw(-0.2, 0.9))
      heads.append(
        SceneHead(
          person: SyntheticPerson(seed: generator.next()), view: view, center: center,
          heightPixels: height))
    }
    return heads.sorted { $0.center.y < $1.center.y }
  }

  /// One head of a scene; no raster when it lies outside the picture.
  private struct Part: Sendable {
    let raster: HeadRaster?
    let gain: Float
    let truth: HeadTruth
  }

  private static func part(
    _ head: SceneHead, light: HeadLight, size: PixelSize, cancellation: Cancellation
  ) -> Part {
    let camera = HeadCamera(
      pose: head.view.pose, center: head.center, headPixels: head.heightPixels)
    let model = HeadModel(head.person, expression: head.view.expression)
    let half = head.heightPixels * 0.9
    let left = max(0, Int((head.center.x - half).rounded(.down)))
    let top = max(0, Int((head.center.y - head.heightPixels * 0.7).rounded(.down)))
    let right = min(size.width, Int((head.center.x + half).rounded(.up)))
    let bottom = min(size.height, Int((head.center.y + head.heightPixels * 0.95).rounded(.up)))
    var raster: HeadRaster?
    if right > left, bottom > top {
      raster = HeadRaster(
        model: model, camera: camera, light: light, bodyYawDegrees: head.view.pose.yawDegrees / 2,
        rect: PixelRect(x: left, y: top, width: right - left, height: bottom - top),
        cancellation: cancellation)
    }
    return Part(
      raster: raster, gain: model.metering,
      truth: HeadTruth(model: model, camera: camera, pose: head.view.pose, size: size))
  }
}
