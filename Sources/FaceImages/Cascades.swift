/// The cascades that the system has installed.
package enum Cascades {
  /// Their names without `.xml`, sorted.
  package static func installed() -> [String] { [] }
}
