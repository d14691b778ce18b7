internal import AlmagestEntities
import Foundation

/// A search as a person types it, by words and by meaning, best results first, with suggestions.
///
///     let query = CSUserQuery(userQueryString: "meteor shower", userQueryContext: CSUserQueryContext())
///     for try await response in query.responses {
///         switch response {
///         case .item(let item): items.append(item)
///         case .suggestion(let suggestion): suggestions.append(suggestion)
///         }
///     }
open class CSUserQuery: CSSearchQuery, @unchecked Sendable {
    private let userContext: CSUserQueryContext

    /// A query of that text.
    public convenience init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
        self.init(userQueryString: userQueryString, context: userQueryContext, link: nil)
    }

    package init(userQueryString: String?, context: CSUserQueryContext?, link: DaemonLink?) {
        userContext = (context?.copy() as? CSUserQueryContext) ?? CSUserQueryContext()
        let text = userQueryString ?? userContext.currentSuggestion?.text ?? ""
        super.init(queryString: text, context: userContext, link: link)
    }

    /// Most results that there are without a limit: so many the daemon ranks.
    private static let mostResults = 1_000

    /// Called with suggestions.
    public var foundSuggestionsHandler: (@Sendable ([CSSuggestion]) -> Void)? {
        get { state.withLock { $0.foundSuggestionsHandler } }
        set { state.withLock { $0.foundSuggestionsHandler = newValue } }
    }

    /// Suggestions found so far.
    public var foundSuggestionCount: Int { state.withLock { $0.foundSuggestions } }

    /// Connects and has the model loaded, so that the first search finds both ready.
    open class func prepare() {
        Task {
            guard let link = try? DaemonLink.shared() else { return }
            _ = try? await ItemSource(link: link).search(
                "ready", condition: nil, limit: 1, offset: 0, mode: "hybrid", language: nil)
        }
    }

    /// The same as `prepare()`: the daemon protects everything alike.
    open class func prepareProtectionClasses(_ protectionClasses: [FileProtectionType]) { prepare() }

    // MARK: Running

    override func produce(_ emit: (Event) throws -> Void) async throws {
        let filters = try filterExpressions()
        let source = try source()
        let suggestions = try await suggestions(source)
        if !suggestions.isEmpty { try emit(.suggestions(suggestions)) }
        guard !queryString.allSatisfy(\.isWhitespace) else { return }

        let whole = QueryExpression.all(filters)
        let condition = filters.isEmpty ? nil : QueryNarrowing.predicate(for: whole)
        let matcher = QueryMatcher(whole)
        let mode = userContext.disableSemanticSearch ? "lexical" : "hybrid"
        var left = userContext.maxResultCount > 0 ? userContext.maxResultCount : Self.mostResults
        var rank = 0
        var offset = 0
        while left > 0 {
            // Small pages: what is read back of one is shown before the next.
            let limit = min(50, Self.mostResults - offset)
            guard limit > 0 else { return }
            let ids = try await source.search(
                queryString, condition: condition, limit: limit, offset: offset, mode: mode,
                language: context.keyboardLanguage)
            offset += ids.count
            let passing = try await source.items(ids).filter { matcher.matches($0) }.prefix(left)
            left -= passing.count
            let items = prepared(Array(passing), rank: &rank)
            if !items.isEmpty { try emit(.items(items)) }
            if ids.count < limit { return }
        }
    }

    fileprivate func suggestions(_ source: ItemSource) async throws -> [CSSuggestion] {
        guard userContext.maxSuggestionCount > 0 else { return [] }
        let found = try await source.suggestions(queryString, limit: min(userContext.maxSuggestionCount, 100))
        return found.enumerated().map { CSSuggestion(text: $1.text, rank: $0, entity: $1.entity) }
    }
}
