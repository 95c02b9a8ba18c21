import DurableFiles

/// One run of a sweep: a command that needs nothing but what it names.
package struct SweepCell: Hashable, Sendable, Codable {
  /// 16 hexadecimal digits; equal for equal cells of any plan, see ``Identity``.
  package let id: String
  /// Line of the plan it comes from, from 1.
  package let line: Int
  /// As it would be typed; with nothing but what the plan says.
  package let command: String
  /// The words of ``command``.
  package let words: [String]
  /// What the plan says, by option, in the order of the declaration.
  package let parameters: [Parameter]

  /// The value of one option or place.
  package struct Parameter: Hashable, Sendable, Codable {
    /// `train_per_person` for `--train-per-person`.
    package let key: String
    package let value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(
    id: String, line: Int, command: String, words: [String], parameters: [Parameter]
  ) {
    self.id = id
    self.line = line
    self.command = command
    self.words = words
    self.parameters = parameters
  }

  /// Everything that what a cell finds depends on; two cells are the same when all of it is.
  package struct Identity: Hashable, Sendable {
    /// The words with every default spelled.
    package var words: [String]
    /// Fingerprint of the dataset.
    package var fingerprint: String
    /// The session it runs in, by name: recipe and detector settings as JSON.
    package var session: [String: String]
    /// SHA-256 of each file and model it reads, by option.
    package var digests: [String: String]
    /// Program and libraries.
    package var versions: [String]

    package init(
      words: [String], fingerprint: String, session: [String: String],
      digests: [String: String], versions: [String]
    ) {
      self.words = words
      self.fingerprint = fingerprint
      self.session = session
      self.digests = digests
      self.versions = versions
    }

    /// The first 16 digits of the SHA-256 of all of it.
    ///
    /// Every text is led by its number of bytes, so that no two cells are written alike.
    package var id: String {
      var text = ""
      func add(_ name: String, _ texts: [String]) {
        text += "\(name) \(texts.count)\n"
        for one in texts { text += "\(one.utf8.count) \(one)\n" }
      }
      add("facebench cell 1", words)
      add("fingerprint", [fingerprint])
      add("session", session.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
      add("digests", digests.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
      add("versions", versions)
      return String(ContentDigest.hex(of: text).prefix(Self.digits))
    }

    private static let digits = 16
  }
}

/// The cells of a plan in its order: `plan.json`, so that a folder of cells can be read without the
/// plan, the workspace or the datasets.
package struct SweepIndex: Equatable, Sendable, Codable {
  /// What the folder holds, for whoever finds it without the program.
  package var format = "facebench sweep"
  package var formatVersion = SweepIndex.currentVersion
  /// Name of the plan's file.
  package var plan: String
  package var cells: [SweepCell]

  package static let currentVersion = 1

  package init(plan: String, cells: [SweepCell]) {
    self.plan = plan
    self.cells = cells
  }
}
