internal import AlmagestEntities
import Foundation

extension CSSearchQuery {
    /// The results one by one; reading it starts the query.
    public var results: Results {
        Results(
            stream: stream { event, yield in
                guard case .items(let items) = event else { return }
                for item in items { yield(Results.Item(item: item)) }
            })
    }

    /// The results of a query, best first where they are ranked.
    public struct Results: AsyncSequence, Sendable {
        /// One result.
        public struct Item: Identifiable, Hashable, Comparable, @unchecked Sendable {
            // Unchecked: the query that made the item keeps no hold of it.
            public let item: CSSearchableItem

            public init(item: CSSearchableItem) { self.item = item }

            public var id: String { item.uniqueIdentifier }

            public static func == (a: Item, b: Item) -> Bool { a.id.hasSameBytes(as: b.id) }
            public func hash(into hasher: inout Hasher) { hasher.combine(ExactName(id)) }
            /// Better results are less, so that sorted ones begin with the best.
            public static func < (a: Item, b: Item) -> Bool { a.item.rank < b.item.rank }
        }

        let stream: AsyncThrowingStream<Item, any Error>

        public struct AsyncIterator: AsyncIteratorProtocol {
            var iterator: AsyncThrowingStream<Item, any Error>.AsyncIterator
            /// - Throws: `CSSearchQueryError`.
            public mutating func next() async throws -> Item? { try await iterator.next() }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: stream.makeAsyncIterator()) }
    }

    /// Runs the query and turns what it gives into a stream; a second time is an error.
    func stream<Element: Sendable>(
        _ elements: @escaping @Sendable (Event, (Element) -> Void) -> Void
    ) -> AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self, throwing: (any Error).self)
        guard begin() else {
            continuation.finish(throwing: CSSearchQueryError(.unknown, "A query runs once; make another."))
            return stream
        }
        run { event in
            elements(event) { continuation.yield($0) }
        } completion: { error in
            continuation.finish(throwing: error)
        }
        continuation.onTermination = { [weak self] end in
            if case .cancelled = end { self?.cancel() }
        }
        return stream
    }
}
