internal import CHeadKernels

extension fhk_paint {
  /// What colours `model` and lights it, for a camera.
  init(model: HeadModel, camera: HeadCamera, light: HeadLight) {
    let (azimuthSine, azimuthCosine) = Rotation.sineCosine(degrees: light.azimuthDegrees)
    let (elevationSine, elevationCosine) = Rotation.sineCosine(degrees: light.elevationDegrees)
    let (f, marks) = (model.features, model.marks)
    self.init()
    self.light = fhk_vector(
      camera.rotation.inward(
        Vector(azimuthSine * elevationCosine, elevationSine, azimuthCosine * elevationCosine)))
    up = fhk_vector(camera.rotation.inward(Vector(0, 1, 0)))
    ambient = Float(max(0, min(1, light.ambient)))
    footprint = camera.footprint
    skin_tone = f.skinTone
    hair_tone = f.hairTone
    iris_tone = f.irisTone
    cloth_tone = f.clothTone
    cloth_pattern = Int32(f.clothPattern)
    curly = f.hairStyle == .curly
    beard = Int32(f.beard.rawValue)
    age = f.age
    brow_slope = f.browSlope
    brow_arch = f.browArch
    brow_thickness = f.browThickness
    brow_density = f.browDensity
    lip_darkness = f.lipDarkness
    grain = f.grain
    eye = fhk_vector(marks.eye)
    nose_tip = fhk_vector(marks.noseTip)
    nostril = fhk_vector(marks.nostril)
    mouth = fhk_vector(marks.mouth)
    chin = fhk_vector(marks.chin)
    ear_hollow = fhk_vector(marks.earHollow)
    eye_width = marks.eyeWidth
    eye_tilt = marks.eyeTilt
    upper_lid = marks.upperLid
    lower_lid = marks.lowerLid
    brow = marks.brow
    nose_base = marks.noseBase
    mouth_width = marks.mouthWidth
    gap = marks.gap
    smile = marks.smile
    upper_lip = marks.upperLip
    lower_lip = marks.lowerLip
  }
}
