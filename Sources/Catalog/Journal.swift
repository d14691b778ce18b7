import AlmagestEntities
import SQLite
import Synchronization

/// An entry of the journal without content.
public struct JournalEntry: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case put
        /// What was deleted; nil when that was before tombstones had names.
        case delete(EntityID?)
    }

    public let seq: Seq
    public let row: RowID
    public let kind: Kind
}

/// Who wants to know that something was committed.
final class CommitObservers: Sendable {
    private let observers = Mutex<[@Sendable () -> Void]>([])

    func add(_ observer: @escaping @Sendable () -> Void) { observers.withLock { $0.append(observer) } }

    func notify() { for observer in observers.withLock({ $0 }) { observer() } }
}

extension Catalog {
    /// Calls `observer` after each commit that changed an entity, on the writer's thread: it must not block.
    public func observe(_ observer: @escaping @Sendable () -> Void) { writer.observers.add(observer) }

    /// Entries after `seq` in their order; none at all means that there are no more.
    public func journal(after seq: Seq, limit: Int) async throws -> [JournalEntry] {
        try await reader(from: 1) { try await $0.journal(after: seq, limit: limit) }
    }

    /// Of what was deleted up to this `seq` not everything can be told any more.
    public func oldestResumable() async throws -> Seq {
        try await reader(from: 0) { try await $0.oldestResumable() }
    }
}

extension CatalogReader {
    func journal(after seq: Seq, limit: Int) throws(AlmagestError) -> [JournalEntry] {
        try reading { db in
            let find = try db.cached(
                """
                SELECT j.seq, j.row, j.kind, b.name, t.name, s.id
                FROM journal j LEFT JOIN tombstone s ON j.kind = 1 AND s.seq = j.seq
                    LEFT JOIN bundle b ON b.code = s.bundle LEFT JOIN type t ON t.code = s.type
                WHERE j.seq > ? ORDER BY j.seq LIMIT ?
                """)
            try find.bind(1, seq)
            try find.bind(2, limit)
            defer { find.reset() }
            var found: [JournalEntry] = []
            while try find.step() {
                var kind = JournalEntry.Kind.put
                if find.int64(2) != 0 {
                    let isNamed = !find.isNull(3) && !find.isNull(4) && !find.isNull(5)
                    kind = .delete(
                        isNamed ? EntityID(bundle: find.text(3), type: find.text(4), id: find.text(5)) : nil)
                }
                found.append(
                    JournalEntry(seq: find.int64(0), row: RowID(truncatingIfNeeded: find.int64(1)), kind: kind))
            }
            return found
        }
    }

    func oldestResumable() throws(AlmagestError) -> Seq {
        try reading { db in
            let horizon = try db.int64("SELECT horizon FROM state WHERE id = 1") ?? 0
            let nameless = try db.int64(
                """
                SELECT max(j.seq) FROM journal j
                WHERE j.kind = 1 AND NOT EXISTS (SELECT 1 FROM tombstone s WHERE s.seq = j.seq)
                """)
            return max(horizon, nameless ?? 0)
        }
    }
}
