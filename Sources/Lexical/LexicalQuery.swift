import Catalog
import Text

/// What to look for: the words of a person's query and the languages to find their other forms in.
public struct LexicalQuery: Sendable, Hashable {
    public var parsed: ParsedQuery
    /// Primary subtags; `LexicalIndex.queryLanguages()` gives those that the content has.
    public var languages: [String]
    /// Set to false where the last word is finished.
    public var prefix: Bool

    public init(_ parsed: ParsedQuery, languages: [String], prefix: Bool = true) {
        self.parsed = parsed
        self.languages = languages
        self.prefix = prefix
    }

    public init(_ text: String, languages: [String], prefix: Bool = true) {
        self.init(ParsedQuery(text), languages: languages, prefix: prefix)
    }
}

/// A row that matches, with the revision of the content that it matched.
public struct LexicalHit: Sendable, Hashable {
    public let row: RowID
    public let revision: Seq
    /// BM25, over 0; comparable within one result.
    public let score: Double
}

/// A row that matches, behind the best.
public struct LexicalScore: Sendable {
    public let row: RowID
    public let score: Float
}

/// The best matches of a query, best first, ties by row.
public struct LexicalResult: Sendable {
    public var hits: [LexicalHit] = []
    /// All rows that match, however many of them are in `hits`.
    public var total = 0
    /// Those that are not in `hits`, in no order; nil when they are more than was asked for.
    public var others: [LexicalScore]?
    /// The words that were looked for: all but stop words beside others.
    public var words: [LexicalWord] = []
    /// The share of these, by rarity and with those that nothing has, that the best hit has.
    public var coverage = 0.0
}

/// What a search learns of a word of the query.
public struct LexicalWord: Sendable, Hashable {
    /// Folded.
    public let text: String
    /// Inverse document frequency, over 0: what having it says.
    public let rarity: Double
    /// Whether any of the rows that were searched has it, in some form.
    public let isFound: Bool
}
