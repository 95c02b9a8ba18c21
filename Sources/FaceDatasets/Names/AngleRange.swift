/// Which numbers are angles of a head.
enum AngleRange {
  /// Whether a head can be turned or nod so far, in degrees.
  static func holds(_ degrees: Double) -> Bool { degrees.isFinite && abs(degrees) <= 180 }

  /// Whether a sensor that counts −180 … 180, or 0 … 360, can have said so.
  static func holdsSensor(_ degrees: Double) -> Bool {
    degrees.isFinite && degrees >= -180 && degrees <= 360
  }

  /// A number of degrees without a fraction of nothing: `999`, `-190.5`.
  static func words(_ degrees: Double) -> String {
    degrees == degrees.rounded() && abs(degrees) < 1e15 ? "\(Int(degrees))" : "\(degrees)"
  }
}
