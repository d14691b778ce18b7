import AlmagestEntities
import Foundation
import Synchronization
import Testing

@testable import CoreSpotlight

@Suite struct UserQueryTests {
    private func filled() async throws -> SpotlightDaemon {
        let daemon = try SpotlightDaemon()
        try await daemon.index().indexSearchableItems([
            item("1", "Meteor shower watch party") {
                $0.contentDescription = "Bring blankets"; $0.rating = 5
            },
            item("2", "Shopping list") {
                $0.contentDescription = "A meteor lamp"; $0.rating = 1
            },
            item("3", "Telescope manual") { $0.rating = 3 },
        ])
        try await daemon.settle()
        return daemon
    }

    private func ids(_ query: CSUserQuery) async throws -> (items: [String], suggestions: [String]) {
        var items: [String] = []
        var suggestions: [String] = []
        for try await response in query.responses {
            switch response {
            case .item(let item): items.append(item.id)
            case .suggestion(let suggestion): suggestions.append(suggestion.id)
            }
        }
        return (items, suggestions)
    }

    @Test func theBestComesFirstAndSuggestionsComeAlong() async throws {
        let daemon = try await filled()
        let found = try await ids(CSUserQuery(userQueryString: "meteor", context: nil, link: daemon.link))
        #expect(found.items == ["1", "2"])
        #expect(found.suggestions == ["Meteor shower watch party"])
        let context = CSUserQueryContext()
        context.maxResultCount = 1
        context.maxSuggestionCount = 0
        let limited = try await ids(CSUserQuery(userQueryString: "meteor", context: context, link: daemon.link))
        #expect(limited.items == ["1"] && limited.suggestions.isEmpty)
        let empty = try await ids(CSUserQuery(userQueryString: nil, context: nil, link: daemon.link))
        #expect(empty.items.isEmpty)
    }

    @Test func resultsAreComparedByTheirRank() async throws {
        let daemon = try await filled()
        var items: [CSUserQuery.Item] = []
        for try await item in CSUserQuery(userQueryString: "meteor", context: nil, link: daemon.link).results {
            items.append(item)
        }
        #expect(items.reversed().sorted().map(\.id) == ["1", "2"])
        #expect(items[0].item.compare(byRank: items[1].item) == .orderedAscending)
    }

    @Test func filtersHoldForUserQueriesToo() async throws {
        let daemon = try await filled()
        let context = CSUserQueryContext()
        context.filterQueries = ["rating <= 3", #"contentTypeTree="public.data""#]
        context.fetchAttributes = ["title"]
        let query = CSUserQuery(userQueryString: "meteor", context: context, link: daemon.link)
        for try await result in query.results {
            #expect(result.id == "2")
            #expect(result.item.attributeSet.title == "Shopping list")
            #expect(result.item.attributeSet.rating == nil && result.item.attributeSet.contentDescription == nil)
        }
        #expect(query.foundItemCount == 1)
        context.filterQueries = ["rating <"]
        let faulty = CSUserQuery(userQueryString: "meteor", context: context, link: daemon.link)
        let error = try await failure(CSSearchQueryError.self) { for try await _ in faulty.results {} }
        #expect(error.code == .invalidQuery && error.position == 9)
    }

    @Test func handlersAreCalledInTurnAndTheEndOnce() async throws {
        let daemon = try await filled()
        let query = CSUserQuery(userQueryString: "meteor", context: nil, link: daemon.link)
        let calls = Mutex<[String]>([])
        query.foundItemsHandler = { items in calls.withLock { $0 += items.map(\.uniqueIdentifier) } }
        query.foundSuggestionsHandler = { found in calls.withLock { $0.append("\(found.count) suggestion") } }
        let error: (any Error)? = await withCheckedContinuation { continuation in
            query.completionHandler = { continuation.resume(returning: $0) }
            query.start()
            query.start()
        }
        #expect(error == nil)
        #expect(calls.withLock { $0 } == ["1 suggestion", "1", "2"])
        #expect(query.foundItemCount == 2 && query.foundSuggestionCount == 1)
        let again = try await failure(CSSearchQueryError.self) { for try await _ in query.results {} }
        #expect(again.message.contains("once"))
    }

    @Test func aCancelledQueryEndsWithCancelled() async throws {
        let daemon = try await filled()
        let query = CSSearchQuery(queryString: "rating > 0", context: nil, link: daemon.link)
        query.cancel()
        let error: (any Error)? = await withCheckedContinuation { continuation in
            query.completionHandler = { continuation.resume(returning: $0) }
            query.start()
        }
        #expect((error as? CSSearchQueryError)?.code == .cancelled)
        #expect(query.isCancelled)
        let running = CSSearchQuery(queryString: "rating > 0", context: nil, link: daemon.link)
        let cancelled = try await failure(CSSearchQueryError.self) {
            for try await _ in running.results { running.cancel() }
            throw CSSearchQueryError(.cancelled, "It had ended before.")
        }
        #expect(cancelled.code == .cancelled)
    }

    @Test func whatWasChosenIsDonatedAsAUse() async throws {
        let daemon = try await filled()
        let query = CSUserQuery(userQueryString: "meteor", context: nil, link: daemon.link)
        var items: [CSUserQuery.Item] = []
        for try await item in query.results { items.append(item) }
        let chosen = try #require(items.last)
        #expect(
            query.key(of: chosen.item) == EntityID(bundle: SpotlightDaemon.bundle, type: "CSSearchableItem", id: "2"))
        query.userEngaged(chosen, visibleItems: items, interaction: .focus)
        query.userEngaged(chosen, visibleItems: items, interaction: .select)
        #expect(CSUserQuery.UserInteractionKind.default == .select)
        // Nobody waits for the donation; looking alone donates nothing, so it comes once.
        let used = #"{"bundle":"\#(SpotlightDaemon.bundle)","intentType":"CSUserQuery.select"}"#
        var donations = 0
        while donations == 0 { donations = try await daemon.ask("donate.delete", used)["donations"]?.count ?? 0 }
        #expect(donations == 1)
        try await daemon.index().indexSearchableItems([item("4", "still there")])
    }
}
