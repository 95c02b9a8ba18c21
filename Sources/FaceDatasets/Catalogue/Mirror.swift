import FaceVocabulary

/// What becomes of a face's facts when its picture is mirrored.
enum Mirror {
  /// File name of the mirror of `file`, without suffix.
  static func stem(of file: String) -> String {
    (file.hasSuffix(".pgm") ? String(file.dropLast(4)) : file) + ".mirror"
  }

  /// The entry of the mirror image of `source`: opposite yaw, eyes exchanged, boxes turned over.
  ///
  /// Left and right are the picture's, so the mirrored right eye is the new left one.
  static func of(_ entry: CatalogueEntry, source: GrayImage, file: String) -> CatalogueEntry {
    let width = source.width
    let mirror = source.mirrored()
    var mirrored = entry
    mirrored.origin = nil
    mirrored.thumbnail = Thumbnail(mirror)
    mirrored.heads = entry.heads.map { head in
      var turned = head
      turned.box = box(head.box, width: width)
      turned.leftEye = point(head.rightEye, width: width)
      turned.rightEye = point(head.leftEye, width: width)
      turned.mouth = point(head.mouth, width: width)
      turned.yawDegrees = negated(head.yawDegrees)
      turned.rollDegrees = negated(head.rollDegrees)
      return turned
    }
    let record = entry.record
    mirrored.record.file = file
    mirrored.record.pixelDigest = PixelFacts.digest(mirror)
    mirrored.record.mirrorOf = record.id == 0 ? nil : record.id
    mirrored.record.yawDegrees = negated(record.yawDegrees)
    mirrored.record.box = record.box.map { box($0, width: width) }
    mirrored.record.leftEye = point(record.rightEye, width: width)
    mirrored.record.rightEye = point(record.leftEye, width: width)
    mirrored.record.mouth = point(record.mouth, width: width)
    return mirrored
  }

  private static func box(_ box: PixelRect, width: Int) -> PixelRect {
    PixelRect(x: width - box.x - box.width, y: box.y, width: box.width, height: box.height)
  }

  private static func point(_ point: PixelPoint?, width: Int) -> PixelPoint? {
    point.map { PixelPoint(x: Double(width - 1) - $0.x, y: $0.y) }
  }

  /// −0 would be printed as such, so 0 stays 0.
  private static func negated(_ angle: Double?) -> Double? { angle.map { $0 == 0 ? 0 : -$0 } }
}
