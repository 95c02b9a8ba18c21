extension Domain where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the cases of an enum, typed as their raw values.
  ///
  /// - Parameter noun: what the cases are, where the parameter's name does not say it.
  package static func oneOf(noun: String? = nil) -> Domain {
    .oneOf(Array(Value.allCases), noun: noun)
  }

  /// One of `cases`, typed as their raw values.
  package static func oneOf(_ cases: [Value], noun: String? = nil) -> Domain {
    let words = cases.map(\.rawValue)
    let domain = Domain<String>.word(words, noun: noun)
    let byWord = Dictionary(zip(words, cases), uniquingKeysWith: { first, _ in first })
    return Domain(
      placeholder: domain.placeholder, description: domain.description,
      completion: domain.completion, badSamples: domain.badSamples, isSelfEvident: true,
      spell: { $0.rawValue }
    ) { text throws(DomainError) in
      guard let value = byWord[try domain.parse(text)] else {
        throw .unknown(word: text, choices: words, noun: noun)
      }
      return value
    }
  }
}

extension Domain where Value == String {
  /// One of `words`, exactly as written there.
  package static func word(_ words: [String], noun: String? = nil) -> Domain {
    let list = words.joined(separator: ", ")
    return Domain(
      placeholder: words.joined(separator: "|"), description: "one of \(list)",
      completion: .words(words), badSamples: ["", "no-such-word"],
      isSelfEvident: true, spell: { $0 }
    ) { text throws(DomainError) in
      if words.contains(text) { return text }
      throw .unknown(word: text, choices: words, noun: noun)
    }
  }

  /// Any text that is not empty.
  package static func text(_ placeholder: String, _ description: String = "text") -> Domain {
    var domain = named(placeholder, description, completion: .none)
    domain.isSelfEvident = description == "text"
    return domain
  }

  /// The name of something that exists in the session or the workspace and that Tab can offer:
  /// `kind` is "dataset", "model", "subject", "result" or "cascade".
  package static func name(of kind: String, placeholder: String? = nil) -> Domain {
    named(placeholder ?? kind.uppercased(), "name of a \(kind)", completion: .names(kind))
  }

  /// A name for something new; it becomes a file name, so no slash, no leading dot, no control
  /// characters, at most 200 bytes.
  package static func newName(of kind: String, placeholder: String = "NAME") -> Domain {
    let description = "name for a \(kind)"
    return Domain(
      placeholder: placeholder, description: description, completion: .none,
      badSamples: ["", "a/b", ".hidden", "new\nline", String(repeating: "x", count: 201)],
      isSelfEvident: true, spell: { $0 }
    ) { text throws(DomainError) in
      if text.isEmpty { throw DomainError("is no \(description): it is empty") }
      let bytes = text.utf8
      if bytes.contains(UInt8(ascii: "/")) || bytes.first == UInt8(ascii: ".")
        || bytes.contains(where: { $0 < 32 || $0 == 127 }) || bytes.count > 200
      {
        throw DomainError(
          "is no \(description)",
          hint: "a name has no '/', no control characters, no leading '.', and at most 200 bytes")
      }
      return text
    }
  }

  /// A file that is written; `suffixes` narrow what Tab offers, never what is accepted.
  package static func path(_ placeholder: String = "FILE", suffixes: [String] = []) -> Domain {
    named(placeholder, "path", completion: .files(suffixes: suffixes))
  }

  /// A file or folder that is read, for which an unquoted pattern such as `*.jpg` may stand.
  package static func input(_ placeholder: String = "FILE", suffixes: [String] = []) -> Domain {
    var domain = path(placeholder, suffixes: suffixes)
    domain.readsFiles = true
    return domain
  }

  /// A folder.
  package static func folder(_ placeholder: String = "DIR") -> Domain {
    named(placeholder, "folder", completion: .folders)
  }

  /// A folder that is there already.
  package static func inputFolder(_ placeholder: String = "DIR") -> Domain {
    var domain = folder(placeholder)
    domain.readsFiles = true
    return domain
  }

  private static func named(
    _ placeholder: String, _ description: String, completion: Completion
  ) -> Domain {
    Domain(
      placeholder: placeholder, description: description, completion: completion,
      badSamples: [""], isSelfEvident: true, spell: { $0 }
    ) { text throws(DomainError) in
      if text.isEmpty { throw DomainError("is no \(description): it is empty") }
      return text
    }
  }
}

extension Domain where Value: LosslessStringConvertible {
  /// A value of a type that reads and spells itself: `PixelSize`, `Recipe.TargetSize`.
  package static func value(
    _ placeholder: String, _ description: String, words: [String] = [],
    badSamples: [String] = ["", "?"]
  ) -> Domain {
    Domain(
      placeholder: placeholder, description: description,
      completion: words.isEmpty ? .none : .words(words), badSamples: badSamples,
      spell: { $0.description }
    ) { text throws(DomainError) in
      guard let value = Value(text) else { throw DomainError("is no \(description)") }
      return value
    }
  }
}
