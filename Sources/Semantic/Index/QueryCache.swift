import Synchronization

/// The newest queries and their vectors.
final class QueryCache: Sendable {
    private struct State {
        var vectors: [String: (vector: QueryVector, used: UInt64)] = [:]
        var clock: UInt64 = 0
    }
    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    func vector(_ text: String) -> QueryVector? {
        state.withLock { state in
            guard let found = state.vectors[text] else { return nil }
            state.clock += 1
            state.vectors[text] = (found.vector, state.clock)
            return found.vector
        }
    }

    func keep(_ vector: QueryVector, for text: String) {
        // A text of a megabyte is not typed twice.
        guard capacity > 0, text.utf8.count <= 4096 else { return }
        state.withLock { state in
            state.clock += 1
            state.vectors[text] = (vector, state.clock)
            guard state.vectors.count > capacity else { return }
            // The older half goes at once, so that the search for the oldest is rare.
            let cut = state.vectors.values.map(\.used).sorted()[state.vectors.count / 2]
            state.vectors = state.vectors.filter { $0.value.used >= cut }
        }
    }
}
