import CommandLanguage
import FaceVocabulary

/// `--subject` and `--method`, declared once for every command that has them.
extension Parameter {
  /// `--subject`, nil when left out.
  static func subject(
    _ path: any WritableKeyPath<Arguments, String?> & Sendable, help: String
  ) -> Parameter {
    .option("subject", path, .name(of: "subject"), help: help)
  }

  /// `--subject` with a default, or `required`.
  static func subject(
    _ path: any WritableKeyPath<Arguments, String> & Sendable, required: Bool = false, help: String
  ) -> Parameter {
    .option("subject", path, .name(of: "subject"), required: required, help: help)
  }

  /// `--method`, nil when left out.
  static func method(
    _ path: any WritableKeyPath<Arguments, RecognitionMethod?> & Sendable, help: String
  ) -> Parameter {
    .option("method", path, .oneOf(), help: help)
  }

  /// `--method` with a default, or `required`.
  static func method(
    _ path: any WritableKeyPath<Arguments, RecognitionMethod> & Sendable, required: Bool = false,
    help: String
  ) -> Parameter {
    .option("method", path, .oneOf(), required: required, help: help)
  }

  /// `--method` as a list, one row a value.
  static func methods(
    _ path: any WritableKeyPath<Arguments, [RecognitionMethod]> & Sendable, help: String
  ) -> Parameter {
    .option("method", path, .list(of: .oneOf()), help: help)
  }
}
