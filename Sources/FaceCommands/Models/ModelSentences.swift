import FaceModelFiles
import FaceModels
import FaceReports
import FaceVocabulary

/// The words and rows that model commands share.
enum ModelSentences {
  /// `Fisherfaces, 39 axes of 92x112, 400 templates, 40 names`.
  static func brief(_ model: FaceModel) -> String {
    var parts = [model.method.title]
    if let axes = model.componentCount {
      var words = "\(axes) \(axes == 1 ? "axis" : "axes") of \(model.manifest.size)"
      if let asked = model.manifest.componentsAsked, asked != axes { words += " (\(asked) asked)" }
      parts.append(words)
    } else {
      parts.append("faces of \(model.manifest.size)")
    }
    parts.append(DatasetSentences.counted(model.labels.count, "template"))
    parts.append(DatasetSentences.counted(Set(model.labels).count, "name"))
    if let threshold = model.threshold {
      parts.append("threshold \(Table.displayed(.number(threshold), as: .plain))")
    }
    return parts.joined(separator: ", ")
  }

  /// The machine row of `model train`.
  static func trained(_ model: FaceModel, name: String, milliseconds: Double) -> Table {
    let keys = [
      "model", "method", "faces", "subjects", "components_asked", "components", "width_px",
      "height_px", "train_ms", "route",
    ]
    return Table(
      columns: keys.map { Table.Column($0, title: $0) },
      rows: [
        [
          .text(name), .text(model.method.rawValue), .integer(model.labels.count),
          .integer(Set(model.labels).count), .measured(model.manifest.componentsAsked),
          .measured(model.componentCount), .integer(model.manifest.size.width),
          .integer(model.manifest.size.height), .number(milliseconds),
          .optional(
            model.method == .lbph
              ? nil
              : TrainingRoute.cheapest(
                faceCount: model.labels.count, pixels: model.manifest.size.area
              ).rawValue),
        ]
      ])
  }

  /// `12.3 MiB`.
  static func size(_ bytes: Int) -> String {
    let units: [(String, Double)] = [("GiB", 0x1p30), ("MiB", 0x1p20), ("KiB", 0x1p10)]
    for (unit, scale) in units where Double(bytes) >= scale {
      return "\(Table.displayed(.number(Double(bytes) / scale), as: .decimals(1))) \(unit)"
    }
    return "\(bytes) bytes"
  }
}
