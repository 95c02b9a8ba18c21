import CooperativeWork
import FaceVocabulary
import TestSupport
import Testing

@testable import FaceDatasets

@Suite("truth files")
struct TruthTests {
  private func read(_ text: String) throws -> [String: [PixelRect]] {
    Dictionary(
      uniqueKeysWithValues: try TruthFile.pictures(Array(text.utf8)).map {
        ($0.path, $0.heads.map(\.box))
      })
  }

  private let one = PixelRect(x: 1, y: 2, width: 3, height: 4)
  private let other = PixelRect(x: 5, y: 6, width: 7, height: 8)

  @Test(
    "give the same boxes in each of the four forms",
    arguments: [
      "file,x,y,w,h\na b.jpg,1,2,3,4\nc.jpg,,,,\na b.jpg,5,6,7,8\n",
      "\u{FEFF}file;yaw_deg;x;y;width;height\r\n\"a b.jpg\";-5;1;2;3;4\r\na b.jpg;;5;6;7;8\r\nc.jpg;;;;;\r\n",
      "<?xml version='1.0'?>\n<dataset><!-- <box> -->\n<images>\n<image file='a b.jpg' width='9'>\n"
        + "<box top='2' left='1' width='3' height='4'><label>x</label></box>"
        + "<box left=\"5\" top=\"6\" width=\"7\" height=\"8\" ignore='1'/>\n</image>"
        + "<image file='c.jpg'/></images></dataset>",
      "a b.jpg 2 1 2 3 4 5 6 7 8\nc.jpg 0\n",
    ])
  func forms(text: String) throws {
    #expect(try read(text) == ["a b.jpg": [one, other], "c.jpg": []])
  }

  @Test("of ellipses give the box around each")
  func ellipses() throws {
    let text = "2002/img 1\n2\n20 10 0 50 40 1\n20 10 1.5707963267948966 50 40  1\nimg2\n0\n"
    let found = try read(text)
    #expect(found["img2.jpg"] == [])
    #expect(
      found["2002/img 1.jpg"] == [
        PixelRect(x: 30, y: 30, width: 40, height: 20),
        PixelRect(x: 40, y: 20, width: 20, height: 40),
      ])
  }

  @Test(
    "tell the line that is wrong",
    arguments: [
      ("file,x,y,w,h\na,1,2,3\n", 2), ("file,x,y,w,h\na,1,2,3,0\n", 2), ("file,x,y\na,1,2\n", 1),
      ("file,x,y,w,h\na,1,2,3,4\na,1,x,3,4\n", 3), ("a 1 2 3 4 5\nb 2 1 2 3 4\n", 2),
      ("file,x,y,w,h,yaw_deg\na,1,2,3,4,180\nb,1,2,3,4,999\n", 3),
      ("<dataset>\n<image file='a'>\n<box top='1'/>", 3), ("<dataset>\n<image file='a'", 2),
      ("<html></html>", 1), ("<!-- x", 1),
      ("<image file='a'>\n<box top='1' left='1' width='1' height='x'/>", 2),
      ("a\n2\n1 1 0 5 5 1\n", 2), ("a\n1\n1 0 0 5 5 1\n", 3), ("no boxes here", 1),
    ])
  func faults(text: String, line: Int) {
    let fault = #expect(throws: TruthFile.Fault.self) { try read(text) }
    #expect(fault?.line == line)
  }

  @Test("bring pictures with their heads into a dataset")
  func imported() throws {
    let shop = Workshop()
    try shop.make(["a/1.pgm": Pictures.face(1), "a/2.pgm": Pictures.face(2)])
    let file = try shop.make(
      text: "file,x,y,w,h,yaw_deg\na/1.pgm,1,2,3,4,-20\na/2.pgm,1,2,3,4,\na/2.pgm,5,6,7,8,\n",
      at: "source/boxes.csv")
    let (dataset, report) = try shop.library.importPictures(
      at: file, into: "d", using: ImageImport(), work: Work())
    #expect(report.layout == "boxes" && report.imported == 2)
    let records = try dataset.records()
    #expect(records.map(\.subject) == ["scene", "scene"])
    #expect(records.map(\.box) == [one, nil] && records.map(\.yawDegrees) == [-20, nil])
    #expect(try dataset.truths(of: records).map { $0.map(\.box) } == [[one], [one, other]])
  }

  @Test(
    "of the test data hold 74 faces, and dlib's own files agree with them",
    .enabled(if: RealFaces.isPresent, "FACEBENCH_DATA names no folder"))
  func realBoxes() throws {
    let boxes = try TruthFile.read(RealFaces.path("detect_boxes/boxes.csv"))
    #expect(boxes.reduce(0) { $0 + $1.heads.count } == 74)
    let dlib = try ["testing", "training"].flatMap {
      try TruthFile.read(RealFaces.path("detect_boxes/dlib_faces/\($0).xml"))
    }
    for picture in dlib {
      let same = boxes.first { $0.path == "dlib_faces/" + picture.path }
      #expect(same?.heads.map(\.box).sorted() == picture.heads.map(\.box).sorted())
    }
    let angles = try TruthFile.read(RealFaces.path("head_sweep/angles.csv"))
    #expect(angles.count == 132)
    #expect(angles.allSatisfy { $0.heads.count == 1 && $0.heads[0].yawDegrees != nil })
  }
}
