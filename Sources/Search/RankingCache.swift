import Catalog
import Synchronization

/// The rankings used last, so that the second page is cut from the same ranking as the first.
final class RankingCache: Sendable {
    /// An object, because looking through all of them must not copy them.
    private final class Entry: Sendable {
        let request: UInt64
        let ranking: Ranking
        let made = ContinuousClock.now

        init(request: UInt64, ranking: Ranking) {
            self.request = request
            self.ranking = ranking
        }
    }
    private struct State {
        /// By the ranking's own number.
        var entries: [UInt64: Entry] = [:]
        /// The one used last is last.
        var order: [UInt64] = []
        /// By request, those that answer it from the beginning.
        var newest: [UInt64: UInt64] = [:]
        /// Of all rankings together.
        var hits = 0
    }
    private let state = Mutex(State())
    private let capacity: Int
    private let hitCapacity: Int

    /// A ranking this old is made afresh even for the same request: what `now` means has moved on.
    private static let freshness = Duration.seconds(300)
    /// Of one request no more than these are kept, so that whoever asks it over and over displaces no others.
    private static let ofOneRequest = 8

    /// - Parameters:
    ///   - capacity: Rankings that are kept at most.
    ///   - hitCapacity: Their hits at most, some hundred bytes each; the newest ranking is kept whatever it has.
    init(capacity: Int = 128, hitCapacity: Int = 32_768) {
        self.capacity = capacity
        self.hitCapacity = hitCapacity
    }

    /// The newest ranking of a request, if it was made of everything up to exactly `seq`.
    func newest(_ request: UInt64, at seq: Seq) -> Ranking? {
        state.withLock { state in
            guard let id = state.newest[request], let entry = state.entries[id],
                ContinuousClock.now - entry.made < Self.freshness
            else { return nil }
            // One made while a donation was on its way would hide it until the next write.
            return entry.ranking.isComplete && seq == entry.ranking.seq ? entry.ranking : nil
        }
    }

    /// The ranking that a cursor names, however old it is.
    func ranking(_ id: UInt64, of request: UInt64) -> Ranking? {
        state.withLock { state in
            guard let entry = state.entries[id], entry.request == request else { return nil }
            state.order.removeAll { $0 == id }
            state.order.append(id)
            return entry.ranking
        }
    }

    /// Keeps a ranking for its cursors; one that is `isWhole` also answers the same request again.
    func keep(_ ranking: Ranking, for request: UInt64, isWhole: Bool) {
        state.withLock { state in
            Self.remove(ranking.id, from: &state)
            state.entries[ranking.id] = Entry(request: request, ranking: ranking)
            state.hits += ranking.hits.count
            state.order.append(ranking.id)
            if isWhole { state.newest[request] = ranking.id }
            let alike = state.order.filter { state.entries[$0]?.request == request }
            for id in alike.dropLast(Self.ofOneRequest) { Self.remove(id, from: &state) }
            while state.order.count > capacity || state.hits > hitCapacity, state.order.count > 1 {
                Self.remove(state.order[0], from: &state)
            }
        }
    }

    private static func remove(_ id: UInt64, from state: inout State) {
        state.order.removeAll { $0 == id }
        guard let entry = state.entries.removeValue(forKey: id) else { return }
        state.hits -= entry.ranking.hits.count
        if state.newest[entry.request] == id { state.newest[entry.request] = nil }
    }
}
