import Glibc

/// A system call's error number, told in words that do not follow the locale.
package struct SystemCode: Error, Hashable, Sendable {
  /// The value of `errno`.
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// The `errno` of the call that has just failed on this thread.
  package static var current: SystemCode { SystemCode(errno) }

  /// What happened, with the name administrators search for: `the disk is full (ENOSPC)`.
  package var words: String {
    guard let entry = SystemCode.known[number] else { return "system error \(number)" }
    return "\(entry.words) (\(entry.name))"
  }

  /// What a person can do about it; nil when nothing general can be said.
  ///
  /// The one place where such advice is kept; every error that a call of the system caused gives it.
  package var hint: String? { SystemCode.known[number]?.hint }

  /// As ``hint``, naming the file or folder that the call was about.
  ///
  /// - Parameter path: as the message names it, quotes included.
  package func hint(about path: String) -> String? {
    switch number {
    case EACCES, EPERM:
      "check who owns \(path) and its folder, and what their permissions allow, or choose another "
        + "folder"
    default: hint
    }
  }

  private struct Entry {
    let name: String
    let words: String
    var hint: String?
  }

  private static let known: [Int32: Entry] = [
    ENOSPC: Entry(
      name: "ENOSPC", words: "the disk is full", hint: "free some space, or save elsewhere"),
    EDQUOT: Entry(
      name: "EDQUOT", words: "the disk quota is used up",
      hint: "free some of your space, or save elsewhere"),
    EFBIG: Entry(
      name: "EFBIG", words: "the file is larger than allowed here",
      hint: "see 'ulimit -f', or save elsewhere"),
    EIO: Entry(
      name: "EIO", words: "the disk reported an error",
      hint: "look at the system log before trusting this disk"),
    EROFS: Entry(
      name: "EROFS", words: "the disk is mounted read-only", hint: "choose another folder"),
    EACCES: Entry(
      name: "EACCES", words: "permission denied", hint: "choose another folder, or see 'ls -ld'"),
    EPERM: Entry(
      name: "EPERM", words: "the operation is not permitted",
      hint: "choose another folder, or see 'ls -ld' and 'lsattr -d'"),
    EMFILE: Entry(
      name: "EMFILE", words: "this program has too many files open", hint: "see 'ulimit -n'"),
    ENFILE: Entry(
      name: "ENFILE", words: "the system has too many files open",
      hint: "end other programs, or see 'sysctl fs.file-max'"),
    ENOENT: Entry(name: "ENOENT", words: "no such file or folder"),
    ENOTDIR: Entry(
      name: "ENOTDIR", words: "a part of the path is not a folder",
      hint: "name a path whose folders are folders"),
    EISDIR: Entry(name: "EISDIR", words: "it is a folder"),
    ENAMETOOLONG: Entry(
      name: "ENAMETOOLONG", words: "the name is too long",
      hint: "take a shorter name, of 255 bytes at most, and 4095 with its folders"),
    ELOOP: Entry(
      name: "ELOOP", words: "links lead in a circle", hint: "'ls -l' shows where they lead"),
    EEXIST: Entry(name: "EEXIST", words: "it exists already"),
    EBUSY: Entry(name: "EBUSY", words: "it is in use"),
    ETXTBSY: Entry(name: "ETXTBSY", words: "it is a running program"),
    EXDEV: Entry(name: "EXDEV", words: "the folders are on different disks"),
    ENOMEM: Entry(
      name: "ENOMEM", words: "memory is out", hint: "end other programs, or use fewer --jobs"),
    EINTR: Entry(name: "EINTR", words: "interrupted"),
    EINVAL: Entry(name: "EINVAL", words: "the file system does not offer this"),
    ENOTSUP: Entry(name: "ENOTSUP", words: "the file system does not offer this"),
    ESTALE: Entry(
      name: "ESTALE", words: "the network disk lost the file",
      hint: "try again, and look whether the network disk is still there"),
    ENODEV: Entry(name: "ENODEV", words: "no such device"),
    ENXIO: Entry(name: "ENXIO", words: "no such device"),
  ]
}
