import AlmagestEntities
import Glibc
import SQLite

/// Content of batches until their commit, in a file that survives nothing.
///
/// It belongs to the thread of `CatalogWriter`.
final class Staging {
    private let path: String
    private let maximumBytes: Int
    private var connection: Connection?
    private var batches: [BatchID: Batch] = [:]
    private var lastID: UInt64 = 0
    private var bytes = 0

    struct Batch {
        let bundle: String
        let index: String
        fileprivate(set) var steps: [Step] = []
        fileprivate var bytes = 0
        /// Entities that were given to it, refused ones included.
        fileprivate var given = 0
    }

    /// What a batch does, in order.
    enum Step {
        /// Entities in the table, by their numbers.
        case puts(ClosedRange<Int64>)
        /// With its place among the entities that were given to the batch.
        case update(EntityPatch, Int)
        case delete(DeleteScope)
    }

    init(path: String, maximumBytes: Int) {
        self.path = path
        self.maximumBytes = maximumBytes
        unlink(path)
    }

    deinit {
        connection = nil
        unlink(path)
    }

    func begin(bundle: String, index: String) throws -> BatchID {
        let db = try opened()
        lastID += 1
        let id = BatchID(lastID)
        try db.execute(
            """
            CREATE TABLE \(Self.table(id)) (
                n INTEGER PRIMARY KEY, bundle TEXT, type TEXT, id TEXT, named_index TEXT, domain TEXT,
                ownership INTEGER, hidden INTEGER, priority INTEGER, expires REAL, hash BLOB, body BLOB) STRICT
            """)
        batches[id] = Batch(bundle: bundle, index: index)
        return id
    }

    func batch(_ id: BatchID) throws(AlmagestError) -> Batch {
        guard let batch = batches[id] else {
            throw AlmagestError(
                .noSuchBatch, "There is no batch \(id.value) open.", path: "batch",
                hint: "A batch ends with its commit, its abort or its connection.")
        }
        return batch
    }

    /// Forgets a batch and its content.
    func end(_ id: BatchID) {
        guard let batch = batches.removeValue(forKey: id) else { return }
        bytes -= batch.bytes
        // A failure leaves pages in a file that goes with the process.
        _ = try? connection?.execute("DROP TABLE \(Self.table(id))")
        if batches.isEmpty {
            connection = nil
            unlink(path)
        }
    }

    /// Stages a write; all of it or, when it throws, nothing.
    func stage(_ request: PreparedWrite, in id: BatchID) throws -> WriteOutcome {
        var batch = try batch(id)
        let db = try opened()
        var outcome = WriteOutcome(seq: 0)
        var added = 0
        try db.transaction {
            let insert = try db.cached(
                "INSERT INTO \(Self.table(id)) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            for (position, entry) in request.entries.enumerated() {
                switch entry {
                case .rejected(let error):
                    outcome.rejected.append((position, error))
                case .put(let entity):
                    if let error = batch.objection(bundle: entity.key.bundle, index: entity.index) {
                        outcome.rejected.append((position, error))
                        continue
                    }
                    try bind(entity, to: insert)
                    try insert.run()
                    batch.addPut(db.lastInsertRowID)
                    added += entity.body.count + 128
                case .update(let patch):
                    let index = patch.given.contains(.index) ? patch.values.index : batch.index
                    if let error = batch.objection(bundle: patch.key.bundle, index: index) {
                        outcome.rejected.append((position, error))
                        continue
                    }
                    batch.steps.append(.update(patch, batch.given + position))
                    added += patch.values.encoded().count * 2 + 256
                }
            }
            if request.atomic && !outcome.rejected.isEmpty { throw CatalogStore.AtomicRejection(outcome: outcome) }
            try reserve(added)
        }
        outcome.stored = request.entries.count - outcome.rejected.count
        batch.given += request.entries.count
        keep(batch, id, added)
        return outcome
    }

