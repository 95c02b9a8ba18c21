import DurableFiles
import FaceVocabulary

/// Reads files that tell where the faces in pictures are.
///
/// Four kinds are known by their content: CSV with a header (`file,x,y,w,h`, one row a face), the
/// XML of dlib's `imglab`, the lists of `opencv_annotation` (`path count x y w h …`) and FDDB's
/// ellipses (Jain and Learned-Miller 2010).
enum TruthFile {
  /// One picture with its faces; a picture known to hold none has an empty list.
  struct Picture: Equatable {
    /// As the file names it, relative to the file's folder.
    let path: String
    var heads: [TruthFace]
  }

  /// What went wrong, and in which line.
  struct Fault: Error, Equatable {
    let line: Int
    let reason: String
  }

  /// The kinds of truth files.
  enum Kind: Equatable { case csv, dlib, annotation, ellipses }

  /// Which kind `bytes` are; nil when they are none.
  static func kind(of bytes: [UInt8]) -> Kind? {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if text.drop(while: { $0 <= 0x20 }).first == 0x3C { return .dlib }
    let lines = text.prefix(4_096).split { $0 == 0x0A || $0 == 0x0D }
      .map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasPrefix("#") }
    guard let first = lines.first else { return nil }
    let header = first.split { $0 == "," || $0 == ";" }
    if header.contains("file"), header.contains("x") { return .csv }
    if lines.count > 1, Int(lines[1].drop { $0 == " " }) != nil, !first.contains(";") {
      return .ellipses
    }
    return AnnotationList.looksLike(first) ? .annotation : nil
  }

  /// The pictures that the file at `path` tells about, in its order, each once.
  ///
  /// - Throws: ``ImportError``, ``DatasetError``.
  static func read(_ path: String) throws -> [Picture] {
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try FileBytes.read(path, limit: 256_000_000)
    } catch {
      throw DatasetError.notRead(error)
    }
    do throws(Fault) {
      return try pictures(bytes)
    } catch {
      throw ImportError.badRow(file: path, row: error.line, reason: error.reason)
    }
  }

  static func pictures(_ bytes: [UInt8]) throws(Fault) -> [Picture] {
    let found =
      switch kind(of: bytes) {
      case .csv: try boxes(bytes)
      case .dlib: try DlibAnnotations.pictures(bytes)
      case .annotation: try AnnotationList.pictures(bytes)
      case .ellipses: try EllipseList.pictures(bytes)
      case nil: throw Fault(line: 1, reason: "it tells no boxes of faces in a known form")
      }
    return merged(found)
  }

  /// One entry a picture, at the place of its first mention.
  private static func merged(_ pictures: [Picture]) -> [Picture] {
    var places: [String: Int] = [:]
    var merged: [Picture] = []
    for picture in pictures {
      if let place = places[picture.path] {
        merged[place].heads += picture.heads
      } else {
        places[picture.path] = merged.count
        merged.append(picture)
      }
    }
    return merged
  }

  /// CSV whose header names the columns: file, x, y, w or width, h or height; optional yaw_deg,
  /// pitch_deg and roll_deg. A row without a box tells of a picture without faces.
  private static func boxes(_ bytes: [UInt8]) throws(Fault) -> [Picture] {
    let rows: [CSVText.Row]
    do throws(CSVText.Fault) {
      rows = try CSVText.parse(bytes, separators: [0x2C, 0x3B])
    } catch {
      switch error {
      case .openQuote(let line): throw Fault(line: line, reason: "a quote opens and never closes")
      case .textAfterQuote(let line):
        throw Fault(line: line, reason: "text follows a closing quote")
      }
    }
    guard let header = rows.first else { return [] }
    let columns = Dictionary(
      header.fields.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    guard let file = columns["file"], let x = columns["x"], let y = columns["y"],
      let width = columns["w"] ?? columns["width"], let height = columns["h"] ?? columns["height"]
    else {
      throw Fault(line: header.line, reason: "the header must name file, x, y, w and h")
    }
    var pictures: [Picture] = []
    for row in rows.dropFirst() {
      guard row.fields.count == header.fields.count else {
        throw Fault(
          line: row.line,
          reason: "it has \(row.fields.count) fields, the header \(header.fields.count)")
      }
      guard !row.fields[file].isEmpty else {
        throw Fault(line: row.line, reason: "it names no file")
      }
      var picture = Picture(path: row.fields[file], heads: [])
      let sides = [x, y, width, height].map { row.fields[$0] }
      if !sides.allSatisfy(\.isEmpty) {
        var head = TruthFace(box: try box(sides.map { Substring($0) }, line: row.line))
        head.yawDegrees = try angle("yaw_deg", row, columns)
        head.pitchDegrees = try angle("pitch_deg", row, columns)
        head.rollDegrees = try angle("roll_deg", row, columns)
        picture.heads = [head]
      }
      pictures.append(picture)
    }
    return pictures
  }

  private static func angle(
    _ name: String, _ row: CSVText.Row, _ columns: [String: Int]
  ) throws(Fault) -> Double? {
    guard let column = columns[name], !row.fields[column].isEmpty else { return nil }
    let degrees = try number(Substring(row.fields[column]), line: row.line)
    guard AngleRange.holds(degrees) else {
      throw Fault(
        line: row.line,
        reason: "\(name) of \(AngleRange.words(degrees)) is outside -180 to 180")
    }
    return degrees
  }

  /// x, y, width and height in whole or broken pixels, rounded to whole ones.
  static func box(_ texts: [Substring], line: Int) throws(Fault) -> PixelRect {
    var sides: [Int] = []
    for text in texts { sides.append(Int(try number(text, line: line).rounded())) }
    guard sides.count == 4, sides[2] > 0, sides[3] > 0 else {
      throw Fault(line: line, reason: "box '\(texts.joined(separator: " "))' has no area")
    }
    return PixelRect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }

  static func number(_ text: Substring, line: Int) throws(Fault) -> Double {
    guard let value = Double(text), abs(value) <= 1_000_000 else {
      throw Fault(line: line, reason: "'\(text)' is no number of pixels or degrees")
    }
    return value
  }

  /// The non-empty lines with their numbers, from 1.
  static func lines(_ bytes: [UInt8]) -> [(number: Int, text: String)] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
      .map { ($0 + 1, String(decoding: $1.last == 0x0D ? $1.dropLast() : $1, as: UTF8.self)) }
      .filter { line in line.1.contains { $0 != " " } && !line.1.hasPrefix("#") }
  }
}
