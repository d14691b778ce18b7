extension Analyzer {
    /// The ends of a long word under which a part of a compound is found: `fiche` of `slachtofferfiche`.
    ///
    /// `word` is a folded word. Empty unless the language (or an unknown one, nil) writes compounds as one word.
    /// A word of at least nine letters gives its ends of four letters and more that leave four or more before them.
    public func compoundTails(_ word: String, language: String?) -> [Substring] {
        if let language, !LanguageTag.compounding.contains(LanguageTag.primary(language)) { return [] }
        let count = word.unicodeScalars.count
        guard (9...40).contains(count) else { return [] }
        guard word.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic && $0.value < 0x250 }) else { return [] }
        return (4...(count - 4)).map { Substring(word.unicodeScalars.suffix($0)) }
    }
}
