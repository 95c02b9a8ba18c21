package import FaceVocabulary
import Glibc

/// One way of looking at a picture: as it is, mirrored, turned, or mirrored and then turned.
package struct SearchPass: Hashable, Sendable {
  /// Whether the mirror image is looked at.
  package let isMirrored: Bool
  /// Clockwise turn after that, degrees.
  package let degrees: Double

  package init(isMirrored: Bool = false, degrees: Double = 0) {
    self.isMirrored = isMirrored
    self.degrees = degrees
  }

  /// The picture as it is.
  package static let plain = SearchPass()

  /// Size of the picture that is searched for one of `size`: a turned picture keeps its corners.
  package func size(of size: PixelSize) -> PixelSize {
    guard degrees != 0 else { return size }
    let (across, down) = (Double(size.width), Double(size.height))
    return PixelSize(
      width: Int((across * abs(cosine) + down * abs(sine)).rounded(.up)),
      height: Int((across * abs(sine) + down * abs(cosine)).rounded(.up)))
  }

  /// `picture` as this pass looks at it; what a turn uncovers repeats the border's pixels.
  func view(of picture: GrayImage) throws(DetectorError) -> GrayImage {
    let side = isMirrored ? picture.mirrored() : picture
    guard degrees != 0 else { return side }
    do {
      return try ImageFilter.warped(
        side, by: source(in: picture.size), size: size(of: picture.size))
    } catch {
      throw .searchFailed("the picture could not be turned")
    }
  }

  /// A box of the view in the picture it was made from, which has `size`.
  ///
  /// A turned box keeps its centre and sides and stands upright; nil when its centre lies outside.
  func original(_ box: PixelRect, in size: PixelSize) -> PixelRect? {
    var box = box
    if degrees != 0 {
      let center = source(in: size)(
        PixelPoint(
          x: Double(box.x) + Double(box.width - 1) / 2,
          y: Double(box.y) + Double(box.height - 1) / 2))
      guard center.x >= 0, center.y >= 0, center.x <= Double(size.width - 1),
        center.y <= Double(size.height - 1)
      else { return nil }
      let left = Int((center.x - Double(box.width - 1) / 2).rounded())
      let top = Int((center.y - Double(box.height - 1) / 2).rounded())
      let (x, y) = (max(0, left), max(0, top))
      box = PixelRect(
        x: x, y: y, width: min(size.width, left + box.width) - x,
        height: min(size.height, top + box.height) - y)
    }
    if isMirrored {
      box = PixelRect(
        x: size.width - box.x - box.width, y: box.y, width: box.width, height: box.height)
    }
    return box
  }

  /// Where a pixel of the view lies in the picture before the turn, both about their centres.
  private func source(in size: PixelSize) -> PlaneMap {
    let view = self.size(of: size)
    let (x, y) = (Double(view.width - 1) / 2, Double(view.height - 1) / 2)
    return PlaneMap(
      a: cosine, b: sine, tx: Double(size.width - 1) / 2 - cosine * x - sine * y,
      c: -sine, d: cosine, ty: Double(size.height - 1) / 2 + sine * x - cosine * y)
  }

  private var cosine: Double { cos(degrees * .pi / 180) }
  private var sine: Double { sin(degrees * .pi / 180) }
}

extension DetectorSettings {
  /// Every way in which these settings look at a picture; the plain one comes first.
  package var passes: [SearchPass] {
    let turns = rotation == 0 ? [0] : [0, rotation, -rotation]
    return (flip ? [false, true] : [false]).flatMap { isMirrored in
      turns.map { SearchPass(isMirrored: isMirrored, degrees: $0) }
    }
  }
}

extension Detection {
  /// What several passes over one picture report together, sorted.
  ///
  /// Boxes of different passes that overlap by half are one face: the one that more raw hits agreed
  /// on stays, of equals that of the earlier pass. With `neighbors` 0 every raw hit stays.
  static func joined(_ passes: [[Detection]], neighbors: Int) -> [Detection] {
    if passes.count == 1 { return passes[0] }
    var ordered: [(pass: Int, detection: Detection)] = []
    for (pass, found) in passes.enumerated() { ordered += found.map { (pass, $0) } }
    guard neighbors > 0 else { return ordered.map(\.detection).sorted() }
    ordered.sort {
      ($1.detection.neighbors, $0.pass, $0.detection.box)
        < ($0.detection.neighbors, $1.pass, $1.detection.box)
    }
    var kept: [(pass: Int, detection: Detection)] = []
    for one in ordered
    where !kept.contains(where: {
      $0.pass != one.pass && $0.detection.box.overlapsByHalf(one.detection.box)
    }) {
      kept.append(one)
    }
    return kept.map(\.detection).sorted()
  }
}

/// A picture and those versions of it that searches look at, each made once.
struct PictureViews {
  private let picture: GrayImage
  private var made: [View: GrayImage] = [:]

  private struct View: Hashable {
    let isEqualized: Bool
    let pass: SearchPass
  }

  init(of picture: GrayImage) { self.picture = picture }

  /// The picture as `pass` looks at it, its histogram made even first where that is wished.
  mutating func view(
    _ pass: SearchPass, equalized: Bool
  ) throws(DetectorError) -> GrayImage {
    let view = View(isEqualized: equalized, pass: pass)
    if let done = made[view] { return done }
    var image = picture
    if pass != .plain {
      image = try pass.view(of: self.view(.plain, equalized: equalized))
    } else if equalized {
      do {
        image = try ImageFilter.equalized(picture)
      } catch {
        throw .searchFailed("the picture could not be equalised")
      }
    }
    made[view] = image
    return image
  }
}
