/// The commonest words of a language: articles, pronouns, prepositions, forms of *be* and *have*.
enum StopWords {
    static func contains(_ word: String, language: String) -> Bool {
        sets[language]?.contains(word) ?? false
    }

    /// Exact forms and their folded forms.
    private static let sets: [String: Set<String>] = table.mapValues { words in
        let exact = words.split(separator: " ").map(String.init)
        return Set(exact).union(exact.map(Analyzer.shared.fold))
    }
}
