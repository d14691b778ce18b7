/// What the stages of a search took. Words and meaning are looked for side by side, so the whole takes less than the sum.
public struct QueryStages: Sendable {
    /// The query's text as a vector; next to nothing where it was embedded before.
    public var embedding = Duration.zero
    /// The search of the lexical index.
    public var words = Duration.zero
    /// The scan for the nearest vectors, and the cosines of what has the words.
    public var meaning = Duration.zero
    /// All that makes a ranking of the candidates, once both halves have answered.
    public var ranking = Duration.zero
    /// Reading the page from the catalog, with its snippets.
    public var reading = Duration.zero

    /// In the order of a query, as named on the wire.
    public var named: [(name: String, took: Duration)] {
        [
            ("embedding", embedding), ("words", words), ("meaning", meaning), ("ranking", ranking),
            ("reading", reading),
        ]
    }

    /// Adds those of another text of the same search.
    mutating func add(_ other: QueryStages) {
        embedding += other.embedding
        words += other.words
        meaning += other.meaning
    }
}
