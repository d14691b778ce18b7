import Testing

@testable import Text

/// Stemmers keep words they stemmed, so they are to be used again.
@Suite struct StemmerPoolTests {
    @Test func aStemmerThatWasGivenBackIsTakenAgain() throws {
        let stemmer = try #require(Stemmer.take("hu"))
        Stemmer.giveBack(stemmer)
        let again = try #require(Stemmer.take("hu"))
        defer { Stemmer.giveBack(again) }
        #expect(again === stemmer)
    }
}
