import AlmagestEntities
import Catalog
import Foundation
import SQLite
import Threads

/// The one writer of `properties.sqlite`, on a thread of its own.
actor PropertyWriter: ProjectionWriter {
    private let executor = LaneExecutor(name: "properties")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let state: IndexState
    var file: WatchedDatabase

    init(path: String, state: IndexState) {
        file = WatchedDatabase(PropertySchema.database(), path: path)
        self.state = state
    }

    /// Opens the file and reads the small things into memory; a damaged file is replaced by an empty one.
    func open() throws {
        let isOpen = try file.open { connection in
            try load(connection)
            return true
        }
        if !isOpen { try reset() }
    }

    func begin(with fresh: Connection?) throws {
        state.reset()
        if let fresh { try load(fresh) }
    }

    /// What a reader's error means. A file that cannot be used any more begins anew, unless it has since `epoch`.
    func failed(_ error: SQLiteError, reading epoch: Int) -> AlmagestError {
        if state.epoch == epoch, file.meansLoss(error) { lose() }
        return state.epoch == epoch ? AlmagestError(error, path: file.path) : damage
    }

    func appliedSeq() throws -> Seq {
        try tellLoss()
        return state.with { $0.appliedSeq }
    }

    func close() {
        file.close()
        executor.stop()
    }

    /// Empties the write-ahead log and gives back the page cache.
    func idle() throws {
        let connection = try connectionForChange()
        do {
            try connection.checkpoint(.truncate)
            connection.releaseMemory()
            file.noteWrite()
        } catch {
            throw failed(error)
        }
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
        do {
            let connection = try connectionForChange()
            var application = try Application(connection: connection, state: state)
            try connection.transaction {
                for change in changes { try application.take(change) }
                try application.writeValues()
                if let seq { try connection.execute("UPDATE meta SET value = ? WHERE name = 'seq'", [.integer(seq)]) }
            }
            file.noteWrite()
            application.publish(through: seq)
        } catch let error as SQLiteError {
            throw failed(error)
        }
    }
}
