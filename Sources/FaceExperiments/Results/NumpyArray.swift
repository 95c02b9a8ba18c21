package import Matrices

/// Numbers as NumPy's `.npy` files: open, self-describing, read by `numpy.load`.
///
/// Format 1.0 of NumPy's NEP 1: magic, version, a header that names type, order and shape, then
/// the values, little-endian, row after row.
package enum NumpyArray {
  private static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0]

  /// The bytes of a file that holds `matrix`.
  package static func encode(_ matrix: Matrix) -> [UInt8] {
    var bytes = opening(type: "<f8", shape: "(\(matrix.rows), \(matrix.columns))")
    bytes.reserveCapacity(bytes.count + matrix.elements.count * 8)
    for value in matrix.elements {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// The bytes of a file that holds `values` in one dimension, in single precision.
  package static func encode(_ values: [Float]) -> [UInt8] {
    var bytes = opening(type: "<f4", shape: "(\(values.count),)")
    bytes.reserveCapacity(bytes.count + values.count * 4)
    for value in values {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Magic, version and header.
  private static func opening(type: String, shape: String) -> [UInt8] {
    var header = "{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }"
    let unpadded = magic.count + 2 + header.utf8.count + 1
    // Values start at a multiple of 64 bytes, so that a mapped file is aligned.
    header += String(repeating: " ", count: (64 - unpadded % 64) % 64) + "\n"
    let length = header.utf8.count
    return magic + [UInt8(length & 255), UInt8(length >> 8)] + Array(header.utf8)
  }

  /// The matrix in `bytes`.
  ///
  /// - Throws: ``ResultError/damaged(file:found:)`` unless the file is exactly what
  ///   ``encode(_:)`` writes for some matrix; the size is compared before anything is allocated.
  package static func decode(_ bytes: [UInt8], file: String) throws(ResultError) -> Matrix {
    let (header, start) = try split(bytes, file: file)
    guard let (rows, columns) = shape(in: header) else {
      throw .damaged(file: file, found: "an array that is no matrix of doubles, row after row")
    }
    let (count, overflow) = rows.multipliedReportingOverflow(by: columns)
    guard !overflow, count <= (bytes.count - start) / 8, start + count * 8 == bytes.count else {
      throw .damaged(
        file: file, found: "\(bytes.count - start) bytes of values for \(rows)x\(columns)")
    }
    let elements = bytes.withUnsafeBytes { buffer in
      (0..<count).map { index in
        Double(
          bitPattern: UInt64(
            littleEndian: buffer.loadUnaligned(fromByteOffset: start + index * 8, as: UInt64.self)))
      }
    }
    return Matrix(rows: rows, columns: columns, elements: elements)
  }

  /// The single-precision values in `bytes`, which must be exactly what ``encode(_:)`` writes.
  ///
  /// - Throws: ``ResultError/damaged(file:found:)``.
  package static func decodeFloats(
    _ bytes: [UInt8], file: String
  ) throws(ResultError) -> [Float] {
    let (header, start) = try split(bytes, file: file)
    let prefix = "{'descr': '<f4', 'fortran_order': False, 'shape': ("
    let digits = header.dropFirst(prefix.count).prefix { $0 != "," }
    guard header.hasPrefix(prefix), let count = Int(digits), count >= 0 else {
      throw .damaged(file: file, found: "an array that is no row of single-precision numbers")
    }
    guard count <= (bytes.count - start) / 4, start + count * 4 == bytes.count else {
      throw .damaged(file: file, found: "\(bytes.count - start) bytes for \(count) values")
    }
    return bytes.withUnsafeBytes { buffer in
      (0..<count).map { index in
        Float(
          bitPattern: UInt32(
            littleEndian: buffer.loadUnaligned(fromByteOffset: start + index * 4, as: UInt32.self)))
      }
    }
  }

  /// The header of an array, and where its values start.
  private static func split(
    _ bytes: [UInt8], file: String
  ) throws(ResultError) -> (header: String, start: Int) {
    guard bytes.count >= magic.count + 2, Array(bytes.prefix(magic.count)) == magic else {
      throw .damaged(file: file, found: "no NumPy 1.0 array")
    }
    let length = Int(bytes[magic.count]) | Int(bytes[magic.count + 1]) << 8
    let start = magic.count + 2 + length
    guard bytes.count >= start else {
      throw .damaged(file: file, found: "an array cut off in its header")
    }
    return (String(decoding: bytes[(magic.count + 2)..<start], as: UTF8.self), start)
  }

  private static func shape(in header: String) -> (rows: Int, columns: Int)? {
    let prefix = "{'descr': '<f8', 'fortran_order': False, 'shape': ("
    guard header.hasPrefix(prefix) else { return nil }
    let numbers = header.dropFirst(prefix.count).prefix { $0 != ")" }
      .split(separator: ",").map { Int($0.drop { $0 == " " }) }
    guard numbers.count == 2, let rows = numbers[0], let columns = numbers[1], rows >= 0,
      columns >= 0
    else { return nil }
    return (rows, columns)
  }
}
