import AlmagestEntities
import SQLite

extension CatalogStore {
    /// Stores the entries of a request. Within a savepoint: whatever is thrown takes all of them back.
    func write(_ request: PreparedWrite) throws -> WriteOutcome {
        var outcome = WriteOutcome(seq: lastSeq)
        if request.atomic {
            outcome.rejected = request.entries.enumerated().compactMap { index, entry in
                if case .rejected(let error) = entry { return (index, error) }
                return nil
            }
            guard outcome.rejected.isEmpty else { return outcome }
        }
        var rows: [RowID] = []
        for (index, entry) in request.entries.enumerated() {
            do throws(EntryRejection) {
                guard let row = try store(entry, session: request.session) else {
                    outcome.unchanged += 1
                    continue
                }
                outcome.stored += 1
                rows.append(row)
            } catch {
                switch error {
                case .entry(let error):
                    outcome.rejected.append((index, error))
                    if request.atomic { throw AtomicRejection(outcome: outcome) }
                case .request(let error): throw error
                }
            }
        }
        outcome.seq = lastSeq
        outcome.rows = rows.uniqueKeepingLast()
        return outcome
    }

    /// An atomic request that turned out to have a bad entry: it is rolled back, and this is its reply.
    struct AtomicRejection: Error {
        var outcome: WriteOutcome
    }

    /// Whose fault an error is.
    enum EntryRejection: Error {
        case entry(AlmagestError)
        case request(any Error)
    }

    /// The row that changed; nil when it is there exactly so.
    private func store(_ entry: PreparedWrite.Entry, session: UInt64?) throws(EntryRejection) -> RowID? {
        switch entry {
        case .rejected(let error): throw .entry(error)
        case .put(let entity):
            return try store(entity, session: session)
        case .update(let patch):
            let prepared: PreparedEntity
            do {
                let present = try entity(patch.key)
                guard let merged = present?.merging(patch) ?? patch.entity else {
                    throw EntryRejection.entry(
                        AlmagestError(
                            .notFound, "There is no entity \(patch.key.text) to update.", path: "id",
                            hint: "Donate it as a whole, or give at least its display.title."))
                }
                do throws(AlmagestError) {
                    prepared = try PreparedEntity(try checkMerged?(merged) ?? merged, hashKey: hashKey)
                } catch {
                    throw EntryRejection.entry(error)
                }
                return try store(prepared, session: session)
            } catch let error as EntryRejection {
                throw error
            } catch {
                throw .request(error)
            }
        }
    }

    private func store(_ entity: PreparedEntity, session: UInt64?) throws(EntryRejection) -> RowID? {
        if let session, let error = sessions.objection(session, entity.key, index: entity.index) {
            throw .entry(error)
        }
        do {
            if let session { return try report(entity, in: session) }
            return try donate(entity)
        } catch {
            throw .request(error)
        }
    }

    /// Stores what an app donates by itself, and lets open sessions know.
    func donate(_ entity: PreparedEntity) throws -> RowID? {
        let changed = try put(entity)
        if !sessions.isEmpty, let row = try changed ?? knownRow(entity.key) {
            sessions.donated(row, bundle: entity.key.bundle)
        }
        return changed
    }

    /// Stores one entity; nil when it is there exactly so.
    func put(_ entity: PreparedEntity) throws -> RowID? {
        let bundle = try names.bundle(entity.key.bundle, db)
        let type = try names.type(entity.key.type, db)
        if let row = try row(bundle: bundle, type: type, id: entity.key.id) {
            // One whose page is lost moves to another.
            if !damage.isLost(row) { return try replace(row, with: entity, bundle: bundle, type: type) }
            try delete([row])
        }
        let row = try nextRow()
        let seq = nextSeq()
        let values = try values(entity, revision: seq, bundle: bundle, type: type)
        let index = try names.index(entity.index, bundle: bundle, db)
        let insert = statements.insertEntity
        try bind(insert, row, values, index: index)
        try insert.bind(9, bundle)
        try insert.bind(10, type)
        try insert.bind(11, entity.key.id)
        try insert.run()
        try writeContent(statements.insertContent, row, seq, entity)
        try journal(seq, row, deletedAt: nil)
        noteNew(entity.key, in: row)
        note(
            StoreChange(
                update: .put(row, values), before: nil, after: CountKey(bundle: bundle, index: index, type: type)))
        return row
    }

