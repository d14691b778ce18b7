import AlmagestEntities
import Catalog

/// What a catalog must hold, in a plain dictionary.
public struct Model: Sendable, Equatable {
    public private(set) var entities: [EntityID: Entity] = [:]
    /// `seq` at which each was written.
    public private(set) var revisions: [EntityID: Seq] = [:]
    public private(set) var clientStates: [String: [UInt8]] = [:]
    public private(set) var seq: Seq = 0

    public init() {}

    public mutating func apply(_ operation: Workload.Operation) {
        switch operation {
        case .put(let new): for entity in new { put(entity) }
        case .update(let patch):
            if let present = entities[patch.key] { put(present.merging(patch)) }
        case .delete(let scope): delete(scope)
        case .expire(let now):
            for (key, entity) in entities where (entity.expires?.seconds ?? .infinity) <= now { remove(key) }
        case .batch(let index, let new, let scope, let clientState):
            for entity in new { put(entity) }
            if let scope { delete(scope) }
            clientStates[index] = clientState
        }
    }

    private mutating func put(_ entity: Entity) {
        guard entities[entity.key] != entity else { return }
        seq += 1
        entities[entity.key] = entity
        revisions[entity.key] = seq
    }

    private mutating func remove(_ key: EntityID) {
        seq += 1
        entities[key] = nil
        revisions[key] = nil
    }

    private mutating func delete(_ scope: DeleteScope) {
        for (key, entity) in entities {
            guard key.bundle == scope.bundle, scope.index.map({ $0 == entity.index }) ?? true,
                scope.type.map({ $0 == key.type }) ?? true, scope.identifiers?.contains(key.id) ?? true,
                scope.domain.map({ entity.domain == $0 || entity.domain?.hasPrefix($0 + ".") == true }) ?? true
            else { continue }
            remove(key)
        }
        if scope.type == nil && scope.identifiers == nil && scope.domain == nil {
            for index in clientStates.keys where scope.index.map({ $0 == index }) ?? true { clientStates[index] = nil }
        }
    }

    // MARK: Comparing

    /// Where a catalog differs from what it must hold; empty when it does not.
    public func differences(from catalog: Catalog) async throws -> [String] {
        var faults: [String] = []
        func expect(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { faults.append(what()) } }
        expect(catalog.lastSeq == seq, "lastSeq \(catalog.lastSeq), not \(seq)")
        expect(catalog.rows.liveCount == entities.count, "\(catalog.rows.liveCount) rows, not \(entities.count)")

        var rows: [RowID: EntityID] = [:]
        for (key, stored) in zip(Workload.identifiers, try await catalog.entities(ids: Workload.identifiers)) {
            expect(stored?.entity == entities[key], "\(key) is not as it was donated")
            guard let stored else { continue }
            rows[stored.row] = key
            // Which of several in one delete or batch comes first is the catalog's choice.
            expect(catalog.rows.revision(stored.row) == stored.revision, "\(key) has two revisions")
            expect(stored.revision == revisions[key] || entities[key] == nil, "\(key) has another revision")
        }
        for index in Workload.indexes {
            let state = try await catalog.clientState(bundle: Workload.bundle, index: index)
            expect(state == clientStates[index], "client state of \(index)")
        }
        var journal: [RowID] = []
        var puts: Set<EntityID> = []
        var last: Seq = 0
        for change in try await catalog.changes(after: 0, limit: .max) {
            expect(change.seq > last, "the journal is out of order")
            last = change.seq
            journal.append(change.row)
            switch change.kind {
            case .put(let entity):
                puts.insert(entity.key)
                expect(rows[change.row] == entity.key, "the journal has \(entity.key) under another row")
            case .delete:
                expect(rows[change.row] == nil, "row \(change.row) is there and has a tombstone")
                expect(catalog.rows.revision(change.row) == 0, "row \(change.row) is in the table")
            }
        }
        expect(Set(journal).count == journal.count, "a row is twice in the journal")
        expect(puts == Set(entities.keys), "the journal has other entities")
        let counted = catalog.counts().reduce(into: [String: Int]()) { $0["\($1.index)/\($1.type)"] = $1.entities }
        let expected = entities.values.reduce(into: [String: Int]()) {
            $0["\($1.index)/\($1.key.type)", default: 0] += 1
        }
        expect(counted == expected, "counts \(counted), not \(expected)")
        return faults
    }
}
