/// Memory one thread computes in: allocated once a lane, freed with it.
final class Scratch<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) {
    self.count = count
    start = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
  }

  deinit { start.deallocate() }
}
