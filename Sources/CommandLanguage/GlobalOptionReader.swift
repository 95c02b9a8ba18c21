/// Options for every command, read into a value of the program's own type.
package struct GlobalOptionReader<Options: Sendable>: Sendable {
  private let members: [Parameter<Options>.Member]
  package let descriptions: [ParameterDescription]

  /// - Parameter defaults: spells the default values in help.
  package init(_ parameters: [Parameter<Options>], defaults: Options) {
    members = parameters.flatMap(\.members)
    descriptions = members.map { member in
      var description = member.description
      description.defaultText = member.defaultText(defaults)
      return description
    }
  }

  /// `options` after `uses`, the last use of an option winning.
  package func apply(_ uses: [OptionUse], to options: Options) throws(UsageError) -> Options {
    var options = options
    for use in uses {
      guard let member = members.first(where: { $0.description.name == use.name }) else { continue }
      do throws(DomainError) {
        try member.store(&options, use.value?.text ?? "")
      } catch {
        throw error.usageError(
          use.value ?? Word("--\(use.name)", column: use.column), of: member.description)
      }
    }
    return options
  }

  /// The single values that `use` names, where lists and ranges may stand for one.
  package func values(of use: OptionUse) throws(UsageError) -> [String] {
    guard let member = members.first(where: { $0.description.name == use.name }) else { return [] }
    let word = use.value ?? Word("--\(use.name)", column: use.column)
    do throws(DomainError) {
      return try member.values(word.text)
    } catch {
      throw error.usageError(word, of: member.description)
    }
  }
}
