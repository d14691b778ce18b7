import AlmagestEntities
import Catalog

/// An entity that one of the halves of search brought forward, as both halves see it.
struct Candidate: Sendable {
    let row: RowID
    /// What the hit was made from; shown only if the catalog still holds it.
    let revision: Seq
    /// BM25, 0 when no word of the query is in it; nil when lexical search did not take part.
    var lexical: Double?
    /// Cosine of the nearest passage; nil when it has no vector or semantic search did not take part.
    var cosine: Float?
    /// Which passage was nearest.
    var passage: Int?

    mutating func measure(_ cosine: Float, _ passage: Int) {
        self.cosine = cosine
        self.passage = passage
    }
}

/// A candidate with its place.
struct RankedHit: Sendable {
    let row: RowID
    let revision: Seq
    /// 0 to 1.
    var score: Double
    var lexical: Double?
    var cosine: Float?
    var passage: Int?
    var boosts = Boosts()
}

/// A candidate's places among the candidates of either half, from 1; nil where the half says nothing of it.
struct HalfRanks: Sendable {
    var lexical: Int?
    var semantic: Int?
}

/// What was added to a score beside words and meaning, each 0 where it was not. A candidate is copied often: so no
/// dictionary.
struct Boosts: Sendable {
    var priority: Float = 0
    var use: Float = 0
    var relevance: Float = 0
    var date: Float = 0
    var type: Float = 0
    var app: Float = 0

    /// By name, those that are not 0.
    var named: [String: Double] {
        let all = [
            "priority": priority, "use": use, "relevance": relevance, "date": date, "type": type, "app": app,
        ]
        return all.filter { $0.value != 0 }.mapValues(Double.init)
    }
}

/// A query's answer, from which pages are cut.
struct Ranking: Sendable {
    /// Its number, by which cursors name it.
    let id = UInt64.random(in: 1 ... .max)
    var hits: [RankedHit]
    /// What its making took so far.
    var stages = QueryStages()
    /// By row, of a request that wants an explanation.
    var halfRanks: [RowID: HalfRanks] = [:]
    /// So many places come before the first hit.
    var base = 0
    /// Whether there are more behind the last hit, to be sorted when they are asked for.
    var isCut = false
    /// See `docs/search.md`: entities in scope that match a word, and neighbours in meaning near enough to show.
    var total: Int
    var facets: [(property: String, values: [FacetValue])] = []
    var understood: [UnderstoodPart] = []
    var didYouMean: String?
    /// Whether what `didYouMean` says was looked for.
    var isCorrected = false
    var ignored: [String] = []
    var partial: [String] = []
    /// The catalog's `seq` when it was made.
    var seq: Seq
    /// Whether some of what was chosen by its properties was changed since and is left out.
    var hasChanged = false
    /// Whether everything written up to `seq` took part.
    var isComplete = false
    /// The context's when it was made.
    var contextGeneration: UInt64 = 0
    /// Texts that were really looked for, after correction.
    var texts: [String]
    /// What having a word of each text says, by its folded form.
    var rarity: [[String: Double]] = []
    /// Languages in which their words were stemmed.
    var languages: [String] = []

    /// Whether a page of `limit` from `offset` on can be cut from it.
    func covers(_ offset: Int, _ limit: Int) -> Bool {
        offset >= base && (!isCut || offset - base + limit <= hits.count)
    }
}

/// A value of a property and how many of the matches have it.
public struct FacetValue: Sendable {
    public let value: PropertyValue
    public let count: Int
}