    /// Stages a delete. It reaches no further than the batch's named index.
    func stage(_ scope: DeleteScope, in id: BatchID) throws {
        var batch = try batch(id)
        var scope = scope
        if scope.index == nil { scope.index = batch.index }
        if let error = batch.objection(bundle: scope.bundle, index: scope.index ?? batch.index) { throw error }
        let added = (scope.identifiers ?? []).reduce(256) { $0 + $1.utf8.count + 32 }
        try reserve(added)
        batch.steps.append(.delete(scope))
        keep(batch, id, added)
    }

    /// Goes through staged entities.
    func forEach(_ numbers: ClosedRange<Int64>, of id: BatchID, _ body: (PreparedEntity) throws -> Void) throws {
        let find = try opened().cached("SELECT * FROM \(Self.table(id)) WHERE n BETWEEN ? AND ? ORDER BY n")
        try find.bind(1, numbers.lowerBound)
        try find.bind(2, numbers.upperBound)
        defer { find.reset() }
        while try find.step() {
            guard let hash = find.withBlob(10, { ContentHash($0) }) else {
                throw AlmagestError(.storeDamaged, "\(path): a staged entity has lost its hash.")
            }
            try body(
                PreparedEntity(
                    key: EntityID(bundle: find.text(1), type: find.text(2), id: find.text(3)), index: find.text(4),
                    domain: find.text(5), ownership: UInt8(truncatingIfNeeded: find.int64(6)), hidden: find.bool(7),
                    expires: find.optionalDouble(9) ?? .infinity, priority: Int16(truncatingIfNeeded: find.int64(8)),
                    hash: hash, body: find.blob(11)))
        }
    }

    // MARK: -

    private static func table(_ id: BatchID) -> String { "batch_\(id.value)" }

    private func opened() throws -> Connection {
        if let connection { return connection }
        let db = try Connection(path: path, cacheKilobytes: 2048)
        // Nothing in it has to survive: no flush, no journal on disk.
        try db.setPragma("journal_mode", "MEMORY")
        try db.setPragma("synchronous", "OFF")
        try db.setPragma("locking_mode", "EXCLUSIVE")
        connection = db
        return db
    }

    private func reserve(_ added: Int) throws(AlmagestError) {
        guard bytes + added <= maximumBytes else {
            throw AlmagestError(
                .tooLarge, "All batches together have more than \(maximumBytes) bytes.",
                hint: "Commit batches earlier.")
        }
    }

    private func keep(_ batch: Batch, _ id: BatchID, _ added: Int) {
        var batch = batch
        batch.bytes += added
        bytes += added
        batches[id] = batch
    }

    private func bind(_ entity: PreparedEntity, to insert: Statement) throws {
        try insert.bind(1, entity.key.bundle)
        try insert.bind(2, entity.key.type)
        try insert.bind(3, entity.key.id)
        try insert.bind(4, entity.index)
        try insert.bind(5, entity.domain)
        try insert.bind(6, Int(entity.ownership))
        try insert.bind(7, entity.hidden)
        try insert.bind(8, Int(entity.priority))
        try insert.bind(9, entity.expires == .infinity ? nil : entity.expires)
        try entity.hash.withBytes { try insert.bind(10, bytes: $0) }
        try insert.bind(11, entity.body)
    }
}

extension Staging.Batch {
    /// Why content does not belong in this batch: its client state speaks for one named index of one app.
    fileprivate func objection(bundle: String, index: String) -> AlmagestError? {
        if ExactName(bundle) == ExactName(self.bundle), ExactName(index) == ExactName(self.index) { return nil }
        return AlmagestError(
            .notAllowed,
            "The batch is for index \"\(self.index)\" of \(self.bundle), this is for \"\(index)\" of \(bundle).")
    }

    fileprivate mutating func addPut(_ number: Int64) {
        if case .puts(let range)? = steps.last, range.upperBound == number - 1 {
            steps[steps.count - 1] = .puts(range.lowerBound...number)
        } else {
            steps.append(.puts(number...number))
        }
    }
}
