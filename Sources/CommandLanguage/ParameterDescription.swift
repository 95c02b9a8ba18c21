/// One parameter of a command as plain data: what help, completion, the reference page and the
/// checks read.
package struct ParameterDescription: Hashable, Sendable {
  /// `components` for `--components K`, `dataset` for the positional `DATASET`.
  package var name: String
  package var kind: Kind
  /// What stands for the value in help; empty for a flag.
  package var placeholder: String
  /// What a value is.
  package var domain: String
  /// Whether help may leave ``domain`` out.
  package var domainIsSelfEvident = false
  /// Whether a value names a file or folder that is there already, so that a pattern may stand for
  /// it.
  package var readsFiles = false
  /// What Tab offers for the value.
  package var completion: Completion
  /// Words that must be refused.
  package var badSamples: [String]
  /// The value when the parameter is left out, spelt as it would be typed; nil for none.
  package var defaultText: String?
  /// Whether the command refuses to run without it.
  package var isRequired: Bool
  /// One sentence without a full stop.
  package var help: String
  /// The heading it stands under in help, for options that several commands share.
  package var section: String?

  package enum Kind: Hashable, Sendable {
    case positional
    /// Takes all words that are left, at least `atLeast`.
    case rest(atLeast: Int)
    case option
    case flag
  }

  /// Whether it is written with two dashes.
  package var isOption: Bool { kind == .option || kind == .flag }

  /// As it stands in a usage line: `--components K`, `DATASET`, `PATH…`.
  package var usage: String {
    switch kind {
    case .positional: placeholder
    case .rest: placeholder + "…"
    case .option: "--\(name) \(placeholder)"
    case .flag: "--\(name)"
    }
  }
}
