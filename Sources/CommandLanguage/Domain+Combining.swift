extension Domain {
  /// The same words read as another type.
  package func map<Other: Sendable>(
    _ read: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
  ) -> Domain<Other> {
    Domain<Other>(
      placeholder: placeholder, description: description, completion: completion,
      badSamples: badSamples, isSelfEvident: isSelfEvident,
      spell: { [spell] in spell(back($0)) }, elements: elements
    ) { [parse] text throws(DomainError) in
      read(try parse(text))
    }
  }

  /// A value of this domain, or one fixed `word` in its place: `K|all`.
  package func or(_ word: String, as value: Value) -> Domain where Value: Equatable {
    Domain(
      placeholder: "\(placeholder)|\(word)", description: "\(description) or \(word)",
      completion: .any([completion, .words([word])]), badSamples: badSamples,
      isSelfEvident: isSelfEvident, spell: { [spell] in $0 == value ? word : spell($0) },
      elements: { [elements] text throws(DomainError) in
        text == word ? [word] : try elements(text)
      }
    ) { [parse, description = "\(description) or \(word)"] text throws(DomainError) in
      if text == word { return value }
      do throws(DomainError) {
        return try parse(text)
      } catch {
        switch error {
        case .unfit(_, let hint): throw DomainError("is no \(description)", hint: hint)
        case .unknown(let item, let choices, let noun):
          throw .unknown(word: item, choices: choices + [word], noun: noun)
        }
      }
    }
  }

  /// Several values with commas between them, at least one, in the order given, none twice.
  package static func list<Element: Sendable>(of domain: Domain<Element>) -> Domain
  where Value == [Element] {
    var list = Domain(
      placeholder: "\(domain.placeholder),…",
      description: "comma list, \(domain.descriptionOfEach)",
      completion: .list(domain.completion),
      badSamples: domain.badSamples.filter { !$0.contains(",") } + [",", ",,"],
      isSelfEvident: domain.isSelfEvident, spell: { $0.map(domain.spell).joined(separator: ",") }
    ) { text throws(DomainError) in
      var seen: Set<String> = []
      var values: [Element] = []
      for item in text.split(separator: ",", omittingEmptySubsequences: false) {
        let item = String(item)
        guard seen.insert(item).inserted else {
          throw DomainError("names '\(item)' twice", hint: "write each value once")
        }
        do throws(DomainError) {
          values.append(try domain.parse(item))
        } catch {
          throw item == text ? error : error.within(item)
        }
      }
      return values
    }
    list.elements = { [parse = list.parse] text throws(DomainError) in
      try parse(text).map(domain.spell)
    }
    return list
  }
}

extension Domain where Value == [Double] {
  /// Numbers as `START:STOP:STEP` or a comma list; a leading minus is part of the value.
  ///
  /// The range holds START + i·STEP while ≤ STOP + 1e-9·STEP; at most 100,000 values.
  package static func range(
    within limits: ClosedRange<Double> = -1e12...1e12, placeholder: String = "A:B:STEP"
  ) -> Domain {
    let number = Domain<Double>.number(limits)
    var range = Domain(
      placeholder: placeholder,
      description: "range START:STOP:STEP or comma list, \(number.descriptionOfEach)",
      badSamples: ["", ":", "1:2", "1:2:0", "1:2:-1", "2:1:1", "1:2:3:4", "a", "1,,2", "0:1:1e-9"],
      spell: { $0.map(NumberText.text).joined(separator: ",") }
    ) { text throws(DomainError) in
      guard text.contains(":") else { return try Domain.list(of: number).parse(text) }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else {
        throw DomainError(
          "is no range", hint: "write START:STOP:STEP, such as 0:90:15, or a comma list")
      }
      let start = try number.parse(part: parts[0])
      let stop = try number.parse(part: parts[1])
      guard let step = NumberText.number(parts[2]), step > 0 else {
        throw DomainError("is no range: its step '\(parts[2])' is no number above 0")
      }
      guard stop >= start else {
        throw DomainError("is no range: it stops at \(parts[1]), below its start \(parts[0])")
      }
      guard (stop - start) / step < 100_000 else {
        throw DomainError("is a range of more than 100000 values", hint: "take a larger step")
      }
      var values: [Double] = []
      while true {
        let value = start + Double(values.count) * step
        if value > stop + 1e-9 * step { return values }
        values.append(value)
      }
    }
    range.elements = { [parse = range.parse] text throws(DomainError) in
      try parse(text).map(NumberText.text)
    }
    return range
  }
}

extension Domain where Value == [Int] {
  /// Whole numbers as `START:STOP:STEP` or a comma list.
  package static func range(
    within limits: ClosedRange<Int>, placeholder: String = "A:B:STEP"
  ) -> Domain {
    let numbers = Domain<[Double]>.range(
      within: Double(limits.lowerBound)...Double(limits.upperBound))
    let description =
      "range START:STOP:STEP or comma list, \(Domain<Int>.integer(limits).descriptionOfEach)"
    var range = Domain(
      placeholder: placeholder, description: description,
      badSamples: numbers.badSamples + ["1.5", "1:3:0.5"],
      spell: { $0.map(String.init).joined(separator: ",") }
    ) { text throws(DomainError) in
      var whole: [Int] = []
      for value in try numbers.parse(text) {
        guard let exact = Int(exactly: value) else {
          throw DomainError("is no \(description): it has \(NumberText.text(value))")
        }
        whole.append(exact)
      }
      return whole
    }
    range.elements = { [parse = range.parse] text throws(DomainError) in
      try parse(text).map(String.init)
    }
    return range
  }
}

extension Domain {
  /// What one of several values is: "each a path", "each one of off, on".
  fileprivate var descriptionOfEach: String {
    // "one of" and the plurals have no article.
    if description.hasPrefix("one of ") { return "each \(description)" }
    let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
    let isVowel = description.first.map(vowels.contains) ?? false
    return "each \(isVowel ? "an" : "a") \(description)"
  }

  /// The single values of a word that may list several where the domain takes one: `5,10` or
  /// `1:9:2` for a number.
  ///
  /// What the domain takes as one value stays one, so that a word never changes its meaning.
  package func values(listed text: String) throws(DomainError) -> [String] {
    do throws(DomainError) {
      return try elements(text)
    } catch {
      let items: [String]
      if text.contains(","), !text.contains(":") {
        items = try Domain<[String]>.list(of: .text("VALUE")).parse(text)
      } else if let range = try? Domain<[Double]>.range().parse(text), range.count > 1 {
        items = range.map(NumberText.text)
      } else {
        throw error
      }
      var values: [String] = []
      for item in items {
        do throws(DomainError) {
          values += try elements(item)
        } catch {
          throw error.within(item)
        }
      }
      return values
    }
  }

  /// Reads one part of a longer word and names that part in the error.
  fileprivate func parse(part text: String) throws(DomainError) -> Value {
    do throws(DomainError) {
      return try parse(text)
    } catch {
      throw error.within(text)
    }
  }
}
