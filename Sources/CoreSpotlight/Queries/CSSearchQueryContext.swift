internal import AlmagestEntities
import Foundation

/// What a query gives back and where it looks.
open class CSSearchQueryContext: NSObject, NSCopying {
    /// Attributes that the results carry; none given, all of them.
    public var fetchAttributes: [String] = []
    /// Query strings that every result passes too.
    public var filterQueries: [String] = []
    /// BCP 47 language of the query; nil leaves it to the content.
    public var keyboardLanguage: String?
    /// Kept; the index has one source.
    public var sourceOptions: CSSearchQuerySourceOptions = []

    public override init() { super.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CSSearchQueryContext()
        copy.take(self)
        return copy
    }

    func take(_ other: CSSearchQueryContext) {
        fetchAttributes = other.fetchAttributes
        filterQueries = other.filterQueries
        keyboardLanguage = other.keyboardLanguage
        sourceOptions = other.sourceOptions
    }
}

/// Other sources that a query takes in; none are distinguished.
public struct CSSearchQuerySourceOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let allowMail = CSSearchQuerySourceOptions(rawValue: 1)
}

/// How a person's search is answered.
open class CSUserQueryContext: CSSearchQueryContext {
    /// Best results first. Without it they come in the same order, for there is no other.
    public var enableRankedResults = true
    /// Most results that are ranked; 0 for all.
    public var maxRankedResultCount = 0
    /// Most results; 0 for as many as the daemon ranks (1,000).
    public var maxResultCount = 0
    /// Most suggestions; 0 for none.
    public var maxSuggestionCount = 8
    /// Looks for words alone, not for meaning.
    public var disableSemanticSearch = false
    /// The suggestion that the search goes on from.
    public private(set) var currentSuggestion: CSSuggestion?

    public override init() { super.init() }

    /// A search that goes on from a suggestion which the person chose.
    public init(currentSuggestion: CSSuggestion?) {
        self.currentSuggestion = currentSuggestion
        super.init()
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CSUserQueryContext(currentSuggestion: currentSuggestion)
        copy.take(self)
        copy.enableRankedResults = enableRankedResults
        copy.maxRankedResultCount = maxRankedResultCount
        copy.maxResultCount = maxResultCount
        copy.maxSuggestionCount = maxSuggestionCount
        copy.disableSemanticSearch = disableSemanticSearch
        return copy
    }
}

/// What a search may go on to.
open class CSSuggestion: NSObject {
    public enum SuggestionKind: Int, Sendable {
        case none, custom, `default`
    }

    /// The text to be shown and searched for.
    public let localizedAttributedSuggestion: AttributedString
    public let suggestionKind: SuggestionKind
    let text: String
    let rank: Int
    /// What it was taken from.
    let entity: EntityID?

    init(text: String, rank: Int, entity: EntityID?) {
        self.text = text
        self.entity = entity
        self.rank = rank
        localizedAttributedSuggestion = AttributedString(text)
        suggestionKind = .default
        super.init()
    }

    /// Better suggestions come first.
    public func compare(_ other: CSSuggestion) -> ComparisonResult { compare(byRank: other) }

    /// Better suggestions come first.
    public func compare(byRank other: CSSuggestion) -> ComparisonResult {
        rank == other.rank ? .orderedSame : rank < other.rank ? .orderedAscending : .orderedDescending
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CSSuggestion)?.text.hasSameBytes(as: text) ?? false
    }
    open override var hash: Int { ExactName(text).hashValue }
}
