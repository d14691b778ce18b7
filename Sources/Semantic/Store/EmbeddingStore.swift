import Catalog
import Files
import Foundation
import SQLite
import Threads

/// Vectors by the model and text that they were made from, so that text embedded once is not embedded again.
///
/// It is not a projection: it outlives them. A vector stays as long as a row owns it. What a row owns is replaced as a
/// whole, so applying the same change twice changes nothing. Losing the file costs time and nothing else: a damaged one
/// is begun anew.
///
/// After a rebuild was begun with `beginGeneration`, `sweep` removes what the rebuild did not come across: rows whose
/// deletion was forgotten meanwhile.
actor EmbeddingStore {
    /// A row, the revision it was given with, and the texts it has.
    struct Owner: Sendable {
        var row: RowID
        var revision: Seq
        var keys: [TextKey]
    }

    private let executor: LaneExecutor
    private let path: String
    private var connection: Connection?
    private var generation: Int64 = 0
    /// The files as the last write left them.
    private var marks: FileMarks?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Nothing is opened until first use.
    init(file: URL) {
        executor = LaneExecutor(name: "embeddings")
        path = file.path
    }

    deinit { executor.stop() }

    // MARK: Reading and writing

    /// The vectors of texts that are there, in the order asked.
    func vectors(for keys: [TextKey]) throws -> [[Float]?] {
        try recovering { connection in
            let statement = try connection.cached(
                "SELECT vector FROM text JOIN embedding USING (id) WHERE key = ?")
            return try keys.map { key in
                try bind(key, to: 1, of: statement)
                defer { statement.reset() }
                return try statement.step() ? statement.withBlob(0) { HalfFloats.decode($0) } : nil
            }
        }
    }

    /// Keeps new vectors and says who owns which texts. Of a row an older revision than the known one is left out.
    ///
    /// A new vector that no owner names is kept until the next `tidy`.
    func save(_ new: [TextKey: [Float]], owners: [Owner]) throws {
        try transaction { connection in
            var uses: [TextKey: Int] = [:]
            let replace = try connection.cached(
                "INSERT INTO owner VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision, "
                    + "generation = excluded.generation, keys = excluded.keys")
            for owner in owners {
                let keys = Set(owner.keys)
                guard let former = try formerKeys(of: owner, in: connection) else { continue }
                for key in keys.subtracting(former) { uses[key, default: 0] += 1 }
                for key in former.subtracting(keys) { uses[key, default: 0] -= 1 }
                try replace.bind(1, owner.row)
                try replace.bind(2, owner.revision)
                try replace.bind(3, generation)
                try replace.bind(4, bytes(of: keys))
                try replace.run()
            }
            for key in new.keys where uses[key] == nil { uses[key] = 0 }
            try count(uses, new: new, in: connection)
        }
    }

    /// Lets go of what rows own, up to the given revision.
    func remove(_ rows: [(row: RowID, revision: Seq)]) throws {
        try transaction { connection in
            var uses: [TextKey: Int] = [:]
            let delete = try connection.cached("DELETE FROM owner WHERE row = ?")
            for (row, revision) in rows {
                let owner = Owner(row: row, revision: revision, keys: [])
                guard let former = try formerKeys(of: owner, in: connection) else { continue }
                for key in former { uses[key, default: 0] -= 1 }
                try delete.bind(1, row)
                try delete.run()
            }
            try count(uses, new: [:], in: connection)
        }
    }

    // MARK: Rebuilding

    /// Everything owned from here on belongs to a new generation, whatever revisions are known.
    func beginGeneration() throws {
        try transaction { connection in
            try connection.execute("UPDATE state SET generation = generation + 1, sweeps = 1")
        }
        generation = try recovering { try $0.int64("SELECT generation FROM state") ?? 0 }
    }

    /// Removes what older generations own, if a generation was begun since the last sweep. Returns how many rows' it was.
    @discardableResult
    func sweep() throws -> Int {
        guard try recovering({ try $0.int64("SELECT sweeps FROM state") }) == 1 else { return 0 }
        var removed = 0
        while true {
            let rows = try recovering { connection in
                let statement = try connection.cached("SELECT row FROM owner WHERE generation < ? LIMIT 1000")
                try statement.bind(1, generation)
                var rows: [(row: RowID, revision: Seq)] = []
                while try statement.step() {
                    rows.append((RowID(truncatingIfNeeded: statement.int64(0)), Seq.max))
                }
                return rows
            }
            if rows.isEmpty { break }
            try remove(rows)
            removed += rows.count
        }
        try transaction { try $0.execute("UPDATE state SET sweeps = 0") }
        return removed
    }

    // MARK: Keeping house

    /// Number of vectors.
    func count() throws -> Int {
        try recovering { Int(try $0.int64("SELECT count(*) FROM text") ?? 0) }
    }

    /// Removes vectors that nobody owns, empties the write-ahead log and returns free pages to the file system.
    func tidy() throws {
        try transaction { connection in
            try connection.execute("DELETE FROM embedding WHERE id IN (SELECT id FROM text WHERE uses <= 0)")
            try connection.execute("DELETE FROM text WHERE uses <= 0")
        }
        try recovering { connection in
            // Every step of the statement frees one page.
            let statement = try connection.prepare("PRAGMA incremental_vacuum")
            try statement.run()
            try connection.checkpoint(.truncate)
            connection.releaseMemory()
        }
    }

    /// Begins anew where the files are no longer what was written: what is in use is kept with the vectors.
    func lookAtFiles() {
        if connection != nil, marks != DatabaseFiles.marks(path) { removeFiles() }
    }

    private func removeFiles() {
        connection = nil
        DatabaseFiles.remove(path)
    }

    func close() {
        connection = nil
    }

    nonisolated var sizeOnDisk: Int64 { DatabaseFiles.bytes(path) }

    // MARK: -

    /// What the row owned before; nil when a newer revision of this generation is known.
    private func formerKeys(of owner: Owner, in connection: Connection) throws -> Set<TextKey>? {
        let statement = try connection.cached("SELECT revision, generation, keys FROM owner WHERE row = ?")
        try statement.bind(1, owner.row)
        defer { statement.reset() }
        guard try statement.step() else { return [] }
        if statement.int64(1) == generation && statement.int64(0) > owner.revision { return nil }
        return statement.withBlob(2) { bytes in
            Set(stride(from: 0, to: bytes.count / 16 * 16, by: 16).map { TextKey(bytes: bytes, at: $0) })
        }
    }

    /// Changes how often texts are used: adds those that are new and vectors are given of, removes the unused.
    private func count(_ uses: [TextKey: Int], new: [TextKey: [Float]], in connection: Connection) throws {
        let update = try connection.cached("UPDATE text SET uses = uses + ? WHERE key = ? RETURNING id, uses")
        let insertVector = try connection.cached("INSERT INTO embedding (vector) VALUES (?)")
        let insertText = try connection.cached("INSERT INTO text VALUES (?, ?, ?)")
        let deleteText = try connection.cached("DELETE FROM text WHERE key = ?")
        let deleteVector = try connection.cached("DELETE FROM embedding WHERE id = ?")
        for (key, difference) in uses {
            try update.bind(1, difference)
            try bind(key, to: 2, of: update)
            var known: (id: Int64, uses: Int)?
            while try update.step() { known = (update.int64(0), update.int(1)) }
            if let known {
                guard difference < 0, known.uses <= 0 else { continue }
                try bind(key, to: 1, of: deleteText)
                try deleteText.run()
                try deleteVector.bind(1, known.id)
                try deleteVector.run()
            } else if difference >= 0, let vector = new[key] {
                try insertVector.bind(1, HalfFloats.encode(vector))
                try insertVector.run()
                try bind(key, to: 1, of: insertText)
                try insertText.bind(2, connection.lastInsertRowID)
                try insertText.bind(3, difference)
                try insertText.run()
            }
        }
    }

    private func bytes(of keys: Set<TextKey>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.count * TextKey.byteCount)
        for key in keys { key.append(to: &bytes) }
        return bytes
    }

    private func bind(_ key: TextKey, to index: Int32, of statement: Statement) throws {
        var bytes = (key.low.littleEndian, key.high.littleEndian)
        try withUnsafeBytes(of: &bytes) { try statement.bind(index, bytes: $0) }
    }

    // MARK: Opening

    private func transaction<R>(_ body: (Connection) throws -> R) throws -> R {
        try recovering { connection in try connection.transaction { try body(connection) } }
    }

    /// Runs with an open connection; when the file turns out to be damaged, begins it anew and runs again.
    private func recovering<R>(_ body: (Connection) throws -> R) throws -> R {
        lookAtFiles()
        defer { marks = DatabaseFiles.marks(path) }
        do {
            return try body(try open())
        } catch let error as SQLiteError where error.isUnusable {
            removeFiles()
            return try body(try open())
        }
    }

    private func open() throws -> Connection {
        if let connection { return connection }
        DatabaseFiles.makeRoom(path)
        let opened = try Connection(path: path, isAlone: true, cacheKilobytes: 4096)
        // A number of another version, or of another program, is as good as damage.
        let version = try opened.userVersion()
        if version != 0 && version != Self.version {
            throw SQLiteError(extendedCode: 26, message: "version \(version) of the embeddings is not known")
        }
        if version == 0 {
            try opened.setPragma("page_size", "8192")
            try opened.setPragma("auto_vacuum", "INCREMENTAL")
        }
        // Power cuts may take the newest vectors away, which are made again, but never damage the file.
        try opened.useWriteAheadLog(fullSync: false)
        try opened.setPragma("secure_delete", "ON")
        if version == 0 {
            try opened.transaction {
                try opened.execute(Self.schema)
                try opened.setUserVersion(Self.version)
            }
        }
        generation = try opened.int64("SELECT generation FROM state") ?? 0
        connection = opened
        return opened
    }

    private static let version = 2

    /// Vectors are kept apart from their random keys, so that new ones are written one after the other.
    private static let schema = """
        CREATE TABLE embedding (id INTEGER PRIMARY KEY, vector BLOB NOT NULL) STRICT;
        CREATE TABLE text (key BLOB PRIMARY KEY, id INTEGER NOT NULL, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX unused ON text (uses) WHERE uses <= 0;
        CREATE TABLE owner (
            row INTEGER PRIMARY KEY, revision INTEGER NOT NULL, generation INTEGER NOT NULL, keys BLOB NOT NULL) STRICT;
        CREATE TABLE state (generation INTEGER NOT NULL, sweeps INTEGER NOT NULL) STRICT;
        INSERT INTO state VALUES (1, 0);
        """
}
