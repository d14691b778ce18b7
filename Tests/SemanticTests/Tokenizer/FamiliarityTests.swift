import Foundation
import Testing

@testable import Semantic

@Suite("What a model knows of a query", .enabled(if: Fixtures.hasModel))
struct FamiliarityTests {
    private func familiarity(_ text: String) throws -> Double {
        let location = try #require(Fixtures.location)
        return try WordPieceTokenizer(file: location.model.appending(path: "tokenizer.json")).familiarity(of: text)
    }

    @Test(
        "English is known, whatever stands in it",
        arguments: ["something sweet for the party", "photo editing", "When did Caroline go to the museum?", "oxygen"])
    func known(_ text: String) throws {
        #expect(try familiarity(text) == 1)
    }

    @Test(
        "Languages that the model was not made for are strange",
        arguments: [
            "Сколько очков уступила защита", "كم نقطة تخلى عنها دفاع", "黑豹队的防守丢了多少分", "東京駅の近くのカフェ",
            "ตลาดน้ำที่กรุงเทพ", "학교에서 점심", "दिल्ली के पुराने बाज़ार",
        ])
    func strange(_ text: String) throws {
        #expect(try familiarity(text) < 0.1)
    }

    @Test("Latin words of other languages are known in part")
    func inPart() throws {
        let share = try familiarity("Wie viele Punkte gab die Verteidigung der Mannschaft ab?")
        #expect(share > 0.3 && share < 1)
    }

    @Test("A text without letters is not strange, and no length of text is a fault")
    func edges() throws {
        #expect(try familiarity("") == 1)
        #expect(try familiarity("2026-05-04 !?") == 1)
        #expect(try familiarity(String(repeating: "x", count: 100_000)) < 0.5)
        #expect(try familiarity(String(repeating: "word ", count: 20_000)) == 1)
        #expect(try familiarity("[CLS] [SEP] \u{0}\u{301}\u{1F600}") >= 0)
    }
}
