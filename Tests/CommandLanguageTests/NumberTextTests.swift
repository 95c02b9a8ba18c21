import CommandLanguage
import Testing

@Suite struct NumberTextTests {
  @Test(
    "numbers are read in full or not at all",
    arguments: [
      ("1", 1.0), ("-1.5", -1.5), ("+2", 2), (".5", 0.5), ("5.", 5), ("1e3", 1000), ("1E-2", 0.01),
      ("0", 0), ("-0", 0),
    ])
  func good(text: String, value: Double) { #expect(NumberText.number(text) == value) }

  @Test(
    "rubbish is no number",
    arguments: [
      "", " ", "1 ", " 1", "1x", "x", "nan", "inf", "-inf", "0x10", "1,5", "1e", "1e+", "--1", ".",
      "1e999", "١", "1_000", "1.2.3", "infinity", "+", "e5",
    ])
  func bad(text: String) {
    #expect(NumberText.number(text) == nil)
    #expect(NumberText.integer(text) == nil)
  }

  @Test(
    "whole numbers have no point, no exponent and fit",
    arguments: ["1.0", "1e3", "9223372036854775808"])
  func notWhole(text: String) { #expect(NumberText.integer(text) == nil) }

  @Test("what is spelled reads back", arguments: [0, 1, -1, 0.1, 1e-9, 123456.75, 1e20, -2.5e-7])
  func spelled(value: Double) { #expect(NumberText.number(NumberText.text(value)) == value) }

  @Test(
    "a minus before a digit begins a value",
    arguments: [
      ("-60:60:15", true), ("-1", true), ("-.5", true), ("-x", false), ("-", false), ("--1", false),
      ("-.", false), ("5", false),
    ])
  func negative(text: String, isValue: Bool) { #expect(NumberText.looksNegative(text) == isValue) }
}
