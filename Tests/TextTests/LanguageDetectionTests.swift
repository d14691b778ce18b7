import TestSupport
import Testing

@testable import Text

@Suite("Detected languages")
struct LanguageDetectionTests {
    @Test(
        "A sentence tells its language",
        arguments: [
            ("en", "The quick brown fox jumps over the lazy dog near the river bank."),
            ("de", "Die Häuser am Fluss wurden vor vielen Jahren von den Fischern gebaut."),
            ("fr", "Les rivières étaient gelées pendant tout l'hiver et nous avons patiné."),
            ("es", "Las canciones más bonitas son las que mi abuela cantaba por la noche."),
            ("it", "La città era piena di gente che camminava lungo le strade del centro."),
            ("nl", "De kinderen speelden de hele middag in het park bij de oude molen."),
            ("sv", "Barnen lekte hela eftermiddagen i parken bredvid den gamla kvarnen."),
            ("ru", "Мы читали книги у реки и слушали, как поют птицы в старом саду."),
            ("uk", "Ми читали книжки біля річки і слухали, як співають птахи у саду."),
            ("zh", "我们今天在学校学习了很多新的知识，老师讲得非常好。"), ("ja", "東京の水族館に行きました"), ("ko", "학교에서"),
            ("th", "ภาษาไทย"), ("el", "Καλημέρα"), ("ar", "قرأت الكتاب في المدرسة مع أصدقائي في الصباح الباكر"),
            ("he", "קראתי את הספר בבית הספר עם החברים שלי בבוקר"), ("hi", "मैंने आज सुबह स्कूल में अपने दोस्तों के साथ किताब पढ़ी।"),
            ("tr", "Çocuklar bütün öğleden sonra eski değirmenin yanındaki parkta oynadılar."),
        ])
    func sentences(_ language: String, _ text: String) {
        #expect(Analyzer.shared.detectLanguage(text) == language)
    }

    @Test(
        "What is short or unclear has none",
        arguments: ["", "ok", "Meeting", "12345 67890", "C++", "\u{0}\u{0}\u{0}", "asdf qwer zxcv", "🎉🎉🎉", "\u{301}"])
    func unclear(_ text: String) {
        #expect(Analyzer.shared.detectLanguage(text) == nil)
    }

    @Test("Any text is taken")
    func anyText() {
        var random = SeededRandom(seed: 9)
        for length in [0, 1, 5, 30, 400, 3_000] {
            for _ in 0..<50 {
                let language = Analyzer.shared.detectLanguage(Alphabet.text(length: length, using: &random))
                #expect(language.map { (2...3).contains($0.utf8.count) } ?? true)
            }
        }
    }
}
