/// A model file as a tree, whatever its format: what readers make and the assembler takes.
struct ModelDocument: Equatable {
  var root: DocumentMap
}

/// A value of the tree.
indirect enum DocumentValue: Equatable {
  /// Nothing stood there: an empty list, map or text.
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case list([DocumentValue])
  case map(DocumentMap)
  case matrix(DocumentMatrix)
}

/// Keys and values in the order of the file; no key stands twice.
struct DocumentMap: Equatable {
  private(set) var entries: [Entry] = []

  struct Entry: Equatable {
    let key: String
    let value: DocumentValue
  }

  init() {}

  /// A map of `pairs`, whose keys differ.
  init(_ pairs: [(String, DocumentValue)]) {
    entries = pairs.map { Entry(key: $0.0, value: $0.1) }
  }

  subscript(key: String) -> DocumentValue? {
    entries.first { $0.key == key }?.value
  }

  /// Adds an entry; false when the key is there already.
  mutating func add(_ key: String, _ value: DocumentValue) -> Bool {
    guard self[key] == nil else { return false }
    entries.append(Entry(key: key, value: value))
    return true
  }
}

/// A matrix of the tree, row after row; several channels count as more columns.
struct DocumentMatrix: Equatable {
  let rows: Int
  let columns: Int
  let numbers: Numbers
  /// Its place in `numbers`, so that the rows of a matrix need no copies.
  let range: Range<Int>

  init(rows: Int, columns: Int, numbers: Numbers) {
    self.init(rows: rows, columns: columns, numbers: numbers, range: 0..<rows * columns)
  }

  init(rows: Int, columns: Int, numbers: Numbers, range: Range<Int>) {
    self.rows = rows
    self.columns = columns
    self.numbers = numbers
    self.range = range
  }

  enum Numbers: Equatable {
    case doubles([Double])
    case floats([Float])
    case integers([Int32])
    /// Left unread on purpose: only shapes were asked for.
    case skipped
  }

  var count: Int { range.count }

  /// The values as doubles; nil when they were left unread.
  var doubles: [Double]? {
    switch numbers {
    case .doubles(let all): range.count == all.count ? all : Array(all[range])
    case .floats(let all): all[range].map(Double.init)
    case .integers(let all): all[range].map(Double.init)
    case .skipped: nil
    }
  }

  /// The values as floats; nil when they were left unread.
  var floats: [Float]? {
    switch numbers {
    case .doubles(let all): all[range].map(Float.init)
    case .floats(let all): range.count == all.count ? all : Array(all[range])
    case .integers(let all): all[range].map(Float.init)
    case .skipped: nil
    }
  }

  /// The values as 32-bit integers; nil when one has a fraction or is too large.
  var integers: [Int32]? {
    switch numbers {
    case .integers(let all): return range.count == all.count ? all : Array(all[range])
    case .doubles(let all): return DocumentMatrix.exact(all[range])
    case .floats(let all): return DocumentMatrix.exact(all[range].map(Double.init)[...])
    case .skipped: return nil
    }
  }

  private static func exact(_ values: ArraySlice<Double>) -> [Int32]? {
    var whole: [Int32] = []
    for value in values {
      guard let exact = Int32(exactly: value) else { return nil }
      whole.append(exact)
    }
    return whole
  }
}
