/// How much of a text a model can know, told by how its vocabulary cuts it.
///
/// The words of a language that a model was made for are pieces of several letters; of others little more than letters
/// is left. all-MiniLM-L6-v2 has 4.4 letters a piece in English questions, 2.7 in German ones (where it still finds
/// three of four answers that it finds in English), 1.0 in Russian, Arabic and Chinese ones, where it finds next to
/// nothing.
extension WordPieceTokenizer {
    /// At or below so many letters a piece a model knows nothing, from so many on it knows a text's words.
    private static let lettersOfStrange = 1.2
    private static let lettersOfKnown = 3.0
    /// Words that are looked at.
    private static let mostWords = 64
    /// A Han character says about as much as so many letters, to a model that was made for it.
    private static let lettersOfHan = 3

    /// 0 (nothing) to 1; 1 for a text without letters.
    func familiarity(of text: String) -> Double {
        var letters = 0
        var pieces = 0
        for word in text.unicodeScalars.split(
            maxSplits: Self.mostWords, whereSeparator: { !$0.properties.isAlphabetic }
        )
        .prefix(Self.mostWords) {
            let length = word.count
            let ids = encode(String(word), maximumLength: maximumWordLength + prologue.count + epilogue.count)
            let own = ids.dropFirst(prologue.count).dropLast(epilogue.count)
            letters += length
            if knowsHan { letters += word.count(where: Self.isHan) * (Self.lettersOfHan - 1) }
            // An unknown word has one token, however long it is.
            pieces += own.contains(unknown) ? max(length, own.count) : own.count
        }
        guard letters > 0, pieces > 0 else { return 1 }
        let ratio = Double(letters) / Double(pieces)
        return max(0, min(1, (ratio - Self.lettersOfStrange) / (Self.lettersOfKnown - Self.lettersOfStrange)))
    }

    /// Whether a word of several letters stands in the vocabulary as it is: it is no slip of the pen then.
    func knows(word: String) -> Bool {
        guard word.unicodeScalars.count > 2 else { return false }
        let ids = encode(word, maximumLength: prologue.count + epilogue.count + 2)
        let own = ids.dropFirst(prologue.count).dropLast(epilogue.count)
        return own.count == 1 && !own.contains(unknown)
    }

    /// Of the ideographs in common use.
    static func isHan(_ scalar: Unicode.Scalar) -> Bool { (0x4E00...0x9FFF).contains(scalar.value) }
}
