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

    static let characters: [(text: String, inside: String, elsewhere: String)] = [
        ("小さなカフェでした", "フ", "ヌ"), ("우리 학교에서 만나", "교", "국"), ("เราไปตลาดน้ำ", "ล", "ฮ"),
        ("ພາສາລາວ", "ສ", "ຮ"), ("ភាសាខ្មែរ", "រ", "ឡ"), ("မြန်မာစာ", "မာ", "က"), ("北京大学图书馆", "书", "狗"),
    ]

    @Test("A single character within a word finds its text, excludes it, and stands in phrases", arguments: characters)
    func singleCharacters(_ text: String, _ inside: String, _ elsewhere: String) async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([entity("", text: text + " tea", language: nil), entity("", text: "tea", language: nil)])
        #expect(try await index.rows(inside) == [1])
        #expect(try await index.rows(elsewhere) == [])
        #expect(try await index.rows("tea -" + inside) == [2])
        #expect(try await index.rows("tea -" + elsewhere).sorted() == [1, 2])
        #expect(try await index.rows("\"\(inside)\"") == [1])
        #expect(try await index.rows("\"\(text)\"") == [1])
        #expect(try await index.rows("\"\(elsewhere)\"") == [])
    }

    @Test(
        "Phrases go over several words and scripts",
        arguments: [
            ("우리 학교에서 만나", "만나 학교에서 우리"), ("LG 전자 tv", "LG tv"), ("새 책 한 권을 샀다", "한 권을 책"), ("東京 タワー", "タワー"),
            ("ไป ตลาด", "ตลาด"),
        ])
    func phrases(_ text: String, _ other: String) async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill([
            entity("", text: "tea. \(text). tea", language: nil), entity("", text: other, language: nil),
        ])
        #expect(try await index.rows("\"\(text)\"") == [1])
        #expect(try await index.rows("tea -\"\(text)\"") == [])
        #expect(try await index.rows("tea -\"\(other) 없다\"") == [1])
    }

    @Test("A longer query does not ask for each of its characters", arguments: ["カフェ", "학교에서", "ตลาด"])
    func noCharacters(_ query: String) async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        let last = String(query.suffix(1))
        try await index.fill([entity("", text: query, language: nil), entity("", text: "ヌ\(last)", language: nil)])
        #expect(try await index.rows(query) == [1])
    }

    @Test("A word is found however long it is", arguments: [199, 245, 256, 257, 300, 1023, 1024, 1025, 3000])
    func longWords(length: Int) async throws {
        for letter in ["a", "ж"] {
            let scratch = try Scratch()
            let index = try await scratch.index()
            let word = String(repeating: letter, count: length)
            try await index.fill([entity("", text: "one \(word) two"), entity(word + "b"), entity("one two")])
            // Of longer words the first 1,024 letters are a word.
            let found = try await index.rows(word)
            #expect(length < 1024 ? found == [1] : found.contains(1), "\(letter)")
            #expect(try await index.rows("\"\(word)\"").contains(1), "\(letter)")
        }
    }

    @Test("A long word is found by its beginning, however long that is")
    func longBeginnings() async throws {
        for letters in ["ab", "жы"] {
            let scratch = try Scratch()
            let index = try await scratch.index()
            let word = String(repeating: letters, count: 150)
            try await index.fill([entity("", text: "one \(word) two"), entity(String(word.prefix(170)))])
            try await index.applyUrgent([put(9, entity(word + "b"))])
            for length in [10, 79, 80, 99, 100, 101, 150, 159, 160, 161, 170, 180, 199, 200, 201, 250, 299] {
                let found = try await index.rows(String(word.prefix(length)), prefix: true)
                #expect(found.contains(1) && found.contains(9), "\(length)")
                #expect(!(length < 170) || found.contains(2), "\(length)")
            }
        }
    }

    @Test("Portuguese plurals find their singular and are found by it, also without accents")
    func portuguesePlurals() async throws {
        let scratch = try Scratch()
        let index = try await scratch.index()
        try await index.fill(
            ["Canções", "Minha canção", "Aviões e pães", "avião", "um pão", "Mãos"].map { entity($0, language: "pt") })
        for (query, rows) in [
            ("canção", [1, 2]), ("canções", [1, 2]), ("cancao", [1, 2]), ("cancoes", [1, 2]), ("avião", [3, 4]),
            ("aviões", [3, 4]), ("pão", [3, 5]), ("mão", [6]),
        ] as [(String, [RowID])] {
            #expect(try await index.rows(query, languages: ["pt"]).sorted() == rows, "\(query)")
        }
    }
}
