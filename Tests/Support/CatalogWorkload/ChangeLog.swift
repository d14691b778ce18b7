import AlmagestEntities
import Catalog
import Synchronization

/// Changes as a catalog gives them to a projection, and the revisions that it would have then.
public final class ChangeLog: Sendable {
    private struct State {
        var revisions: [RowID: Seq] = [:]
        var seq: Seq = 0
    }

    private let state = Mutex(State())

    public init() {}

    public func isLive(_ row: RowID, _ revision: Seq) -> Bool { state.withLock { $0.revisions[row] == revision } }

    public func put(_ row: RowID, _ entity: Entity) -> Change { change(row, .put(entity)) }

    public func delete(_ row: RowID) -> Change { change(row, .delete) }

    private func change(_ row: RowID, _ kind: Change.Kind) -> Change {
        state.withLock { state in
            state.seq += 1
            if case .put = kind { state.revisions[row] = state.seq } else { state.revisions[row] = nil }
            return Change(seq: state.seq, row: row, kind: kind)
        }
    }
}
