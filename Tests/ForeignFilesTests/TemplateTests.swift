import CooperativeWork
import FaceImages
import FaceVocabulary
import Glibc
import TestSupport
import Testing

/// Helpers are copies of one process that loaded the codecs.
@Suite struct TemplateTests {
  @Test("codecs are loaded by one process, however many helpers are copied of it")
  func loadedOnce() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let images = ForeignImages(worker: .besideThisProgram)
      _ = try decodeSideBySide(images)
      guard images.runningHelpers.count > 1 else { _exit(90) }
      let started = Set(Processes.children)
      // The kernel made them children of this process, which reaps them.
      guard started.isSuperset(of: images.runningHelpers) else { _exit(91) }
      _exit(started.count == images.runningHelpers.count + 1 ? 0 : 92)
    }
  }

  @Test("all helpers and what they are copied of may be killed while idle, unseen")
  func killed() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let images = ForeignImages(worker: .besideThisProgram)
      let pictures = try decodeSideBySide(images)
      guard images.runningHelpers.count > 1 else { _exit(89) }
      let killed = Processes.children
      for number in killed { kill(number, SIGKILL) }
      while killed.contains(where: Processes.isRunning) { usleep(1000) }
      guard try decodeSideBySide(images) == pictures else { _exit(90) }
      _exit(images.runningHelpers.isEmpty ? 91 : 0)
    }
  }

  @Test("all end with the program, however it ends")
  func endWithProgram() async throws {
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [list = folder.file("processes") as String] in
      let images = ForeignImages(worker: .besideThisProgram)
      _ = try decodeSideBySide(images)
      guard let stream = fopen(list, "w") else { _exit(90) }
      for number in Processes.children { fputs("\(number)\n", stream) }
      fclose(stream)
      kill(getpid(), SIGKILL)
    }
    let words = String(decoding: try folder.read(folder.file("processes")), as: UTF8.self)
    let numbers = words.split(separator: "\n").compactMap { Int32($0) }
    #expect(numbers.count > 2)
    var waited = 0
    while waited < 100, numbers.contains(where: { Processes.isRunning($0) }) {
      usleep(50_000)
      waited += 1
    }
    #expect(numbers.filter { Processes.isRunning($0) } == [])
  }
}

/// Decodes pictures with three threads until two of them needed a helper at once, which a busy
/// machine may put off.
private func decodeSideBySide(_ images: ForeignImages) throws -> [DecodedImage] {
  let folder = TemporaryFolder()
  let size = PixelSize(width: 300, height: 300)
  let levels = (0..<size.area).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 5)) }
  let picture = try folder.write(
    try images.encodePNG(GrayImage(size: size, pixels: levels)), as: "a.png")
  var pictures: [DecodedImage] = []
  for _ in 0..<50 {
    pictures = try images.decode(Array(repeating: picture, count: 300), work: Work(jobs: 3))
      .map { try $0.get() }
    if images.runningHelpers.count > 1 { break }
  }
  return pictures
}

/// What `/proc` says about processes.
private enum Processes {
  /// Numbers of the processes whose parent this one is, zombies left out, rising.
  static var children: [Int32] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var numbers: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let number = Int32(name), let facts = facts(of: number) else { continue }
      if facts.parent == getpid() && facts.state != "Z" { numbers.append(number) }
    }
    return numbers.sorted()
  }

  static func isRunning(_ number: Int32) -> Bool {
    guard let facts = facts(of: number) else { return false }
    return facts.state != "Z"
  }

  /// State and parent; nil where there is no such process.
  private static func facts(of number: Int32) -> (state: String, parent: Int32)? {
    guard let stream = fopen("/proc/\(number)/stat", "re") else { return nil }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), stream) != nil else { return nil }
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The name in brackets may hold anything, so what follows its end is read.
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
    return (String(fields[0]), parent)
  }
}
