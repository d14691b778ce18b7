import AlmagestEntities
import Catalog

/// The answer to `search` and `find`: one page of a ranking, read back from the catalog.
public struct SearchReply: Sendable {
    /// One result.
    public struct Result: Sendable {
        public var stored: StoredEntity
        /// 0 to 1; nil for `find`, which does not rank.
        public let score: Double?
        public let snippet: Snippet?
        public internal(set) var why: Explanation?
    }

    public var results: [Result]
    public var total: Int
    public var totalIsLowerBound: Bool
    public var cursor: String? = nil
    public var facets: [(property: String, values: [FacetValue])]
    /// Parts of the query that were recognised.
    public var understood: [UnderstoodPart] = []
    /// A query with the words corrected that nothing has.
    public var didYouMean: String?
    /// Whether it was answered in place of the one that was asked.
    public var isCorrected = false
    public var ignored: [String]
    public var partial: [String]
    public var seq: Seq
    public var took: Duration
    /// Of a search that wants an explanation.
    public var stages: QueryStages?
}

/// A stretch of an entity's text that shows why it was found.
public struct Snippet: Sendable {
    /// Property path it is from; `text` for the body.
    public let property: String
    /// Where in the document, if its donor said (`page=3`).
    public let locator: String?
    public let text: String
    /// [start, length] in Unicode scalars of `text`.
    public let highlights: [[Int]]
}

/// Where a result's place comes from.
public struct Explanation: Sendable {
    public let lexicalRank: Int?
    public let lexicalScore: Double?
    public let terms: [String]
    public let semanticRank: Int?
    public let cosine: Double?
    public let boosts: [String: Double]
}
