import AlmagestEntities
import SQLite

extension CatalogStore {
    /// Stores a report of a session, unless the app itself has said something newer of the entity.
    func report(_ entity: PreparedEntity, in session: UInt64) throws -> RowID? {
        let known = try knownRow(entity.key)
        guard !sessions.isOutdated(session, known, entity.key) else {
            sessions.reported(session, known, changed: false)
            return nil
        }
        let changed = try put(entity)
        sessions.reported(session, try changed ?? known ?? knownRow(entity.key), changed: changed != nil)
        return changed
    }

    func knownRow(_ key: EntityID) throws -> RowID? {
        guard let bundle = names.bundles.find(key.bundle), let type = names.types.find(key.type) else { return nil }
        return try row(bundle: bundle, type: type, id: key.id)
    }

    /// Removes what a session has not reported. Within a savepoint; the session is forgotten after the commit.
    func endSession(_ id: UInt64) throws -> ReindexOutcome {
        let session = try sessions.session(id)
        let missing = sessions.missing(id, among: try rows(of: session.scope))
        try delete(missing)
        return ReindexOutcome(seq: lastSeq, progress: session.progress, removed: missing.count, rows: missing)
    }

    private func rows(of scope: ReindexScope) throws -> [RowID] {
        guard let bundle = names.bundles.find(scope.bundle) else { return [] }
        guard let types = scope.types else {
            return try rows(of: DeleteScope(bundle: scope.bundle, index: scope.index), bundle: bundle)
        }
        return try Set(types).sorted().flatMap { type in
            try rows(
                of: DeleteScope(
                    bundle: scope.bundle, index: scope.index, type: type, identifiers: scope.identifiers),
                bundle: bundle)
        }
    }

    /// Notes that the app itself deletes rows while a session is open.
    func noteDeleted(_ rows: [RowID]) throws {
        guard !sessions.isEmpty else { return }
        let find = try db.cached(
            """
            SELECT b.name, t.name, e.id FROM entity e JOIN bundle b ON b.code = e.bundle JOIN type t ON t.code = e.type
            WHERE e.row = ?
            """)
        for row in rows {
            try find.bind(1, row)
            defer { find.reset() }
            guard try find.step() else { continue }
            sessions.deleted(EntityID(bundle: find.text(0), type: find.text(1), id: find.text(2)))
        }
    }
}