    private func replace(_ row: RowID, with entity: PreparedEntity, bundle: Int64, type: Int64) throws -> RowID? {
        let find = statements.findContent
        try find.bind(1, row)
        let isThere = try noting(row) { try find.step() }
        let unchanged = isThere && find.withBlob(0) { ContentHash($0) } == entity.hash
        find.reset()
        // What is damaged has the hash of what it was.
        if unchanged, !damage.contains(row) { return nil }

        let old = try stored(row)
        let seq = nextSeq()
        let values = try values(entity, revision: seq, bundle: bundle, type: type)
        let index = try names.index(entity.index, bundle: bundle, db)
        // First, so that nothing else is changed where it fails.
        try writeContent(isThere ? statements.updateContent : statements.insertContent, row, seq, entity)
        try bind(statements.updateEntity, row, values, index: index)
        try statements.updateEntity.run()
        damage.written(row)
        try forgetJournal(old.revision)
        try journal(seq, row, deletedAt: nil)
        note(
            StoreChange(
                update: .put(row, values), before: old.count,
                after: CountKey(bundle: bundle, index: index, type: type)))
        return row
    }

    /// Takes note of a row whose page turns out to be lost: this transaction fails, the next one knows.
    private func noting<R>(_ row: RowID, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch {
            if (error as? SQLiteError)?.isCorrupt == true { damage.note(row, isLost: true) }
            throw error
        }
    }

    // MARK: Finding

    /// The entity of that identifier as this transaction sees it.
    func entity(_ key: EntityID) throws -> Entity? {
        guard let bundle = names.bundles.find(key.bundle), let type = names.types.find(key.type),
            let row = try row(bundle: bundle, type: type, id: key.id)
        else { return nil }
        let find = statements.findContent
        try find.bind(1, row)
        defer { find.reset() }
        let content = ContentReader(path: path, key: hashKey, damage: damage)
        guard try find.step() else { throw content.damaged(row) }
        return try content.entity(find, hash: 0, body: 1, row: row)
    }

    func row(bundle: Int64, type: Int64, id: String) throws -> RowID? {
        let find = statements.findRow
        try find.bind(1, bundle)
        try find.bind(2, type)
        try find.bind(3, id)
        guard try find.step() else { return nil }
        defer { find.reset() }
        guard let row = RowID(exactly: find.int64(0)) else { throw damaged("row \(find.int64(0)) is out of range") }
        return row
    }

    /// What the columns of a row say, for taking it out of journal and counts.
    func stored(_ row: RowID) throws -> (revision: Seq, count: CountKey, id: String) {
        let find = statements.findEntity
        try find.bind(1, row)
        guard try find.step() else { throw damaged("row \(row) is missing") }
        defer { find.reset() }
        return (
            find.int64(0), CountKey(bundle: find.int64(1), index: find.int64(3), type: find.int64(2)), find.text(4)
        )
    }

    func damaged(_ what: String) -> AlmagestError {
        AlmagestError(
            .storeDamaged, "The store \(path) is damaged: \(what).", path: path,
            hint: "Restore a backup, or move the file away: apps are asked to tell their content anew.")
    }

    // MARK: Writing

    private func values(_ entity: PreparedEntity, revision: Seq, bundle: Int64, type: Int64) throws -> RowValues {
        RowValues(
            revision: revision, bundle: UInt16(truncatingIfNeeded: bundle), type: UInt16(truncatingIfNeeded: type),
            domain: UInt32(truncatingIfNeeded: try names.domain(entity.domain, db)), ownership: entity.ownership,
            hidden: entity.hidden, expires: entity.expires, priority: entity.priority)
    }

    private func bind(_ statement: Statement, _ row: RowID, _ values: RowValues, index: Int64) throws {
        try statement.bind(1, row)
        try statement.bind(2, values.revision)
        try statement.bind(3, index)
        try statement.bind(4, values.domain)
        try statement.bind(5, Int(values.ownership))
        try statement.bind(6, values.hidden)
        try statement.bind(7, Int(values.priority))
        try statement.bind(8, values.expires == .infinity ? nil : values.expires)
    }

    private func writeContent(_ statement: Statement, _ row: RowID, _ seq: Seq, _ entity: PreparedEntity) throws {
        try statement.bind(1, row)
        try statement.bind(2, seq)
        try entity.hash.withBytes { try statement.bind(3, bytes: $0) }
        try statement.bind(4, entity.body)
        try statement.run()
    }

    func journal(_ seq: Seq, _ row: RowID, deletedAt: Int64?) throws {
        let insert = statements.insertJournal
        try insert.bind(1, seq)
        try insert.bind(2, row)
        try insert.bind(3, deletedAt == nil ? 0 : 1)
        try insert.bind(4, deletedAt ?? 0)
        try insert.run()
    }

    func forgetJournal(_ seq: Seq) throws {
        try statements.deleteJournal.bind(1, seq)
        try statements.deleteJournal.run()
    }
}

extension [RowID] {
    /// Each row once, at the place of its last change.
    func uniqueKeepingLast() -> [RowID] {
        var seen = Set<RowID>(minimumCapacity: count)
        var result: [RowID] = []
        result.reserveCapacity(count)
        for row in reversed() where seen.insert(row).inserted { result.append(row) }
        result.reverse()
        return result
    }
}
