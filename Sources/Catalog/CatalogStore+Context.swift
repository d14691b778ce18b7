import AlmagestEntities
import SQLite

/// The context in the store. Each within a savepoint.
extension CatalogStore {
    func perform(_ operation: ContextOperation) throws -> ContextReply {
        switch operation {
        case .donate(let interaction, let limits): try add(interaction, limits)
        case .deleteInteractions(let scope): try remove(scope)
        case .state(let subject, let entities, let date, let limits):
            try state(entities, of: subject, date: date, limits)
        case .retract(let bundle, let subject, let entities):
            try retract(entities, bundle: bundle, subject: subject)
        case .expire(let interactions, let statements, let limit):
            try expire(interactions: interactions, statements: statements, limit: limit)
        }
    }

    // MARK: Interactions

    private func add(_ interaction: Interaction, _ limits: ContextLimits) throws -> ContextReply {
        // Sent again because its reply was lost: it is there already.
        if let known = try number(of: interaction) { return ContextReply(donations: [DonationID(known)]) }
        let kept = context.interactionCounts(of: interaction.bundle)
        // The oldest make room, of the app itself first.
        if kept.own >= limits.interactionsPerBundle {
            try removeOldest(kept.own - limits.interactionsPerBundle + 1, of: interaction.bundle)
        } else if kept.all >= limits.interactions {
            try removeOldest(kept.all - limits.interactions + 1, of: nil)
        }
        let insert = try db.cached(
            "INSERT INTO interaction (bundle, intent, date, body) VALUES (?, ?, ?, ?) RETURNING id")
        try insert.bind(1, interaction.bundle)
        try insert.bind(2, interaction.intentType)
        try insert.bind(3, interaction.date)
        try insert.bind(4, interaction.body)
        guard try insert.step() else { throw damaged("an interaction got no number") }
        let id = insert.int64(0)
        // To its end: a statement that returns something has written only then.
        while try insert.step() {}
        insert.reset()
        var seen = Set<EntityID>()
        let entities = interaction.entities.filter { seen.insert($0).inserted }
        let name = try db.cached("INSERT INTO interaction_entity (interaction, type, id) VALUES (?, ?, ?)")
        for entity in entities {
            try name.bind(1, id)
            try name.bind(2, entity.type)
            try name.bind(3, entity.id)
            try name.run()
        }
        note(
            .added(
                KeptInteraction(
                    bundle: interaction.bundle, date: interaction.date, entities: try entities.map(named))))
        return ContextReply(donations: [DonationID(id)], count: 1)
    }

    /// The number of an interaction that is kept with the same date and content.
    private func number(of interaction: Interaction) throws -> Int64? {
        let find = try db.cached(
            "SELECT id FROM interaction WHERE bundle = ?1 AND date = ?2 AND intent = ?3 AND body = ?4")
        defer { find.reset() }
        try find.bind(1, interaction.bundle)
        try find.bind(2, interaction.date)
        try find.bind(3, interaction.intentType)
        try find.bind(4, interaction.body)
        return try find.step() ? find.int64(0) : nil
    }

    private func remove(_ scope: InteractionScope) throws -> ContextReply {
        var found: Set<Int64>?
        func narrow(to ids: Set<Int64>) { found = found.map { $0.intersection(ids) } ?? ids }
        if let donations = scope.donations { narrow(to: Set(donations.map(\.value))) }
        if let entities = scope.entities {
            var ids = Set<Int64>()
            for entity in entities {
                ids.formUnion(
                    try numbers(
                        """
                        SELECT m.interaction FROM interaction_entity m JOIN interaction i ON i.id = m.interaction
                        WHERE m.id = ?1 AND m.type = ?2 AND i.bundle = ?3
                        """, [.text(entity.id), .text(entity.type), .text(entity.bundle)]))
            }
            narrow(to: ids)
        }
        if let intent = scope.intentType {
            narrow(to: Set(try numbers("SELECT id FROM interaction WHERE intent = ?1", [.text(intent)])))
        }
        var removed: [DonationID] = []
        for id in (found ?? []).sorted() where try remove(id, of: scope.bundle) { removed.append(DonationID(id)) }
        return ContextReply(donations: removed, count: removed.count)
    }

