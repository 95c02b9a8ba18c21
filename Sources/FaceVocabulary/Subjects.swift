/// Who a face belongs to: the name a dataset or model knows the person by, any UTF-8.
///
/// Ordered by bytes, so that two machines list the same people in the same order.
package struct SubjectID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  package let name: String

  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }

  package var description: String { name }

  package static func < (left: SubjectID, right: SubjectID) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

extension SubjectID: Codable {
  package init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The number that stands for a person in model files: 32 bits, as in OpenCV.
package typealias SubjectLabel = Int32

/// Which number stands for which person.
///
/// Files by others may have numbers without names; such a person is called by the number's digits.
package struct SubjectRoster: Equatable, Sendable, Codable {
  /// Numbers with their people.
  package private(set) var names: [SubjectLabel: SubjectID]

  package init(_ names: [SubjectLabel: SubjectID] = [:]) { self.names = names }

  /// The person that `label` stands for.
  package subscript(label: SubjectLabel) -> SubjectID {
    get { names[label] ?? SubjectID(String(label)) }
    set { names[label] = newValue }
  }

  /// The number of `subject`, if the roster has that person.
  package func label(of subject: SubjectID) -> SubjectLabel? {
    names.first { $0.value == subject }?.key
  }

  /// Numbers in rising order.
  package var labels: [SubjectLabel] { names.keys.sorted() }
}
