import CStemmer

/// Stems words, and folds what the stems still have of diacritics.
///
/// A language's algorithm reads diacritics (it tells *cafés* by its accent), so the exact form is stemmed. An Arabic
/// word has a light stem beside Snowball's, which takes a noun's first letter for the prefix of a verb: *سيارات* (cars)
/// would not find *السيارات* (the cars). Portuguese plurals of *-ão* are stemmed as their singular, which Snowball keeps
/// apart: *canções* as *canção*.
struct FoldingStemmer {
    private let stemmer: Stemmer
    private let folder: Scanner

    /// The language's primary subtag.
    var language: String { stemmer.language }

    /// Runs `body` with a stemmer for the language, or with nil if there is none.
    static func with<R>(_ language: String?, _ body: (FoldingStemmer?) throws -> R) rethrows -> R {
        guard let language, let stemmer = Stemmer.take(LanguageTag.primary(language)) else { return try body(nil) }
        defer { Stemmer.giveBack(stemmer) }
        guard let folder = Scanner.take() else { return try body(nil) }
        // A scanner of its own: the tokens being stemmed lie in another.
        defer { Scanner.giveBack(folder) }
        return try body(FoldingStemmer(stemmer: stemmer, folder: folder))
    }

    /// The folded stem of an exact form, valid until the next call; nil for words too long to be any.
    func stem(_ exact: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> UnsafeBufferPointer<UInt8>? {
        guard let stem = stemmer.stem(language == "pt" ? portugueseSingular(exact) : exact), !stem.isEmpty else {
            return nil
        }
        if isASCII || stem.allSatisfy({ $0 < 0x80 }) { return stem }
        guard let folded = folder.fold(stem, diacritics: false), !folded.isEmpty else { return nil }
        return folded
    }

    /// A word with *-ão* in place of *-ões*, *-ães* or *-ãos*, also where it is written without accents; other words as
    /// they are. Valid until the next call.
    private func portugueseSingular(_ word: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        // Shorter ones are other words: caos, mães.
        guard word.count > 4, word.count <= Stemmer.scratchSize / 2, word.last == UInt8(ascii: "s"),
            let room = stemmer.scratch.baseAddress?.advanced(by: Stemmer.scratchSize / 2)
        else { return word }
        for (plural, singular) in Self.portuguesePlurals where word.suffix(plural.count).elementsEqual(plural) {
            let kept = word.count - plural.count
            let place = UnsafeMutableBufferPointer(start: room, count: kept + singular.count)
            let end = place.update(fromContentsOf: word[..<kept].lazy.map { $0 } + singular)
            return UnsafeBufferPointer(rebasing: place[..<end])
        }
        return word
    }

    private static let portuguesePlurals: [(plural: [UInt8], singular: [UInt8])] = [
        ("ões", "ão"), ("ães", "ão"), ("ãos", "ão"), ("oes", "ao"), ("aes", "ao"), ("aos", "ao"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// The light stem of a folded Arabic word, valid until the next call; nil in other languages.
    private func lightStem(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard language == "ar", let room = stemmer.scratch.baseAddress?.advanced(by: Stemmer.scratchSize / 2) else {
            return nil
        }
        let count = almagest_stem_arabic(text.baseAddress, text.count, room)
        return count > 0 ? UnsafeBufferPointer(start: room, count: count) : nil
    }

    /// The stem of an exact form, and a second one where there is another: that of the folded form, in Arabic the light
    /// one. Valid until the next call.
    func stems(
        exact: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, isASCII: Bool
    ) -> (stem: UnsafeBufferPointer<UInt8>?, plain: UnsafeBufferPointer<UInt8>?) {
        guard let first = stem(exact, isASCII: isASCII) else { return (nil, nil) }
        if isASCII || first.count > Stemmer.scratchSize / 2 { return (first, nil) }
        if let light = lightStem(text) { return (first, light.elementsEqual(first) ? nil : light) }
        if exact.baseAddress == text.baseAddress { return (first, nil) }
        let end = stemmer.scratch.update(fromContentsOf: first)
        let kept = UnsafeBufferPointer(rebasing: stemmer.scratch[..<end])
        guard let plain = stem(text, isASCII: false), !plain.elementsEqual(kept) else { return (kept, nil) }
        return (kept, plain)
    }
}
