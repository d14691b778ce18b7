import Settings

/// How the lexical index counts, and how much it takes on before it commits.
public struct LexicalParameters: Sendable, Hashable {
    /// BM25's saturation of repeated words and normalisation by length (Robertson and Zaragoza, 2009).
    public var k1 = 1.2
    public var b = 0.7
    /// A score is multiplied by the share of the query's words, by rarity, that an entity has, to the power of this by
    /// the number of the words: of two words it matters to have both, of thirty nobody has all.
    public var coverage = 3.0
    public var fields = Fields()
    /// What an occurrence of another form with the same stem counts, beside 1 for the word as written.
    public var otherForm = 0.8
    /// What an occurrence written with the same diacritics counts more.
    public var exactBonus = 0.05
    /// What a pair of characters counts beside a word.
    public var gramWeight = 0.4
    /// What the end of a compound counts.
    public var compoundWeight = 0.5
    /// What a longer word counts that the last word of the query begins.
    public var prefixWeight = 0.5
    public var prefixExpansions = 64
    /// Letters from which on the last word may be the beginning of a longer one.
    public var shortestPrefix = 2
    /// Bulk changes are committed at this many documents or terms, or after this many seconds.
    public var commitDocuments: UInt64 = 8000
    public var commitTerms: UInt64 = 4_000_000
    public var commitSeconds = 3.0
    /// Chunks of at most this many changes go through memory too, and are searchable at once.
    public var smallChunk = 256
    public var readers = 2

    public init() {}

    /// What the configuration says.
    public init(_ settings: LexicalSettings) {
        k1 = settings.k1
        b = settings.b
        coverage = settings.coverage
        readers = settings.readers
        commitDocuments = UInt64(settings.bulkDocuments)
        fields.title = UInt32(clamping: settings.weights.title)
        fields.subtitle = UInt32(clamping: settings.weights.subtitle)
        fields.synonym = UInt32(clamping: settings.weights.synonyms)
        fields.keyword = UInt32(clamping: settings.weights.keywords)
        fields.property = UInt32(clamping: settings.weights.properties)
        fields.body = UInt32(clamping: settings.weights.body)
    }

    /// What an occurrence counts by where it stands. BM25's document length counts the same way.
    public struct Fields: Sendable, Hashable {
        public var title: UInt32 = 3
        public var subtitle: UInt32 = 1
        public var synonym: UInt32 = 2
        public var keyword: UInt32 = 1
        public var property: UInt32 = 1
        /// Text and passages.
        public var body: UInt32 = 1
        public init() {}
    }
}
