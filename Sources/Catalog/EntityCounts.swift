import Synchronization

/// Where an entity is counted, by the codes of names.
struct CountKey: Hashable, Sendable {
    var bundle: Int64
    var index: Int64
    var type: Int64
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
                    if state.indexNames[after.index] == nil {
                        state.indexNames[after.index] = indexNames(after.index) ?? ""
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
                bundle: bundles[Int(key.bundle)], index: state.indexNames[key.index] ?? "",
                type: types[Int(key.type)], entities: count)
        }
        .sorted { ($0.bundle, $0.index, $0.type) < ($1.bundle, $1.index, $1.type) }
    }
}
