import FaceModels
import FaceVocabulary
import Glibc
import Testing

struct IdentityVotesTests {
  private static let people: [SubjectID] = ["a", "b", "c"]

  private func votes(
    _ answers: [IdentityVotes.Answer], tellsStrangers: Bool = false, repeats: Bool = false
  ) -> IdentityVotes {
    var votes = IdentityVotes(people: Self.people, tellsStrangers: tellsStrangers)
    for answer in answers { votes.add(answer, isRepeat: repeats) }
    return votes
  }

  @Test("n votes make an answer 4^n times as likely as each other")
  func odds() {
    let votes = votes([.person("b"), .person("b"), .person("a")])
    // b : a : c = 16 : 4 : 1
    #expect(votes.leader.answer == .person("b"))
    #expect(abs(votes.leader.probability - 16.0 / 21) < 1e-12)
    #expect(votes.decision == nil)
  }

  @Test("without votes nothing is decided, whatever the prior says")
  func none() {
    var rule = IdentityVotes.Rule()
    rule.strangerPrior = 0.995
    #expect(IdentityVotes(people: ["a"], tellsStrangers: true, rule: rule).decision == nil)
    #expect(IdentityVotes(people: ["a"], tellsStrangers: false).decision == nil)
  }

  @Test("the number of votes needed follows from the prior: smallest n with p of at least 0.99")
  func needed() {
    // 4^n / (4^n + 2) >= 0.99: n = 4 for three people.
    #expect(votes(Array(repeating: .person("a"), count: 3)).decision == nil)
    #expect(votes(Array(repeating: .person("a"), count: 4)).decision == .person("a"))
    // With strangers a has 1/6, a stranger 1/2: 4^n / (4^n + 2 + 3) >= 0.99 needs n = 5.
    let known = Array(repeating: IdentityVotes.Answer.person("a"), count: 5)
    #expect(votes(Array(known.dropLast()), tellsStrangers: true).decision == nil)
    #expect(votes(known, tellsStrangers: true).decision == .person("a"))
    // A stranger begins with a half: 4^n / (4^n + 1) >= 0.99 needs n = 4.
    let strange = Array(repeating: IdentityVotes.Answer.stranger, count: 4)
    #expect(votes(Array(strange.dropLast()), tellsStrangers: true).decision == nil)
    #expect(votes(strange, tellsStrangers: true).decision == .stranger)
  }

  @Test("ten repeats count as much as one new frame")
  func repeats() {
    let one = votes([.person("c")]).leader.probability
    let ten = votes(Array(repeating: .person("c"), count: 10), repeats: true).leader.probability
    #expect(abs(one - ten) < 1e-12)
  }

  @Test("order does not matter, and equal answers go by name")
  func order() {
    let one = votes([.person("a"), .person("b"), .person("b"), .person("c")])
    let other = votes([.person("b"), .person("c"), .person("a"), .person("b")])
    #expect(one.leader.answer == other.leader.answer)
    #expect(abs(one.leader.probability - other.leader.probability) < 1e-12)
    #expect(votes([.person("c"), .person("b")]).leader.answer == .person("b"))
  }

  @Test("after clearing, everything is as before the first vote")
  func clearing() {
    var used = votes([.person("b"), .person("b")])
    used.clear()
    #expect(used == votes([]))
  }
}
