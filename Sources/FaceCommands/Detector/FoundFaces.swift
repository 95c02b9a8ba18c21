import FaceImages
import FaceModels
import FaceReports
import FaceVocabulary

/// What was found in one picture.
struct FoundFaces: Sendable {
  let picture: GrayImage
  let faces: [Detection]
  let features: [FaceFeatures]
  /// Who each face is; nil without a model.
  let names: [Prediction?]
  let milliseconds: Double

  /// The columns of the faces' table: all of them for programs, what was asked for for people.
  struct Columns {
    let eyes: Bool
    let mouth: Bool
    let names: Bool

    var columns: [Table.Column] {
      [
        .init("file", title: "file"), .init("x_px", title: "x"), .init("y_px", title: "y"),
        .init("width_px", title: "width"), .init("height_px", title: "height"),
        .init("left_eye_px", title: eyes ? "left eye" : nil),
        .init("right_eye_px", title: eyes ? "right eye" : nil),
        .init("mouth_px", title: mouth ? "mouth" : nil), .init("neighbors", title: "neighbors"),
        .init("subject", title: nil), .init("nearest", title: names ? "nearest" : nil),
        .init("distance", title: names ? "distance" : nil),
        .init("known", title: names ? "known" : nil),
        .init("detect_ms", title: "ms", display: .decimals(1)),
      ]
    }
  }

  func rows(file: String, columns: Columns) -> [[Table.Value]] {
    faces.indices.map { index in
      let box = faces[index].box
      let features = features[index]
      let name = names[index]
      return [
        .text(file), .integer(box.x), .integer(box.y), .integer(box.width), .integer(box.height),
        Self.point(columns.eyes ? features.leftEye : nil),
        Self.point(columns.eyes ? features.rightEye : nil),
        Self.point(columns.mouth ? features.mouth : nil), .integer(faces[index].neighbors),
        name?.known == true ? .optional(name?.nearest.name) : .null,
        .optional(name?.nearest.name), .measured(name?.distance),
        name?.known.map { .boolean($0) } ?? .null, .number(milliseconds),
      ]
    }
  }

  private static func point(_ point: PixelPoint?) -> Table.Value {
    guard let point else { return .null }
    return .list([.number(point.x), .number(point.y)])
  }

  /// The picture in grey with green boxes, yellow eyes, a red mouth, and names above the boxes.
  func overlay() throws -> ColorImage {
    var drawing = Drawing(on: picture)
    for (face, features) in zip(faces, features) {
      drawing.outline(face.box, color: .green)
      let radius = max(2, face.box.width / 24)
      for eye in [features.leftEye, features.rightEye] {
        if let eye { drawing.disc(at: eye, radius: radius, color: .yellow) }
      }
      if let mouth = features.mouth { drawing.disc(at: mouth, radius: radius, color: .red) }
    }
    var lettering = Lettering(on: drawing.image)
    for (face, name) in zip(faces, names) {
      if let name {
        try lettering.write(
          Self.label(name), above: face.box, height: max(9, face.box.width / 12))
      }
    }
    return lettering.image
  }

  /// The name of somebody known, `unknown`, or `nearest NAME` where nothing decides.
  static func label(_ prediction: Prediction) -> String {
    switch prediction.known {
    case true?: prediction.nearest.name
    case false?: "unknown"
    case nil: "nearest \(prediction.nearest.name)"
    }
  }
}