    private func removeOldest(_ count: Int, of bundle: String?) throws {
        let ids =
            if let bundle {
                try numbers(
                    "SELECT id FROM interaction WHERE bundle = ?1 ORDER BY date, id LIMIT ?2",
                    [.text(bundle), .integer(Int64(count))])
            } else {
                try numbers("SELECT id FROM interaction ORDER BY date, id LIMIT ?1", [.integer(Int64(count))])
            }
        for id in ids { _ = try remove(id, of: nil) }
    }

    /// Removes one interaction, if it is there and the bundle's.
    private func remove(_ id: Int64, of bundle: String?) throws -> Bool {
        let find = try db.cached("SELECT bundle, date FROM interaction WHERE id = ?")
        try find.bind(1, id)
        guard try find.step() else { return false }
        let (owner, date) = (find.text(0), find.double(1))
        find.reset()
        if let bundle, ExactName(bundle) != ExactName(owner) { return false }
        let entities = try names(in: "SELECT type, id FROM interaction_entity WHERE interaction = ?", id, bundle: owner)
        try db.execute("DELETE FROM interaction_entity WHERE interaction = ?", [.integer(id)])
        try db.execute("DELETE FROM interaction WHERE id = ?", [.integer(id)])
        note(
            .removed(
                KeptInteraction(
                    bundle: owner, date: date, entities: entities.map { NamedRow(entity: $0, row: 0) })))
        return true
    }

    // MARK: Statements

    private func state(
        _ entities: [EntityID], of subject: ContextSubject, date: Double, _ limits: ContextLimits
    ) throws -> ContextReply {
        let earlier = try number(of: subject)
        if let earlier { try removeStatement(earlier, of: subject) }
        var seen = Set<EntityID>()
        let entities = entities.filter { seen.insert($0).inserted }
        guard !entities.isEmpty else { return ContextReply() }
        if earlier == nil {
            let own = try db.int64("SELECT count(*) FROM statement WHERE bundle = ?", [.text(subject.bundle)]) ?? 0
            let all = try db.int64("SELECT count(*) FROM statement") ?? 0
            guard own < limits.subjectsPerBundle, all < limits.subjects else {
                throw AlmagestError(
                    .tooLarge,
                    own < limits.subjectsPerBundle
                        ? "Apps have said something of \(all) contexts already."
                        : "“\(subject.bundle)” has said something of \(own) contexts already.",
                    hint: "Remove one that no longer holds first.")
            }
        }
        try insert(subject, ContextStatement(entities: try entities.map(named), updated: date))
        return ContextReply(count: entities.count)
    }

    private func retract(_ entities: [EntityID]?, bundle: String, subject: ContextSubject?) throws -> ContextReply {
        var reply = ContextReply()
        let gone = entities.map(Set.init)
        let find = try db.cached(
            "SELECT id, kind, detail, updated FROM statement WHERE purpose = 0 AND bundle = ? ORDER BY id")
        try find.bind(1, bundle)
        var found: [(id: Int64, subject: ContextSubject, updated: Double)] = []
        while try find.step() {
            let one = ContextSubject(.relevance, bundle: bundle, kind: find.text(1), detail: find.text(2))
            if subject == nil || subject == one { found.append((find.int64(0), one, find.double(3))) }
        }
        find.reset()
        for (id, subject, updated) in found {
            let present = try statementEntities(id, bundle: bundle)
            let left = present.filter { !(gone?.contains($0) ?? true) }
            guard left.count < present.count else { continue }
            reply.count += present.count - left.count
            try removeStatement(id, of: subject)
            if left.isEmpty { continue }
            try insert(subject, ContextStatement(entities: try left.map(named), updated: updated))
        }
        return reply
    }

