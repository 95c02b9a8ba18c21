import DurableFiles
import FaceReports
import TestSupport
import Testing

@testable import FaceCommands

@Suite(
  "Reports", .enabled(if: (try? Gnuplot.find(in: "/usr/bin:/usr/local/bin")) != nil, "no gnuplot"))
struct ReportCommandTests {
  private func report(_ desk: Desk, _ results: String) throws -> (html: String, tags: TagReader) {
    let file = desk.folder + "/page.html"
    try desk.run("report \(results) \(file)")
    let html = String(decoding: try FileBytes.read(file), as: UTF8.self)
    return (html, TagReader(html))
  }

  private func headings(_ html: String) -> [String] {
    html.split(separator: "<h").dropFirst().compactMap { part in
      part.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
    }
  }

  @Test("one page: tags balance, nothing is loaded, every part is there")
  func wellFormed() throws {
    let desk = try evaluatedDesk()
    let (html, tags) = try report(desk, "r-eigen-3 r-lbph")
    #expect(tags.problems == [])
    #expect(
      tags.references.allSatisfy { $0.hasPrefix("data:image/") || $0.hasPrefix("#part") })
    for word in ["http:", "https:", "<script", "url(", "@import", "file:"] {
      #expect(!html.contains(word), "\(word)")
    }
    let titles = headings(html)
    for title in [
      "Accuracy and timing", "Paired comparisons", "Curves", "r-eigen-3: eigen 3", "r-lbph: lbph",
      "Worth a look", "Probability that the nearest person is the right one",
    ] {
      #expect(titles.contains(title), "\(title)")
    }
    // LBPH has no axes to draw.
    #expect(titles.count { $0 == "Eigenfaces" } == 1)
    #expect(tags.tags.count { $0.attributes["class"] == "chart" } == 3 + 2 * 2)
    #expect(tags.tags.count { $0.attributes["class"] == "card" } > 10)
    #expect(tags.tags.count { $0.name == "pre" } == 2 && html.contains("&quot;formatVersion&quot;"))
    #expect(!html.contains("class=\"warning\""))
  }

  @Test("rows of the first table can be told apart, and each note says whom it is about")
  func namedRows() throws {
    let desk = try evaluatedDesk()
    try desk.run("evaluate tiny --method eigen --components 3 --protocol loo --as alone")
    let several = try report(desk, "r-eigen-3 alone").html
    #expect(several.contains("<th>result</th>") && several.contains("<td>alone</td>"))
    #expect(several.contains("<p class=\"note\">alone: leave one out, "))
    #expect(several.contains("<p class=\"note\">r-eigen-3: 3 folds by seed"))
    #expect(!several.contains("Stored as") && !several.contains("Next:"))
    let one = try report(desk, "alone").html
    #expect(!one.contains("<th>result</th>"))
    #expect(one.contains("<p class=\"note\">leave one out, "))
  }

  @Test("the same results give the same page, times aside, whatever the number of jobs")
  func repeatable() throws {
    let desk = try evaluatedDesk()
    let file = desk.folder + "/page.html"
    let pages = try [1, 2].map { jobs in
      try desk.run("report r-eigen-3 \(file)", jobs: jobs)
      return try FileBytes.read(file)
    }
    #expect(pages[0] == pages[1])
  }

  @Test("a dataset that has changed gives no pictures, and the page says why")
  func changed() throws {
    let desk = try evaluatedDesk()
    try desk.run("dataset remove tiny --subject p9")
    let (html, tags) = try report(desk, "r-eigen-3")
    #expect(tags.problems == [])
    #expect(html.contains("is gone or has changed since"))
    #expect(tags.tags.allSatisfy { $0.attributes["class"] != "card" })
    #expect(!headings(html).contains("Eigenfaces"))
  }

  @Test(
    "a stored model's axes are drawn as long as it is the one tested; the page warns of optimism")
  func storedModel() throws {
    let desk = try evaluatedDesk()
    try desk.run("model train gate --on tiny --method fisher")
    try desk.run("evaluate tiny --model gate --optimistic --as seen")
    let (html, tags) = try report(desk, "seen")
    #expect(tags.problems == [] && headings(html).contains("Fisherfaces"))
    #expect(html.contains("axes of model gate") && html.contains("class=\"warning\""))
    try desk.run("threshold set gate 5")
    #expect(try !headings(report(desk, "seen").html).contains("Fisherfaces"))
  }
}
