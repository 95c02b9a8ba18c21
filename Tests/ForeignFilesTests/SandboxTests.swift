import FaceImages
import FaceVocabulary
import Glibc
import TestSupport
import Testing
import WorkerProtocol

/// What a helper can do once it reads a stranger's bytes.
@Suite struct SandboxTests {
  @Test("a helper that decodes opens, connects, starts and maps nothing")
  func decodingIsConfined() async {
    await #expect(processExitsWith: .exitCode(0)) { _exit(firstBreach(after: .decode)) }
  }

  @Test("a helper that reads a video opens, connects, starts and maps nothing")
  func readingVideoIsConfined() async {
    await #expect(processExitsWith: .exitCode(0)) { _exit(firstBreach(after: .readVideo)) }
  }

  @Test("while a video is being opened, files can be read but not written")
  func openingIsConfined() async {
    await #expect(processExitsWith: .exitCode(0)) { _exit(firstBreachWhileOpening()) }
  }

  @Test("the kernel itself says that a running helper is held")
  func helperIsHeld() throws {
    let images = ForeignImages(worker: .besideThisProgram)
    _ = try images.encodePNG(GrayImage(size: PixelSize(width: 1, height: 1), pixels: [7]))
    let confinement = try #require(images.confinement)
    #expect(confinement.words == "no new rights, system calls filtered, no files")
    // This process is not: the test would pass on anything otherwise.
    #expect(HelperConfinement(ofProcess: getpid())?.isComplete == false)
  }
}

private func isRefused(_ result: Int32) -> Bool { result == -1 && errno == EPERM }

/// Confines this process to `task` and tries to get out; 0, or the number of the first way that worked.
private func firstBreach(after task: WorkerSelf.Task) -> Int32 {
  _ = WorkerSelf.bind(toParent: getppid())
  let inherited = open("/dev/zero", O_RDONLY)
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
  guard WorkerSelf.keepCalls(for: task) else { return 90 }
  guard isRefused(open("/etc/passwd", O_RDONLY)) else { return 91 }
  guard isRefused(open("/tmp/escape", O_WRONLY | O_CREAT, 0o600)) else { return 92 }
  guard isRefused(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) else { return 93 }
  guard isRefused(kill(getppid(), SIGTERM)) else { return 94 }
  guard isRefused(unlink("/tmp/escape")) else { return 95 }
  let code = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard code == MAP_FAILED, errno == EPERM else { return 96 }
  guard isRefused(execv("/bin/true", &arguments)) else { return 97 }
  // What it is there for still works.
  var byte: UInt8 = 1
  guard read(inherited, &byte, 1) == 1, byte == 0 else { return 98 }
  let room = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  return room == MAP_FAILED ? 99 : 0
}

private func firstBreachWhileOpening() -> Int32 {
  _ = WorkerSelf.bind(toParent: getppid())
  guard WorkerSelf.keepCalls(for: .openVideo) else { return 90 }
  guard open("/dev/null", O_RDONLY) >= 0 else { return 91 }
  guard isRefused(open("/dev/null", O_RDWR)) else { return 92 }
  guard WorkerSelf.keepCalls(for: .readVideo) else { return 93 }
  return isRefused(open("/dev/null", O_RDONLY)) ? 0 : 94
}
