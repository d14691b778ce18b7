/// What was typed, made ready for comparing.
struct TypedText: Sendable {
    /// The compared form as a whole.
    let form: [UInt8]
    let words: [Word]
    /// Whether it has diacritics that folding took away.
    let isMarked: Bool
    /// The words with their diacritics.
    let exactWords: [[UInt8]]

    struct Word: Sendable {
        let bytes: [UInt8]
        let scalars: [Unicode.Scalar]
        /// Typos that it may have: none in scripts without spaces.
        let typos: Int
        /// All of a run that was too long to be a word of the index.
        let whole: [UInt8]?
    }

    /// What is typed beyond this is not looked at.
    static let maximumBytes = 512
    static let maximumWords = 12
    /// Shorter words have to be right.
    static let lettersForOneTypo = 4
    static let lettersForTwoTypos = 8

    init(_ text: String) {
        let text =
            text.utf8.count <= Self.maximumBytes * 2 ? text : String(text.unicodeScalars.prefix(Self.maximumBytes))
        let folded = NameForm.fold(text, keepingDiacritics: false)
        let exact = NameForm.fold(text, keepingDiacritics: true)
        let form = NameForm(folded: folded, .query)
        self.form = form.bytes
        isMarked = exact != folded
        words = zip(form.words, form.isUnspaced).prefix(Self.maximumWords).map { range, isUnspaced in
            let scalars = Array(String(decoding: form.bytes[range], as: UTF8.self).unicodeScalars)
            let typos =
                isUnspaced || scalars.count < Self.lettersForOneTypo
                ? 0 : scalars.count < Self.lettersForTwoTypos ? 1 : 2
            let end = form.bytes[range.upperBound...].firstIndex { $0 < 0x80 && !Self.isLetter($0) }
            let isCut = range.count > NameForm.maximumWordBytes - 4
            return Word(
                bytes: Array(form.bytes[range]), scalars: scalars, typos: typos,
                whole: isCut ? Array(form.bytes[range.lowerBound..<(end ?? form.bytes.count)]) : nil)
        }
        let exactForm = NameForm(folded: exact, .query)
        exactWords = exactForm.words.map { Array(exactForm.bytes[$0]) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a)
    }
}
