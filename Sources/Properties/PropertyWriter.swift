import AlmagestEntities
import Catalog
import Foundation
import SQLite
import Threads

/// The one writer of `properties.sqlite`, on a thread of its own.
actor PropertyWriter {
    private let executor = ThreadExecutor(name: "properties")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let path: String
    private let state: IndexState
    private var connection: Connection?

    init(path: String, state: IndexState) {
        self.path = path
        self.state = state
    }

    /// Opens the file and reads the small things into memory; a damaged file is replaced by an empty one.
    func open() throws {
        let database = PropertySchema.database()
        let opened = try database.open(path: path) ?? database.make(path: path)
        do {
            try load(opened)
            connection = opened
        } catch let error as SQLiteError where error.isCorrupt {
            try reset()
        }
    }

    /// Replaces the file by an empty one.
    func reset() throws {
        connection = nil
        let fresh = try PropertySchema.database().make(path: path)
        state.reset()
        try load(fresh)
        connection = fresh
    }

    func close() {
        _ = try? connection?.checkpoint(.truncate)
        connection = nil
        executor.stop()
    }

    /// Empties the write-ahead log and gives back the page cache.
    func idle() throws {
        let connection = try open(connection)
        try connection.checkpoint(.truncate)
        connection.releaseMemory()
    }

    private func open(_ connection: Connection?) throws -> Connection {
        guard let connection else { throw AlmagestError(.unavailable, "The property index is closed.") }
        return connection
    }

    private func load(_ connection: Connection) throws {
        var columns = ColumnTable()
        let names = try connection.prepare("SELECT id, path, kind FROM columns")
        while try names.step() {
            guard let kind = ColumnKind(rawValue: UInt8(truncatingIfNeeded: names.int(2))) else { continue }
            columns.insert(ColumnID(truncatingIfNeeded: names.int64(0)), names.text(1), kind)
        }
        var groups: [EntityGroup] = []
        let members = try connection.prepare(
            "SELECT bundle, type, \"index\", schema, domain, language, priority, ownership FROM groups ORDER BY id")
        while try members.step() {
            groups.append(
                EntityGroup(
                    bundle: members.text(0), type: members.text(1), index: members.text(2),
                    schema: members.optionalText(3), domain: members.optionalText(4),
                    language: members.optionalText(5), priority: members.int(6),
                    ownership: Ownership(rawValue: UInt8(truncatingIfNeeded: members.int(7)))))
        }
        let seq = try connection.int64("SELECT value FROM meta WHERE name = 'seq'") ?? 0
        let rows = try connection.prepare("SELECT row, revision, grp FROM entities")
        try state.with { contents in
            contents.columns = columns
            contents.groups = groups
            contents.groupNumbers = [:]
            for (number, group) in groups.enumerated() { contents.groupNumbers[group] = UInt32(number) }
            contents.appliedSeq = seq
            while try rows.step() {
                guard let row = RowID(exactly: rows.int64(0)), row != 0, rows.int(2) < groups.count else { continue }
                contents.reserve(row: row)
                contents.revisions[Int(row)] = rows.int64(1)
                contents.group[Int(row)] = UInt32(rows.int(2))
            }
            contents.generation &+= 1
        }
    }

    // MARK: Applying

    /// Applies changes in one transaction; `seq` nil is the urgent lane, which leaves `appliedSeq` alone.
    func apply(_ changes: [Change], through seq: Seq?) throws {
        let connection = try open(connection)
        do {
            var application = try Application(connection: connection, state: state)
            try connection.transaction {
                for change in changes { try application.take(change) }
                try application.writeValues()
                if let seq { try connection.execute("UPDATE meta SET value = ? WHERE name = 'seq'", [.integer(seq)]) }
            }
            application.publish(through: seq)
        } catch let error as SQLiteError {
            if error.isCorrupt {
                try reset()
                throw AlmagestError(.storeDamaged, "The property index was damaged and is being filled again.")
            }
            throw AlmagestError(error, path: path)
        }
    }
}
