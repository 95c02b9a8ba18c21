import COpenCVOracle
import FaceImages
import FaceModelFiles
import Glibc
import Testing

/// Banners, manifests and the ids of cells rest on these versions.
@Suite("Versions of libraries")
struct LibraryVersionTests {
  @Test("OpenCV's is what the library says of itself")
  func openCV() {
    #expect(OpenCVVersion.text == String(cString: fco_version()))
  }

  @Test("HDF5's is what the library says of itself")
  func hdf5() throws {
    let library = try #require(
      dlopen("libhdf5_serial.so.103", RTLD_NOW) ?? dlopen("libhdf5_serial.so", RTLD_NOW))
    let symbol = try #require(dlsym(library, "H5get_libversion"))
    typealias Asking =
      @convention(c) (
        UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>
      ) -> Int32
    let ask = unsafeBitCast(symbol, to: Asking.self)
    var (major, minor, release): (UInt32, UInt32, UInt32) = (0, 0, 0)
    #expect(ask(&major, &minor, &release) >= 0)
    #expect(HDF5Version.text == "\(major).\(minor).\(release)")
  }
}
