import FaceReports
import FaceVocabulary

/// The columns that tell cells apart; people see those that vary.
struct SettingColumns {
  private let settings: [DetectorSettings]

  init(_ settings: [DetectorSettings]) { self.settings = settings }

  var columns: [Table.Column] {
    [
      .init("accuracy", title: areAllPresets ? "accuracy" : nil),
      .init("cascade", title: showsCascades ? "cascade" : nil),
      .init("scale", title: showsScales ? "scale" : nil),
      .init("neighbors", title: showsNeighbors ? "neighbors" : nil),
      .init("min_size_px", title: varies(\.minSize) && !areAllPresets ? "min size" : nil),
      .init("max_size_px", title: varies(\.maxSize) ? "max size" : nil),
      .init("equalize", title: varies(\.equalize) ? "equalize" : nil),
      .init("flip", title: varies(\.flip) ? "flip" : nil),
      .init("rotate_deg", title: varies(\.rotation) ? "rotate" : nil),
    ]
  }

  func values(_ settings: DetectorSettings) -> [Table.Value] {
    [
      .optional(DetectorAccuracy.named(settings)?.rawValue), .text(settings.cascade),
      .number(settings.scale), .integer(settings.neighbors), .integer(settings.minSize),
      .measured(settings.maxSize), .boolean(settings.equalize), .boolean(settings.flip),
      .number(settings.rotation),
    ]
  }

  /// One cell a cascade shares nothing, and the names of cascades need the room.
  var showsSpent: Bool {
    !showsCascades || settings.count > Set(settings.map(\.cascade)).count
  }

  var showsCascades: Bool { varies(\.cascade) && !areAllPresets }

  /// Scale and neighbour count stand in every table but one in which something else alone varies.
  var showsScales: Bool { !areAllPresets && (varies(\.scale) || isOne) }
  var showsNeighbors: Bool { !areAllPresets && (varies(\.neighbors) || isOne) }

  private var isOne: Bool { Set(settings).count == 1 }

  private var areAllPresets: Bool { settings.allSatisfy { DetectorAccuracy.named($0) != nil } }

  private func varies<Value: Hashable>(_ value: (DetectorSettings) -> Value) -> Bool {
    Set(settings.map(value)).count > 1
  }
}