    private func insert(_ subject: ContextSubject, _ statement: ContextStatement) throws {
        let insert = try db.cached(
            "INSERT INTO statement (purpose, bundle, kind, detail, updated) VALUES (?, ?, ?, ?, ?)")
        try insert.bind(1, subject.purpose.rawValue)
        try insert.bind(2, subject.bundle)
        try insert.bind(3, subject.kind)
        try insert.bind(4, subject.detail)
        try insert.bind(5, statement.updated)
        try insert.run()
        guard let id = try number(of: subject) else { throw damaged("a statement got no number") }
        let name = try db.cached("INSERT INTO statement_entity (statement, position, type, id) VALUES (?, ?, ?, ?)")
        for (position, named) in statement.entities.enumerated() {
            try name.bind(1, id)
            try name.bind(2, position)
            try name.bind(3, named.entity.type)
            try name.bind(4, named.entity.id)
            try name.run()
        }
        note(.stated(subject, statement))
    }

    private func number(of subject: ContextSubject) throws -> Int64? {
        try db.int64(
            "SELECT id FROM statement WHERE purpose = ? AND bundle = ? AND kind = ? AND detail = ?",
            [
                .integer(Int64(subject.purpose.rawValue)), .text(subject.bundle), .text(subject.kind),
                .text(subject.detail),
            ])
    }

    private func statementEntities(_ id: Int64, bundle: String) throws -> [EntityID] {
        try names(
            in: "SELECT type, id FROM statement_entity WHERE statement = ? ORDER BY position", id, bundle: bundle)
    }

    private func removeStatement(_ id: Int64, of subject: ContextSubject) throws {
        try db.execute("DELETE FROM statement_entity WHERE statement = ?", [.integer(id)])
        try db.execute("DELETE FROM statement WHERE id = ?", [.integer(id)])
        note(.stated(subject, nil))
    }

    // MARK: Age

    private func expire(interactions: Double, statements: Double, limit: Int) throws -> ContextReply {
        var reply = ContextReply()
        for id in try numbers(
            "SELECT id FROM interaction WHERE date < ?1 ORDER BY date LIMIT ?2",
            [.real(interactions), .integer(Int64(limit))]) where try remove(id, of: nil)
        {
            reply.donations.append(DonationID(id))
        }
        let find = try db.cached("SELECT id, purpose, bundle, kind, detail FROM statement WHERE updated < ? LIMIT ?")
        try find.bind(1, statements)
        try find.bind(2, limit)
        var lapsed: [(Int64, ContextSubject)] = []
        while try find.step() {
            let purpose = ContextSubject.Purpose(rawValue: Int(find.int64(1))) ?? .relevance
            lapsed.append(
                (
                    find.int64(0),
                    ContextSubject(purpose, bundle: find.text(2), kind: find.text(3), detail: find.text(4))
                ))
        }
        find.reset()
        for (id, subject) in lapsed { try removeStatement(id, of: subject) }
        reply.count = reply.donations.count + lapsed.count
        return reply
    }

    // MARK: Parts

    /// The entity with its row, as this transaction sees it.
    private func named(_ entity: EntityID) throws -> NamedRow {
        pendingMentions.insert(entity)
        guard let bundle = names.bundles.find(entity.bundle), let type = names.types.find(entity.type),
            let row = try row(bundle: bundle, type: type, id: entity.id)
        else { return NamedRow(entity: entity, row: 0) }
        return NamedRow(entity: entity, row: row)
    }

    private func numbers(_ sql: String, _ values: [SQLiteValue]) throws -> [Int64] {
        let find = try db.cached(sql)
        try find.bind(values)
        defer { find.reset() }
        var found: [Int64] = []
        while try find.step() { found.append(find.int64(0)) }
        return found
    }

    private func names(in sql: String, _ id: Int64, bundle: String) throws -> [EntityID] {
        let find = try db.cached(sql)
        try find.bind(1, id)
        defer { find.reset() }
        var found: [EntityID] = []
        while try find.step() { found.append(EntityID(bundle: bundle, type: find.text(0), id: find.text(1))) }
        return found
    }
}
