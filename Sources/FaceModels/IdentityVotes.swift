package import FaceVocabulary
import Glibc

/// Adds up what single frames say about who is there, until one answer is certain.
///
/// Every vote makes its answer ``Rule/odds`` times as likely against each other answer, whatever the
/// number of people: the mistakes of a recogniser fall on the same look-alike again and again, so a
/// vote is worth no more against many people than against one. A frame that shows nearly the same as
/// the one that voted before says little that is new and counts ``Rule/repeatWeight`` of a vote.
package struct IdentityVotes: Equatable, Sendable {
  /// How votes are weighed.
  package struct Rule: Equatable, Sendable {
    /// Probability from which an answer is certain.
    package var certainty = 0.99
    /// How many times as likely a vote makes its answer.
    package var odds = 4.0
    /// What a frame that repeats the one before counts.
    package var repeatWeight = 0.1
    /// Probability, before any vote, that it is nobody the model knows; used where strangers are
    /// told apart at all.
    package var strangerPrior = 0.5

    package init() {}
  }

  /// Who it may be.
  package enum Answer: Hashable, Sendable {
    case person(SubjectID)
    case stranger
  }

  package let rule: Rule
  /// Votes by answer; answers without votes are absent.
  package private(set) var votes: [Answer: Double] = [:]
  private let people: [SubjectID]
  private let tellsStrangers: Bool

  /// - Parameters:
  ///   - people: everybody the model knows, at least one.
  ///   - tellsStrangers: whether the model has a threshold.
  package init(people: [SubjectID], tellsStrangers: Bool, rule: Rule = Rule()) {
    precondition(!people.isEmpty, "votes need people")
    self.people = people.sorted()
    self.tellsStrangers = tellsStrangers
    self.rule = rule
  }

  /// Adds a vote.
  package mutating func add(_ answer: Answer, isRepeat: Bool) {
    votes[answer, default: 0] += isRepeat ? rule.repeatWeight : 1
  }

  /// Forgets everything: somebody else may come.
  package mutating func clear() { votes = [:] }

  /// The likeliest answer with its probability; of equal ones a person before the stranger, then the
  /// first by name.
  package var leader: (answer: Answer, probability: Double) {
    let share = tellsStrangers ? 1 - rule.strangerPrior : 1
    var answers: [(Answer, Double)] = people.map {
      (.person($0), log(share / Double(people.count)))
    }
    if tellsStrangers { answers.append((.stranger, log(rule.strangerPrior))) }
    let weights = answers.map { answer, prior in
      prior + (votes[answer] ?? 0) * log(rule.odds)
    }
    let highest = weights.max() ?? 0
    let total = weights.reduce(0) { $0 + exp($1 - highest) }
    let first = weights.firstIndex(of: highest) ?? 0
    return (answers[first].0, 1 / total)
  }

  /// The answer that is certain; nil while none is.
  package var decision: Answer? {
    let leader = leader
    return !votes.isEmpty && leader.probability >= rule.certainty ? leader.answer : nil
  }
}
