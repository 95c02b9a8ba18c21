import FaceReports
import TestSupport
import Testing

@Suite("Report page")
struct ReportPageTests {
  static let chart = ReportPage.Part.chart(
    svg: "<svg onload='x()'></svg>", caption: "\" onerror=\"x()")

  static let page = ReportPage(
    title: "<b>Report</b>",
    parts: [
      .warning("Optimistic & more"), .heading("Tables & charts"), .paragraph("a < b"),
      .table(Awkward.table), chart, chart, .subheading("'three'"), chart,
      .picture(png: [0x89, 0x50, 0x4E, 0x47], caption: "faces"), .heading("Tables & charts"),
      .cards([.init(png: [1], caption: "<i>"), .init(png: [2], caption: "b")]),
      .folded(Awkward.table, title: "<fold>"), .heading("end"),
      .lines("seed 1\njobs <2>", title: "Manifest"),
    ])

  @Test("a page needs nothing beside itself and escapes what it shows")
  func selfContained() {
    let html = Self.page.html()
    #expect(html.hasPrefix("<!DOCTYPE html>"))
    #expect(html.contains("data:image/png;base64,iVBORw=="))
    #expect(html.contains("seed 1\njobs &lt;2&gt;"))
    for word in ["http://", "https://", "<script", "<b>", "<i>", "onload", "\" onerror", "url("] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test("tags balance, and every reference is a data address or a place on the page")
  func wellFormed() throws {
    let reader = TagReader(Self.page.html())
    #expect(reader.problems == [])
    let places = Set(reader.tags.compactMap { $0.attributes["id"] })
    #expect(places.count == 3, "two sections of one name keep places of their own")
    #expect(!reader.references.isEmpty)
    for reference in reader.references {
      let isHere = reference.hasPrefix("#") && places.contains(String(reference.dropFirst()))
      #expect(isHere || reference.hasPrefix("data:image/"), "\(reference)")
    }
    let policy = try #require(
      reader.tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" })
    #expect(policy.attributes["content"]?.hasPrefix("default-src 'none'") == true)
    #expect(reader.tags.filter { $0.name == "img" }.allSatisfy { $0.attributes["alt"] != nil })
  }

  @Test("charts that follow each other share a grid, others have one of their own")
  func grids() {
    let reader = TagReader(Self.page.html())
    #expect(reader.tags.count { $0.attributes["class"] == "charts" } == 2)
    #expect(reader.tags.count { $0.attributes["class"] == "chart" } == 3)
  }

  @Test("the reader of tags sees what is wrong")
  func reader() {
    #expect(TagReader("<p>a</p><img src=\"x\">").problems == [])
    #expect(TagReader("<p>a").problems == ["<p> is never closed"])
    #expect(TagReader("<p>a</b></p>").problems.count == 2)
    #expect(TagReader("a > b").problems == ["a bare '>'"])
    #expect(TagReader("<a href='x>y'>").tags.first?.attributes["href"] == "x>y")
  }
}
