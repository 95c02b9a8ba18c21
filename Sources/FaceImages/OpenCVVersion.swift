import COpenCVShim

/// The version of OpenCV in use.
package enum OpenCVVersion {
  /// Such as `4.6.0`; known without loading the library.
  package static var text: String { String(cString: fcv_version()) }
}
