import CHDF5Shim
import Synchronization

/// The HDF5 library, which keeps global state: one thread at a time.
enum HDF5Library {
  private static let lock = Mutex(())

  /// Runs `body` while no other thread uses the library.
  static func exclusively<Value>(_ body: () throws -> Value) throws -> Value {
    // The result leaves through a variable: it may not be Sendable, and needs not be.
    var result: Result<Value, any Error>?
    lock.withLock { _ in
      result = Result { try body() }
    }
    guard let result else { preconditionFailure("the body has run") }
    return try result.get()
  }
}

/// What HDF5 says about a failed call.
struct HDF5Problem: Error, Equatable {
  let words: String

  init(_ words: String) { self.words = words }

  init(_ problem: fh5_problem) {
    words = withUnsafeBytes(of: problem.message) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Makes one call; a zero is turned into the words of the library.
  static func checked(_ call: (UnsafeMutablePointer<fh5_problem>) -> Int32) throws(HDF5Problem) {
    var problem = fh5_problem()
    guard call(&problem) != 0 else { throw HDF5Problem(problem) }
  }
}

/// The version of the HDF5 library in use.
package enum HDF5Version {
  /// Such as `1.10.8`; known without loading the library.
  package static var text: String { String(cString: fh5_version()) }
}
