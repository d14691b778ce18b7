internal import AlmagestEntities
import Foundation
import Synchronization

/// A search of the app's own content by attributes.
///
///     let query = CSSearchQuery(queryString: #"title == "meteor*"cd && rating >= 4"#, queryContext: nil)
///     for try await result in query.results { print(result.item.uniqueIdentifier) }
///
/// A query runs once: either `results` is read, or the handlers are set and `start()` is called.
open class CSSearchQuery: NSObject, @unchecked Sendable {
    // Unchecked, because NSObject is not Sendable: what changes is behind a lock, the context is a copy.

    let queryString: String
    let context: CSSearchQueryContext
    /// The connection that is used; nil for the app's own.
    package let ownLink: DaemonLink?

    struct State: Sendable {
        var hasStarted = false
        var isCancelled = false
        var task: Task<Void, Never>?
        var foundItems = 0
        var foundSuggestions = 0
        var foundItemsHandler: (@Sendable ([CSSearchableItem]) -> Void)?
        var foundSuggestionsHandler: (@Sendable ([CSSuggestion]) -> Void)?
        var completionHandler: (@Sendable ((any Error)?) -> Void)?
        var protectionClasses: [FileProtectionType] = []
    }
    let state = Mutex(State())

    /// What a query gives back while it runs.
    enum Event {
        case items([CSSearchableItem])
        case suggestions([CSSuggestion])
    }

    /// A query of that string, see `docs/core-spotlight.md`. What is wrong with it is told when it runs.
    public convenience init(queryString: String, queryContext: CSSearchQueryContext?) {
        self.init(queryString: queryString, context: queryContext, link: nil)
    }

    /// A query whose results carry those attributes.
    @available(*, deprecated, message: "Use init(queryString:queryContext:).")
    public convenience init(queryString: String, attributes: [String]?) {
        let context = CSSearchQueryContext()
        context.fetchAttributes = attributes ?? []
        self.init(queryString: queryString, context: context, link: nil)
    }

    package init(queryString: String, context: CSSearchQueryContext?, link: DaemonLink?) {
        self.queryString = queryString
        self.context = (context?.copy() as? CSSearchQueryContext) ?? CSSearchQueryContext()
        ownLink = link
        super.init()
    }

    // MARK: Handlers

    public var isCancelled: Bool { state.withLock { $0.isCancelled } }
    /// Items found so far.
    public var foundItemCount: Int { state.withLock { $0.foundItems } }

    /// Called with items as they are found, one call after another.
    public var foundItemsHandler: (@Sendable ([CSSearchableItem]) -> Void)? {
        get { state.withLock { $0.foundItemsHandler } }
        set { state.withLock { $0.foundItemsHandler = newValue } }
    }

    /// Called once, at the end.
    public var completionHandler: (@Sendable ((any Error)?) -> Void)? {
        get { state.withLock { $0.completionHandler } }
        set { state.withLock { $0.completionHandler = newValue } }
    }

    /// Kept; the daemon protects everything alike.
    public var protectionClasses: [FileProtectionType] {
        get { state.withLock { $0.protectionClasses } }
        set { state.withLock { $0.protectionClasses = newValue } }
    }

    /// Runs the query and calls the handlers. A second time does nothing.
    open func start() {
        guard begin() else { return }
        run { event in
            switch event {
            case .items(let items): self.foundItemsHandler?(items)
            case .suggestions(let suggestions): self.state.withLock { $0.foundSuggestionsHandler }?(suggestions)
            }
        } completion: { error in
            self.completionHandler?(error)
        }
    }

    /// Ends the query with `CSSearchQueryError.cancelled`.
    open func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    // MARK: Running

    /// Whether this is the first time.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted
        }
    }

    func run(
        _ deliver: @escaping @Sendable (Event) -> Void, completion: @escaping @Sendable (CSSearchQueryError?) -> Void
    ) {
        let task = Task {
            do {
                try checkCancellation()
                try await produce { event in
                    try self.checkCancellation()
                    self.count(event)
                    deliver(event)
                }
                completion(nil)
            } catch {
                completion(isCancelled ? CSSearchQueryError(CancellationError()) : CSSearchQueryError(error))
            }
        }
        let wasCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if wasCancelled { task.cancel() }
    }

    private func checkCancellation() throws {
        if isCancelled || Task.isCancelled { throw CancellationError() }
    }

    private func count(_ event: Event) {
        state.withLock { state in
            switch event {
            case .items(let items): state.foundItems += items.count
            case .suggestions(let suggestions): state.foundSuggestions += suggestions.count
            }
        }
    }

    /// Finds, and hands on what is found.
    func produce(_ emit: (Event) throws -> Void) async throws {
        let expression = try QueryParser.parse(queryString)
        let filters = try filterExpressions()
        let whole = filters.isEmpty ? expression : .all([expression] + filters)
        let matcher = QueryMatcher(whole)
        var rank = 0
        try await source().forEach(matching: QueryNarrowing.predicate(for: whole)) { items in
            let passing = prepared(items.filter { matcher.matches($0) }, rank: &rank)
            if !passing.isEmpty { try emit(.items(passing)) }
            return true
        }
    }

    // MARK: Parts

    func source() throws -> ItemSource { ItemSource(link: try ownLink ?? DaemonLink.shared()) }

    func filterExpressions() throws(CSSearchQueryError) -> [QueryExpression] {
        var result: [QueryExpression] = []
        for filter in context.filterQueries { result.append(try QueryParser.parse(filter)) }
        return result
    }

    /// Items with their place among the results and only the attributes that were asked for.
    func prepared(_ items: [CSSearchableItem], rank: inout Int) -> [CSSearchableItem] {
        for item in items {
            item.rank = rank
            rank += 1
            if !context.fetchAttributes.isEmpty { item.attributeSet.keepOnly(context.fetchAttributes) }
        }
        return items
    }
}
