import Catalog
import Testing

@testable import Lexical

/// One index that holds many languages, asked one word at a time.
@Suite("Languages side by side")
struct LanguageTests {
    /// Language, text, and words or parts of it in other forms that must find it.
    static let texts: [(language: String, text: String, queries: [String])] = [
        ("ja", "東京駅の近くの小さなカフェでコーヒーを飲みました。", ["東京", "カフェ", "コーヒー", "東京駅"]),
        ("th", "เราไปตลาดน้ำที่กรุงเทพเพื่อซื้อผลไม้สด", ["ตลาด", "ผลไม้", "กรุงเทพ"]),
        ("hi", "हमने दिल्ली के पुराने बाज़ार में किताबें खरीदीं।", ["दिल्ली", "किताबें", "किताब", "बाजार"]),
        ("el", "Η βιβλιοθήκη της Αθήνας έχει παλιά χειρόγραφα.", ["βιβλιοθήκη", "βιβλιοθηκη", "ΑΘΗΝΑΣ", "χειρόγραφο"]),
        (
            "tr", "İstanbul'daki kütüphanelerde eski haritalar saklanıyor.",
            ["kütüphane", "istanbul", "ISTANBUL", "harita", "eski"]
        ),
        ("vi", "Chúng tôi uống cà phê sữa đá ở Hà Nội.", ["cà", "phê", "Hà", "sữa", "sua"]),
        ("ar", "تقف السيارات القديمة أمام المدرسة الكبيرة.", ["سيارات", "السيارات", "سيارة", "مدرسة", "والمدرسة"]),
        ("en", "The studies of old lighthouses were published.", ["study", "lighthouse", "Studies"]),
    ]

    @Test("A word finds its text, and no text of another language")
    func words() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        // Without a language given: it is told from the text.
        try await index.fill(Self.texts.map { entity("", text: $0.text, language: nil) })
        let languages = Self.texts.map(\.language)
        for (number, text) in Self.texts.enumerated() {
            for query in text.queries {
                #expect(
                    try await index.rows(query, languages: languages) == [RowID(number + 1)],
                    "\(text.language): \(query)")
            }
        }
    }
}
