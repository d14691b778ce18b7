/// Stems words, and folds what the stems still have of diacritics.
///
/// A language's algorithm reads diacritics (it tells *cafés* by its accent), so the exact form is stemmed.
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
        guard let stem = stemmer.stem(exact), !stem.isEmpty else { return nil }
        if isASCII || stem.allSatisfy({ $0 < 0x80 }) { return stem }
        guard let folded = folder.fold(stem, diacritics: false), !folded.isEmpty else { return nil }
        return folded
    }

    /// The stem of an exact form, and of its folded form where that gives another; valid until the next call.
    func stems(
        exact: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>, isASCII: Bool
    ) -> (stem: UnsafeBufferPointer<UInt8>?, plain: UnsafeBufferPointer<UInt8>?) {
        guard let first = stem(exact, isASCII: isASCII) else { return (nil, nil) }
        if isASCII || exact.baseAddress == text.baseAddress || first.count > Stemmer.scratchSize { return (first, nil) }
        let end = stemmer.scratch.update(fromContentsOf: first)
        let kept = UnsafeBufferPointer(rebasing: stemmer.scratch[..<end])
        guard let plain = stem(text, isASCII: false), !plain.elementsEqual(kept) else { return (kept, nil) }
        return (kept, plain)
    }
}
