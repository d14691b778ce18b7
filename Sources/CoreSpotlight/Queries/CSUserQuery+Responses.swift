internal import AlmagestEntities
import Foundation

extension CSUserQuery {
    public typealias Item = CSSearchQuery.Results.Item

    /// One suggestion.
    public struct Suggestion: Identifiable, Hashable, Comparable, @unchecked Sendable {
        // Unchecked: a suggestion never changes.
        public let suggestion: CSSuggestion

        public init(suggestion: CSSuggestion) { self.suggestion = suggestion }

        public var id: String { suggestion.text }

        public static func == (a: Suggestion, b: Suggestion) -> Bool { a.id.hasSameBytes(as: b.id) }
        public func hash(into hasher: inout Hasher) { hasher.combine(ExactName(id)) }
        public static func < (a: Suggestion, b: Suggestion) -> Bool { a.suggestion.rank < b.suggestion.rank }
    }

    /// What a search gives: items and suggestions.
    public enum Response: Identifiable, Hashable, Sendable {
        case item(Item)
        case suggestion(Suggestion)

        public var id: String {
            switch self {
            case .item(let item): "item:\(item.id)"
            case .suggestion(let suggestion): "suggestion:\(suggestion.id)"
            }
        }
    }

    /// Items and suggestions as they are found; reading it starts the query.
    public var responses: Responses {
        Responses(
            stream: stream { event, yield in
                switch event {
                case .items(let items): for item in items { yield(.item(Item(item: item))) }
                case .suggestions(let suggestions):
                    for suggestion in suggestions { yield(.suggestion(Suggestion(suggestion: suggestion))) }
                }
            })
    }

    /// Suggestions alone; reading it starts the query.
    public var suggestions: Suggestions {
        Suggestions(
            stream: stream { event, yield in
                guard case .suggestions(let suggestions) = event else { return }
                for suggestion in suggestions { yield(Suggestion(suggestion: suggestion)) }
            })
    }

    public struct Responses: AsyncSequence, Sendable {
        let stream: AsyncThrowingStream<Response, any Error>

        public struct AsyncIterator: AsyncIteratorProtocol {
            var iterator: AsyncThrowingStream<Response, any Error>.AsyncIterator
            /// - Throws: `CSSearchQueryError`.
            public mutating func next() async throws -> Response? { try await iterator.next() }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: stream.makeAsyncIterator()) }
    }

    public struct Suggestions: AsyncSequence, Sendable {
        let stream: AsyncThrowingStream<Suggestion, any Error>

        public struct AsyncIterator: AsyncIteratorProtocol {
            var iterator: AsyncThrowingStream<Suggestion, any Error>.AsyncIterator
            /// - Throws: `CSSearchQueryError`.
            public mutating func next() async throws -> Suggestion? { try await iterator.next() }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: stream.makeAsyncIterator()) }
    }
}
