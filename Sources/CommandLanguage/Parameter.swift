/// One parameter of a command: its description, and how its words get into `Arguments`.
package struct Parameter<Arguments: Sendable>: Sendable {
  /// Reads one word into the arguments.
  typealias Store = @Sendable (inout Arguments, String) throws(DomainError) -> Void

  /// One, or for a group several.
  var members: [Member]

  struct Member: Sendable {
    var description: ParameterDescription
    var store: Store
    /// The single values that a word stands for, where lists and ranges may stand for one.
    var values: @Sendable (String) throws(DomainError) -> [String]
    /// Spells the default out of the command's default arguments.
    var defaultText: @Sendable (Arguments) -> String?
  }

  /// A word by its place, required.
  package static func positional<Value>(
    _ name: String, _ path: any WritableKeyPath<Arguments, Value> & Sendable,
    _ domain: Domain<Value>, help: String
  ) -> Parameter {
    Parameter(members: [
      member(name, .positional, domain, help, required: true) { $0[keyPath: path] = $1 }
    ])
  }

  /// A word by its place that may be left out; only the last positionals may.
  package static func positional<Value>(
    _ name: String, _ path: any WritableKeyPath<Arguments, Value?> & Sendable,
    _ domain: Domain<Value>, help: String
  ) -> Parameter {
    Parameter(members: [
      member(name, .positional, domain, help, required: false) { $0[keyPath: path] = $1 }
    ])
  }

  /// All words that are left; at most one positional may follow, and only when required:
  /// `report RESULT… FILE`.
  package static func rest<Value>(
    _ name: String, _ path: any WritableKeyPath<Arguments, [Value]> & Sendable,
    _ domain: Domain<Value>, atLeast: Int = 1, help: String
  ) -> Parameter {
    Parameter(members: [
      member(name, .rest(atLeast: atLeast), domain, help, required: atLeast > 0) {
        $0[keyPath: path].append($1)
      }
    ])
  }

  /// `--name VALUE` with a default in the command's default arguments; `required` refuses to do
  /// without it.
  package static func option<Value>(
    _ name: String, _ path: any WritableKeyPath<Arguments, Value> & Sendable,
    _ domain: Domain<Value>, required: Bool = false, help: String
  ) -> Parameter {
    var member = member(name, .option, domain, help, required: required) {
      $0[keyPath: path] = $1
    }
    if !required { member.defaultText = { domain.spell($0[keyPath: path]) } }
    return Parameter(members: [member])
  }

  /// `--name VALUE` that is nil when left out.
  package static func option<Value>(
    _ name: String, _ path: any WritableKeyPath<Arguments, Value?> & Sendable,
    _ domain: Domain<Value>, required: Bool = false, help: String
  ) -> Parameter {
    var member = member(name, .option, domain, help, required: required) {
      $0[keyPath: path] = $1
    }
    member.defaultText = { $0[keyPath: path].map(domain.spell) }
    return Parameter(members: [member])
  }

  /// `--name`, which sets the flag to `sets`.
  package static func flag(
    _ name: String, _ path: any WritableKeyPath<Arguments, Bool> & Sendable, sets: Bool = true,
    help: String
  ) -> Parameter {
    let description = ParameterDescription(
      name: name, kind: .flag, placeholder: "", domain: "flag", completion: .none, badSamples: [],
      defaultText: nil, isRequired: false, help: help, section: nil)
    return Parameter(members: [
      Member(
        description: description,
        store: { (arguments, _) throws(DomainError) in arguments[keyPath: path] = sets },
        values: { _ throws(DomainError) in [""] },
        defaultText: { _ in nil })
    ])
  }

  /// Options that several commands share, stored in one member of the arguments.
  package static func group<Group>(
    _ path: any WritableKeyPath<Arguments, Group> & Sendable, _ group: OptionGroup<Group>
  ) -> Parameter {
    Parameter(
      members: group.parameters.flatMap(\.members).map { member in
        var description = member.description
        description.section = group.title
        return Member(
          description: description,
          store: { [store = member.store] (arguments, word) throws(DomainError) in
            var group = arguments[keyPath: path]
            try store(&group, word)
            arguments[keyPath: path] = group
          }, values: member.values,
          defaultText: { [text = member.defaultText] in text($0[keyPath: path]) })
      })
  }

  private static func member<Value>(
    _ name: String, _ kind: ParameterDescription.Kind, _ domain: Domain<Value>, _ help: String,
    required: Bool, store: @escaping @Sendable (inout Arguments, Value) -> Void
  ) -> Member {
    let description = ParameterDescription(
      name: name, kind: kind, placeholder: domain.placeholder, domain: domain.description,
      domainIsSelfEvident: domain.isSelfEvident, readsFiles: domain.readsFiles,
      completion: domain.completion,
      badSamples: domain.badSamples, defaultText: nil,
      isRequired: required, help: help, section: nil)
    return Member(
      description: description,
      store: { [parse = domain.parse] (arguments, word) throws(DomainError) in
        store(&arguments, try parse(word))
      }, values: { text throws(DomainError) in try domain.values(listed: text) },
      defaultText: { _ in nil })
  }
}

/// Options that several commands share: declared once, stored in one member of each command's
/// arguments, under one heading in help.
package struct OptionGroup<Group: Sendable>: Sendable {
  /// The heading in help: "Recipe, for this command only".
  package var title: String
  package var parameters: [Parameter<Group>]

  package init(_ title: String, _ parameters: [Parameter<Group>]) {
    self.title = title
    self.parameters = parameters
  }
}
