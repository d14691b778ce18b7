import AlmagestEntities
import Foundation
import Glibc
import Synchronization

/// Small columns of every row in memory, so that filters and liveness cost no read.
///
/// Loaded when the catalog opens and changed after each commit, before its reply.
public final class RowTable: @unchecked Sendable {
    // Unchecked: everything mutable is touched with `lock` held, `cache` guards itself.
    private let lock: UnsafeMutablePointer<pthread_rwlock_t>
    private var columns = RowColumns()
    private var names = Names()
    private var tally = Tally()
    let cache = RowSetCache()

    /// Names by their code; code 0 is none.
    struct Names {
        var bundles = [""]
        var types = [""]
        var domains = [""]
    }

    /// Totals over the live rows.
    private struct Tally {
        /// Grows with every change.
        var generation: UInt64 = 0
        var live = 0
        var hidden = 0
        var expiring = 0
        /// No live row expires before it.
        var earliestExpiry = Double.infinity

        mutating func add(_ values: RowValues) {
            live += 1
            if values.hidden { hidden += 1 }
            if values.expires < .infinity {
                expiring += 1
                earliestExpiry = min(earliestExpiry, values.expires)
            }
        }

        mutating func remove(hidden wasHidden: Bool, expires: Double) {
            live -= 1
            if wasHidden { hidden -= 1 }
            if expires < .infinity { expiring -= 1 }
            if expiring == 0 { earliestExpiry = .infinity }
        }
    }

    /// One committed change of one row.
    enum Update: Sendable {
        case put(RowID, RowValues)
        case delete(RowID, Seq)
    }

    init() {
        lock = .allocate(capacity: 1)
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        // Otherwise a steady stream of readers would hold up a commit.
        pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        pthread_rwlock_init(lock, &attributes)
        pthread_rwlockattr_destroy(&attributes)
    }

