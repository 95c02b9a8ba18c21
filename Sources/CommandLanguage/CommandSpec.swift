/// The declaration of one command: its words, its parameters, and what it does.
///
/// A plain value that is the only place where the command's options are named:
/// ```swift
/// CommandSpec(
///   "train", noun: "model", abstract: "Fit a recogniser", defaults: TrainArguments(),
///   parameters: [
///     .positional("name", \.name, .newName(of: "model"), help: "Name of the new model"),
///     .option("method", \.method, .oneOf(), help: "Kind of recogniser"),
///   ]
/// ) { arguments, context in … }
/// ```
package struct CommandSpec<Arguments: Sendable, Context, Output>: Sendable {
  package let declaration: Declaration
  let defaults: Arguments
  let members: [Parameter<Arguments>.Member]
  let body: @Sendable (Arguments, Context) throws -> Output

  /// - Parameters:
  ///   - verb: the last word that calls the command; the only one without `noun`.
  ///   - shorthands: other lines that call it, such as "train" for "model train".
  ///   - defaults: the arguments before any word is read.
  ///   - rules: which options may not stand together.
  package init(
    _ verb: String, noun: String? = nil, shorthands: [String] = [], abstract: String,
    defaults: Arguments, parameters: [Parameter<Arguments>] = [], rules: [OptionRule] = [],
    examples: [Example], discussion: String = "",
    run body: @escaping @Sendable (Arguments, Context) throws -> Output
  ) {
    self.defaults = defaults
    self.body = body
    members = parameters.flatMap(\.members)
    declaration = Declaration(
      words: (noun.map { [$0] } ?? []) + [verb],
      aliases: shorthands.map { $0.split(separator: " ").map(String.init) }, abstract: abstract,
      discussion: discussion, examples: examples,
      parameters: members.map { member in
        var description = member.description
        // An empty list is spelled as nothing: no default.
        description.defaultText = member.defaultText(defaults).flatMap { $0.isEmpty ? nil : $0 }
        return description
      }, rules: rules)
  }

  /// The command without its argument type, as a tree of commands holds it.
  package var erased: Command<Context, Output> {
    let values: @Sendable (Assignment) throws(UsageError) -> [String] = {
      assignment throws(UsageError) in
      let member = members[assignment.parameter]
      do throws(DomainError) {
        return try member.values(assignment.word.text)
      } catch {
        throw error.usageError(assignment.word, of: member.description)
      }
    }
    return Command(declaration: declaration, values: values) { words throws(UsageError) in
      var arguments = defaults
      for assignment in words {
        do throws(DomainError) {
          try members[assignment.parameter].store(&arguments, assignment.word.text)
        } catch {
          throw error.usageError(
            assignment.word, of: members[assignment.parameter].description)
        }
      }
      return { [arguments] context in try body(arguments, context) }
    }
  }
}

extension CommandSpec where Arguments == NoArguments {
  /// A command without parameters.
  package init(
    _ verb: String, noun: String? = nil, shorthands: [String] = [], abstract: String,
    examples: [Example], discussion: String = "",
    run body: @escaping @Sendable (Context) throws -> Output
  ) {
    self.init(
      verb, noun: noun, shorthands: shorthands, abstract: abstract, defaults: NoArguments(),
      examples: examples, discussion: discussion
    ) { _, context in try body(context) }
  }
}

/// The arguments of a command that has none.
package struct NoArguments: Hashable, Sendable {
  package init() {}
}

/// A command whose argument type is forgotten: the declaration, and a way to bind words to it.
package struct Command<Context, Output>: Sendable {
  package let declaration: Declaration
  /// The single values that a word stands for, where lists and ranges may stand for one.
  let values: @Sendable (Assignment) throws(UsageError) -> [String]
  /// Reads values for parameters (by index in the declaration), and returns what to run.
  let bind: @Sendable ([Assignment]) throws(UsageError) -> @Sendable (Context) throws -> Output
}

/// A word that was found to be the value of a parameter.
struct Assignment: Hashable, Sendable {
  /// Index in the declaration's parameters.
  var parameter: Int
  var word: Word
}
