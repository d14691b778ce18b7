import Synchronization

/// Rows whose content was found not to be what was stored. Each is written anew when its app tells it again, though it be
/// the same.
public final class DamagedRows: Sendable {
    private struct State {
        var rows: Set<RowID> = []
        var observer: (@Sendable (RowID) -> Void)?
    }
    private let state = Mutex(State())

    /// So many are told apart; where more is damaged the file is lost.
    private static let most = 100_000

    init() {}

    /// Tells `observer` of each row once, until it is written anew; of those that are known at once. In place of the
    /// observer before.
    public func observe(_ observer: @escaping @Sendable (RowID) -> Void) {
        let known = state.withLock { state in
            state.observer = observer
            return state.rows
        }
        for row in known.sorted() { observer(row) }
    }

    func note(_ row: RowID) {
        let observer = state.withLock { state -> (@Sendable (RowID) -> Void)? in
            guard state.rows.count < Self.most, state.rows.insert(row).inserted else { return nil }
            return state.observer
        }
        observer?(row)
    }

    func contains(_ row: RowID) -> Bool { state.withLock { !$0.rows.isEmpty && $0.rows.contains(row) } }

    func written(_ row: RowID) { state.withLock { _ = $0.rows.remove(row) } }
}
