/// What was typed, made ready for comparing.
struct TypedText: Sendable {
    /// The compared form as a whole.
    let form: [UInt8]
    let words: [Word]
    /// What stands between spaces.
    let parts: [Part]
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

    /// A run without white space.
    struct Part: Sendable {
        let bytes: [UInt8]
        let signs: [[UInt8]]
        /// Words that have to begin one: all but one that stands before the signs.
        let beginnings: [[UInt8]]
        /// That one, which has to end one, where it has two letters or more.
        let ending: [UInt8]?
        /// Whether it has signs, and no word of more than one letter.
        let saysLittle: Bool
    }

    var hasSigns: Bool { parts.contains { !$0.signs.isEmpty } }

    /// Whether words alone would say something else: a run has signs and beside them nothing but single letters or
    /// digits. `c++` never means every `c`.
    let needsSigns: Bool

    static let maximumWords = 12
    /// Shorter words have to be right.
    static let lettersForOneTypo = 4
    static let lettersForTwoTypos = 8

    init(_ text: String) {
        // No name is longer.
        let text = NameList.cut(text)
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
        parts = Self.parts(of: form)
        needsSigns = parts.contains(where: \.saysLittle)
        let exactForm = NameForm(folded: exact, .query)
        exactWords = exactForm.words.map { Array(exactForm.bytes[$0]) }
    }

    private static func parts(of form: NameForm) -> [Part] {
        form.bytes.indices.split { form.bytes[$0] == UInt8(ascii: " ") }.prefix(maximumWords).map { run in
            let range = run.startIndex..<run.endIndex
            func within(_ ranges: [Range<Int>]) -> [[UInt8]] {
                ranges.filter { range.contains($0.lowerBound) }.map { Array(form.bytes[$0]) }
            }
            let signs = within(form.signs)
            var beginnings = within(form.words)
            let places = form.words.indices.filter { range.contains(form.words[$0].lowerBound) }
            let isLong = places.contains { place in
                form.isUnspaced[place] || form.bytes[form.words[place]].count { !UTF8.isContinuation($0) } > 1
            }
            var ending: [UInt8]?
            if !signs.isEmpty, form.words.contains(where: { $0.lowerBound == range.lowerBound }) {
                let first = beginnings.removeFirst()
                ending = first.count(where: { !UTF8.isContinuation($0) }) > 1 ? first : nil
            }
            return Part(
                bytes: Array(form.bytes[range]), signs: Array(Set(signs)), beginnings: beginnings, ending: ending,
                saysLittle: !signs.isEmpty && !places.isEmpty && !isLong)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a)
    }
}
