import Catalog
import Synchronization

/// The newest rankings, so that the second page is cut from the same ranking as the first.
final class RankingCache: Sendable {
    private struct State {
        var entries: [UInt64: (ranking: Ranking, made: ContinuousClock.Instant)] = [:]
        var order: [UInt64] = []
    }
    private let state = Mutex(State())
    private let capacity: Int

    /// A ranking this old is made afresh even for the same request: what `now` means has moved on.
    private static let freshness = Duration.seconds(300)

    init(capacity: Int = 128) { self.capacity = capacity }

    /// The ranking of a request, made of everything up to exactly `seq`, or any when `seq` is nil.
    func ranking(_ request: UInt64, at seq: Seq?) -> Ranking? {
        state.withLock { state in
            guard let entry = state.entries[request], ContinuousClock.now - entry.made < Self.freshness else {
                return nil
            }
            // One made while a donation was on its way would hide it until the next write.
            return seq == nil || entry.ranking.isComplete && seq == entry.ranking.seq ? entry.ranking : nil
        }
    }

    func keep(_ ranking: Ranking, for request: UInt64) {
        state.withLock { state in
            if state.entries.updateValue((ranking, .now), forKey: request) != nil {
                state.order.removeAll { $0 == request }
            }
            state.order.append(request)
            if state.order.count > capacity {
                state.entries[state.order.removeFirst()] = nil
            }
        }
    }
}
