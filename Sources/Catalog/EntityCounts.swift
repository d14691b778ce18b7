import Synchronization

/// Where an entity is counted, by the codes of names. Small: a delete may hold a million of them.
struct CountKey: Hashable, Sendable {
    var bundle: UInt16
    var type: UInt16
    var index: UInt32

    /// Takes codes as the store has them, within their limits.
    init(bundle: Int64, index: Int64, type: Int64) {
        self.bundle = UInt16(truncatingIfNeeded: bundle)
        self.type = UInt16(truncatingIfNeeded: type)
        self.index = UInt32(truncatingIfNeeded: index)
    }
}

/// Entities by bundle, named index and type, kept in step with the commits.
final class EntityCounts: Sendable {
    private struct State: Sendable {
        var counts: [CountKey: Int] = [:]
        var indexNames: [Int64: String] = [:]
    }

    private let state = Mutex(State())

    func load(_ counts: [CountKey: Int], indexNames: [Int64: String]) {
        state.withLock { $0 = State(counts: counts, indexNames: indexNames) }
    }

    func apply(_ changes: [StoreChange], indexNames: (Int64) -> String?) {
        state.withLock { state in
            for change in changes where change.before != change.after {
                if let before = change.before {
                    let left = (state.counts[before] ?? 0) - 1
                    state.counts[before] = left > 0 ? left : nil
                }
                if let after = change.after {
                    state.counts[after, default: 0] += 1
                    if state.indexNames[Int64(after.index)] == nil {
                        state.indexNames[Int64(after.index)] = indexNames(Int64(after.index)) ?? ""
                    }
                }
            }
        }
    }

    /// Sorted by bundle, index and type.
    func list(bundles: [String], types: [String]) -> [BundleCount] {
        let state = state.withLock { $0 }
        return state.counts.compactMap { key, count in
            guard bundles.indices.contains(Int(key.bundle)), types.indices.contains(Int(key.type)) else { return nil }
            return BundleCount(
                bundle: bundles[Int(key.bundle)], index: state.indexNames[Int64(key.index)] ?? "",
                type: types[Int(key.type)], entities: count)
        }
        .sorted { ($0.bundle, $0.index, $0.type) < ($1.bundle, $1.index, $1.type) }
    }
}
