import AlmagestEntities
import Catalog
import Synchronization

/// What the index keeps in memory: a few bytes a row, the columns' names, the groups.
///
/// The writer changes it right after each commit; readers hold the lock for passes over plain arrays.
final class IndexState: Sendable {
    struct Contents: ~Copyable {
        /// Newest revision of each row: 0 never seen, negative deleted at that `seq`.
        var revisions: [Seq] = []
        /// Index in `groups`.
        var group: [UInt32] = []
        /// Generation at which the row was last changed.
        var changed: [UInt32] = []
        /// Counts commits; what was computed at an older one may be out of date.
        var generation: UInt32 = 1
        var groups: [EntityGroup] = []
        var groupNumbers: [EntityGroup: UInt32] = [:]
        var columns = ColumnTable()
        /// Columns in memory.
        var dense: [ColumnID: DenseColumn] = [:]
        /// When each was last used, by `tick`.
        var used: [ColumnID: UInt64] = [:]
        var tick: UInt64 = 0
        /// Rows of single values in memory.
        var sets = ValueSets()
        /// What is applied while columns are read to be kept.
        var log = AppliedLog()
        /// How often a wide stretch of a column was read from the file that would better be in memory.
        var wanted: [ColumnID: Int] = [:]
        var appliedSeq: Seq = 0
        /// Counts the files there were; a reader of an older one opens the new.
        var epoch = 0

        mutating func reserve(row: RowID) {
            guard Int(row) >= revisions.count else { return }
            let more = max(Int(row) + 1 - revisions.count, revisions.count / 8)
            revisions.append(contentsOf: repeatElement(0, count: more))
            group.append(contentsOf: repeatElement(0, count: more))
            changed.append(contentsOf: repeatElement(0, count: more))
        }
    }

    private let contents = Mutex(Contents())

    func with<R: Sendable>(_ body: (inout Contents) throws -> R) rethrows -> R {
        try contents.withLock { contents in try body(&contents) }
    }

    /// Everything as in an empty index; generations go on, so that no cached result survives.
    func reset() {
        contents.withLock { contents in
            let generation = contents.generation
            let epoch = contents.epoch
            // Whoever reads meanwhile reads another file: nothing of it is kept.
            var log = contents.log
            log.forget(through: generation &+ 1)
            contents = Contents()
            contents.log = log
            contents.epoch = epoch + 1
            contents.generation = generation &+ 1
        }
    }

    /// Runs `body`, which reads the file: what is applied meanwhile is logged.
    func logging<R>(_ body: () throws -> R) rethrows -> R {
        let generation = contents.withLock { contents in
            contents.log.begin(at: contents.generation)
            return contents.generation
        }
        defer { contents.withLock { $0.log.end(at: generation) } }
        return try body()
    }

    /// Columns that were read widely several times, once each.
    func takeWanted() -> [ColumnID] {
        contents.withLock { contents in
            let wanted = contents.wanted.filter { $0.value >= 3 && contents.dense[$0.key] == nil }.map(\.key)
            for column in wanted { contents.wanted[column] = 0 }
            return wanted
        }
    }

    var generation: UInt32 { contents.withLock { $0.generation } }
    var epoch: Int { contents.withLock { $0.epoch } }
    /// Rows are below it.
    var rowLimit: Int { contents.withLock { $0.revisions.count } }
    var columns: ColumnTable { contents.withLock { $0.columns } }
}

/// Names of the columns.
struct ColumnTable: Sendable {
    struct Column: Hashable, Sendable {
        private var name: ExactName
        var path: String { name.text }
        var kind: ColumnKind

        init(path: String, kind: ColumnKind) {
            name = ExactName(path)
            self.kind = kind
        }
    }

    /// More columns than this are not made: what would need them is not indexed.
    static let limit = 50_000

    private(set) var columns: [ColumnID: Column] = [:]
    private var byPath: [ExactName: [ColumnID]] = [:]
    private var numbers: [Column: ColumnID] = [:]

    subscript(id: ColumnID) -> Column? { columns[id] }

    func number(_ path: String, _ kind: ColumnKind) -> ColumnID? { numbers[Column(path: path, kind: kind)] }

    /// The columns of a path in the order of their kinds.
    func columns(at path: String) -> [(id: ColumnID, kind: ColumnKind)] {
        (byPath[ExactName(path)] ?? []).compactMap { id in columns[id].map { (id, $0.kind) } }
            .sorted { $0.1.rawValue < $1.1.rawValue }
    }

    mutating func insert(_ id: ColumnID, _ path: String, _ kind: ColumnKind) {
        let column = Column(path: path, kind: kind)
        columns[id] = column
        byPath[ExactName(path), default: []].append(id)
        numbers[column] = id
    }

    var nextID: ColumnID { (columns.keys.max() ?? 0) + 1 }
    var count: Int { columns.count }
}
