import AlmagestEntities
import Catalog
import Foundation

/// What `search` is asked.
public struct SearchRequest: Sendable {
    /// One of several texts that are looked for side by side.
    public struct Query: Sendable, Hashable {
        public var text: String
        public var mode: SearchMode?
        /// Its share of the fused score, relative to the others; above 0.
        public var weight: Double
        public init(text: String, mode: SearchMode? = nil, weight: Double = 1) {
            self.text = text
            self.mode = mode
            self.weight = weight
        }
    }

    public var queries: [Query]
    public var mode: SearchMode = .hybrid
    public var scope = Scope()
    public var sort: [SortKey] = []
    public var limit = 20
    public var offset = 0
    public var cursor: String?
    /// Wait, within the budget, until what was written at this `seq` can be found.
    public var after: Seq?
    /// Property paths to count values of; `type`, `bundle` and other members too.
    public var facets: [String] = []
    /// Property paths to return; nil for the usual reply, empty for bare identifiers.
    public var fields: [String]?
    /// How much is read of what is shown; nil for what `fields` ask for.
    var detail: Detail?
    /// Bytes that the reply may have: of each entity no more is returned than `fields` name, and a page beyond is the
    /// error `tooLarge`. Nil returns whole entities, however many.
    public var replyBytes: Int?
    /// Asked, with `replyBytes`, for room for what is gathered, a few entities at a time; nil is room enough.
    public var room: ReplyRoomRequest?
    public var explain = false
    /// Whether dates, types and apps that the query speaks of lift what they fit.
    public var understand = true
    public var budget = Duration.milliseconds(200)
    /// BCP 47 language of the query, where the caller knows it.
    public var language: String?

    public init(queries: [Query]) { self.queries = queries }

    /// What its reply may hold.
    var reply: ReplyBudget? { replyBytes.map { ReplyBudget(bytes: $0, fields: fields, room: room) } }

    var wantedDetail: Detail { detail ?? (fields == [] ? .names : .snippets) }
}

/// Which half of search is asked; `hybrid` is both, fused.
public enum SearchMode: String, Sendable, CaseIterable {
    case hybrid, lexical, semantic
}

/// Where to look: the same meaning in `search`, `find` and `suggest`.
public struct Scope: Sendable, Hashable {
    public var bundles: [String]?
    public var types: [String]?
    public var domains: [String]?
    public var predicate: AlmagestEntities.Predicate?
    public var timeZone: TimeZone
    /// The caller's present, or nil for the clock's.
    public var now: Date?

    public init(
        bundles: [String]? = nil, types: [String]? = nil, domains: [String]? = nil,
        predicate: AlmagestEntities.Predicate? = nil,
        timeZone: TimeZone = .current, now: Date? = nil
    ) {
        self.bundles = bundles
        self.types = types
        self.domains = domains
        self.predicate = predicate
        self.timeZone = timeZone
        self.now = now
    }
}

/// What `find` is asked: entities by their properties alone.
public struct FindRequest: Sendable {
    public var scope = Scope()
    public var sort: [SortKey] = []
    public var limit = 20
    public var cursor: String?
    public var facets: [String] = []
    public var fields: [String]?
    /// As in `SearchRequest`.
    public var replyBytes: Int?
    /// As in `SearchRequest`.
    public var room: ReplyRoomRequest?
    public init() {}
}
