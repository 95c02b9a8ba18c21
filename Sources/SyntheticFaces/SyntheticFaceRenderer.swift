package import CooperativeWork
package import FaceVocabulary

/// Renders made-up heads as smooth implicit surfaces.
///
/// Everything is a pure function of its arguments: the same person, view and size give the same
/// bytes on any number of threads.
///
/// The pictures stand in for photographs where geometry and procedure are tested: boxes, angles,
/// splits, sweeps. They do not stand for a population: features are drawn independently, skin has
/// no pores and hair no strands, so error rates on them say nothing about error rates on people.
package enum SyntheticFaceRenderer {
  /// One head on a plain backdrop.
  ///
  /// - Parameters:
  ///   - cancellation: Once it is raised the picture ends unfinished; whoever raised it wants none.
  ///   - instructions: Decides how long it takes, never what comes out.
  /// - Complexity: About 7 ms on one core for 128×128 pixels with AVX2.
  package static func portrait(
    _ person: SyntheticPerson, _ view: HeadView, size: PixelSize,
    cancellation: Cancellation = Cancellation(), instructions: InstructionSet = .best
  ) -> RenderedHead {
    let height = Double(size.height)
    let headPixels = view.headShare * height
    let center = PixelPoint(
      x: Double(size.width - 1) / 2 + view.shiftX * height,
      y: Double(size.height - 1) / 2 + view.shiftY * height)
    let camera = HeadCamera(pose: view.pose, center: center, headPixels: headPixels)
    let model = HeadModel(
      person, expression: view.expression, instructions: instructions)
    let raster = HeadRaster(
      model: model, camera: camera, light: view.light, bodyYawDegrees: view.pose.yawDegrees / 2,
      rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
      cancellation: cancellation)
    let truth = HeadTruth(model: model, camera: camera, pose: view.pose, size: size)
    if cancellation.isCancelled {
      return RenderedHead(
        image: GrayImage(size: size, pixels: Array(repeating: 0, count: size.area)), truth: truth)
    }
    let backdrop = Backdrop(seed: view.backdropSeed)
    var light = raster.light
    for y in 0..<size.height where !cancellation.isCancelled {
      for x in 0..<size.width {
        let index = y * size.width + x
        guard raster.coverage[index] < 1 else { continue }
        let behind = backdrop.light(
          x: (Float(x) - Float(size.width) / 2) / Float(size.height),
          y: (Float(y) - Float(size.height) / 2) / Float(size.height))
        light[index] += behind * (1 - raster.coverage[index])
      }
    }
    let sensor = Sensor(
      exposure: Float(view.exposure) * model.metering, noise: Float(view.noiseLevels),
      seed: view.noiseSeed)
    return RenderedHead(
      image: sensor.picture(light, size: size),
      truth: truth)
  }
}
