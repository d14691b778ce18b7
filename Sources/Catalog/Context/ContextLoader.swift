import AlmagestEntities

/// Fills the context in memory when the catalog opens.
struct ContextLoader {
    let store: CatalogStore

    func load(into state: inout ContextState) throws {
        try store.db.transaction(.deferred) {
            try loadInteractions(into: &state)
            try loadStatements(into: &state)
        }
    }

    private func loadInteractions(into state: inout ContextState) throws {
        let counts = try store.db.prepare("SELECT bundle, count(*) FROM interaction GROUP BY bundle")
        while try counts.step() { state.load(interactions: Int(counts.int64(1)), of: counts.text(0)) }
        let find = try store.db.prepare(
            """
            SELECT i.bundle, m.type, m.id, i.date, e.row
            FROM interaction_entity m JOIN interaction i ON i.id = m.interaction
                LEFT JOIN bundle b ON b.name = i.bundle LEFT JOIN type t ON t.name = m.type
                LEFT JOIN entity e ON e.bundle = b.code AND e.type = t.code AND e.id = m.id
            ORDER BY m.id, m.type, i.bundle, i.date
            """)
        var current: NamedRow?
        var dates: [Double] = []
        while try find.step() {
            let entity = EntityID(bundle: find.text(0), type: find.text(1), id: find.text(2))
            if current?.entity != entity {
                if let current { state.load(current, dates: dates) }
                current = NamedRow(entity: entity, row: RowID(truncatingIfNeeded: find.int64(4)))
                dates = []
            }
            dates.append(find.double(3))
        }
        if let current { state.load(current, dates: dates) }
    }

    private func loadStatements(into state: inout ContextState) throws {
        let find = try store.db.prepare(
            """
            SELECT s.id, s.purpose, s.bundle, s.kind, s.detail, s.updated, m.type, m.id, e.row
            FROM statement s JOIN statement_entity m ON m.statement = s.id
                LEFT JOIN bundle b ON b.name = s.bundle LEFT JOIN type t ON t.name = m.type
                LEFT JOIN entity e ON e.bundle = b.code AND e.type = t.code AND e.id = m.id
            ORDER BY s.id, m.position
            """)
        var current: (id: Int64, subject: ContextSubject, statement: ContextStatement)?
        while try find.step() {
            guard let purpose = ContextSubject.Purpose(rawValue: Int(find.int64(1))) else {
                throw store.damaged("a statement has a purpose that never was")
            }
            if current?.id != find.int64(0) {
                if let current { state.state(current.statement, of: current.subject) }
                current = (
                    find.int64(0),
                    ContextSubject(purpose, bundle: find.text(2), kind: find.text(3), detail: find.text(4)),
                    ContextStatement(entities: [], updated: find.double(5))
                )
            }
            current?.statement.entities.append(
                NamedRow(
                    entity: EntityID(bundle: find.text(2), type: find.text(6), id: find.text(7)),
                    row: RowID(truncatingIfNeeded: find.int64(8))))
        }
        if let current { state.state(current.statement, of: current.subject) }
    }
}