    deinit {
        columns.free()
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    private func reading<R>(_ body: () throws -> R) rethrows -> R {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    private func writing<R>(_ body: () throws -> R) rethrows -> R {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return try body()
    }

    // MARK: Rows

    /// The columns, contiguous, index = row. Valid within `withColumns`.
    public struct Columns: ~Copyable {
        /// Rows are below it.
        public let count: Int
        /// 0 where there is no entity.
        public let revision: UnsafePointer<Seq>
        /// Code of the bundle, as `bundleNames` has it.
        public let bundle: UnsafePointer<UInt16>
        public let type: UnsafePointer<UInt16>
        /// 0 is none.
        public let domain: UnsafePointer<UInt32>
        /// `Ownership.rawValue`.
        public let ownership: UnsafePointer<UInt8>
        /// 0 or 1.
        public let hidden: UnsafePointer<UInt8>
        /// Seconds since 1970 from which it is gone; infinite when it stays. Not positive where there is no entity.
        public let expires: UnsafePointer<Double>
        public let priority: UnsafePointer<Int16>

        fileprivate init(_ columns: RowColumns) {
            count = columns.count
            revision = UnsafePointer(columns.revision)
            bundle = UnsafePointer(columns.bundle)
            type = UnsafePointer(columns.type)
            domain = UnsafePointer(columns.domain)
            ownership = UnsafePointer(columns.ownership)
            hidden = UnsafePointer(columns.hidden)
            expires = UnsafePointer(columns.expires)
            priority = UnsafePointer(columns.priority)
        }

        /// Whether the row is there with that revision and has not expired.
        @inlinable
        public func isLive(_ row: RowID, revision: Seq, now: Double) -> Bool {
            let row = Int(row)
            return row < count && revision != 0 && self.revision[row] == revision && expires[row] > now
        }
    }

    /// Reads many values under one short hold of the lock: no I/O and no second call of the table within.
    public func withColumns<R>(_ body: (borrowing Columns) throws -> R) rethrows -> R {
        try reading { try body(Columns(columns)) }
    }

    /// Bundle and type of the entity in a row; nil when there is none.
    public func kind(_ row: RowID) -> (bundle: String, type: String)? {
        reading {
            let row = Int(row)
            guard row < columns.count, columns.revision[row] != 0 else { return nil }
            let (bundle, type) = (Int(columns.bundle[row]), Int(columns.type[row]))
            guard names.bundles.indices.contains(bundle), names.types.indices.contains(type) else { return nil }
            return (names.bundles[bundle], names.types[type])
        }
    }

    /// Revision of the entity in a row; 0 when there is none.
    public func revision(_ row: RowID) -> Seq {
        reading { Int(row) < columns.count ? columns.revision[Int(row)] : 0 }
    }

    /// Whether the row is there with that revision and has not expired by `now`, in seconds since 1970.
    public func isLive(_ row: RowID, revision: Seq, now: Double) -> Bool {
        withColumns { $0.isLive(row, revision: revision, now: now) }
    }

    /// Number of entities, those included that expired and are still to be removed.
    public var liveCount: Int { reading { tally.live } }

    /// No entity expires before it, in seconds since 1970; infinite when none does.
    public var earliestExpiry: Double { reading { tally.earliestExpiry } }

    /// Rows below this number have been given out, as far as the table knows.
    public var rowLimit: RowID { reading { RowID(clamping: columns.count) } }

    /// Grows with every commit that changed something.
    public var generation: UInt64 { reading { tally.generation } }

    /// Rows put or deleted after `seq`: what a projection that has applied `seq` has wrong.
    public func rowsChanged(after seq: Seq) -> RowSet {
        reading {
            var builder = RowSetBuilder(count: columns.count)
            let (revision, expires) = (columns.revision, columns.expires)
            let deletedBefore = -Double(seq)
            builder.fill { row in
                revision[row] > seq || (revision[row] == 0 && expires[row] < deletedBefore)
            }
            return builder.finish()
        }
    }

    /// `seq` of the tombstone of a row; nil when it is there, never was, or the tombstone is forgotten.
    func deletionSeq(_ row: RowID) -> Seq? {
        reading {
            let row = Int(row)
            guard row < columns.count, columns.revision[row] == 0, columns.expires[row] < 0 else { return nil }
            return Seq(-columns.expires[row])
        }
    }

    // MARK: Names

    /// Bundle by code; code 0 is the empty name.
    public var bundleNames: [String] { reading { names.bundles } }
    public var typeNames: [String] { reading { names.types } }

    /// The names of two codes; nil where one is not known yet.
    func names(bundle: Int, type: Int) -> (bundle: String, type: String)? {
        reading {
            guard names.bundles.indices.contains(bundle), names.types.indices.contains(type) else { return nil }
            return (names.bundles[bundle], names.types[type])
        }
    }

    // MARK: Row sets

    /// Runs `body` under the read lock with all that a filter needs.
    func filtering<R>(_ body: (borrowing Columns, Names, FilterFacts) -> R) -> R {
        reading {
            body(
                Columns(columns), names,
                FilterFacts(
                    generation: tally.generation, hidden: tally.hidden, earliestExpiry: tally.earliestExpiry))
        }
    }

    /// What is known of all live rows together.
    struct FilterFacts {
        var generation: UInt64
        var hidden: Int
        var earliestExpiry: Double
    }

    // MARK: Changes

    /// Takes memory for rows up to `last` ahead of `apply`, which cannot fail. Throws `unavailable` when there is none.
    func reserve(through last: Int64) throws(AlmagestError) {
        let done = last < 0 || writing { columns.reserve(Int(clamping: last) + 1) }
        guard done else {
            throw AlmagestError(.unavailable, "There is no memory for the columns of \(last) rows.")
        }
    }

    /// Takes over what was committed, and the names it brought.
    func apply(_ updates: some Sequence<Update>, names added: NameRegistry.Additions = .init()) {
        writing {
            names.bundles += added.bundles
            names.types += added.types
            names.domains += added.domains
            for update in updates {
                switch update {
                case .put(let row, let values):
                    forget(Int(row))
                    columns.set(Int(row), values)
                    tally.add(values)
                case .delete(let row, let seq):
                    forget(Int(row))
                    // A tombstone keeps its seq where nobody asks about expiry: negative, so it is gone anyway.
                    let known = Int(row) < columns.count
                    columns.set(
                        Int(row),
                        RowValues(
                            revision: 0, bundle: known ? columns.bundle[Int(row)] : 0,
                            type: known ? columns.type[Int(row)] : 0, domain: known ? columns.domain[Int(row)] : 0,
                            ownership: 0, hidden: false, expires: -Double(seq),
                            priority: 0))
                }
            }
            tally.generation += 1
        }
    }

    private func forget(_ row: Int) {
        guard row < columns.count, columns.revision[row] != 0 else { return }
        tally.remove(hidden: columns.hidden[row] != 0, expires: columns.expires[row])
    }

    /// Finds the earliest expiry anew, after expired rows were removed.
    func refreshExpiry() {
        writing {
            guard tally.expiring > 0 else { return }
            var earliest = Double.infinity
            for row in 0..<columns.count where columns.revision[row] != 0 {
                earliest = min(earliest, columns.expires[row])
            }
            tally.earliestExpiry = earliest
        }
    }
}
