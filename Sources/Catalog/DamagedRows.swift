import Synchronization

/// Rows whose content was found not to be what was stored. Each is written anew when its app tells it again, though it be
/// the same.
public final class DamagedRows: Sendable {
    private struct State {
        var rows: Set<RowID> = []
        /// Those of them whose page is lost.
        var lost: Set<RowID> = []
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

    /// - Parameter isLost: its page can be neither read nor written.
    func note(_ row: RowID, isLost: Bool = false) {
        let observer = state.withLock { state -> (@Sendable (RowID) -> Void)? in
            if isLost { state.lost.insert(row) }
            guard state.rows.count < Self.most, state.rows.insert(row).inserted else { return nil }
            return state.observer
        }
        observer?(row)
    }

    /// Those that were not written anew yet.
    public var all: [RowID] { state.withLock { $0.rows.sorted() } }

    func contains(_ row: RowID) -> Bool { state.withLock { !$0.rows.isEmpty && $0.rows.contains(row) } }

    func isLost(_ row: RowID) -> Bool { state.withLock { !$0.lost.isEmpty && $0.lost.contains(row) } }

    /// It is whole, or gone.
    func written(_ row: RowID) {
        state.withLock { state in
            state.rows.remove(row)
            state.lost.remove(row)
        }
    }
}
