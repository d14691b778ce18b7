import AlmagestEntities

/// Everything that `ContextStore` guards.
struct ContextState: Sendable {
    /// An entity that an interaction or a statement names, whether it is there or not.
    struct Mention: Sendable {
        /// 0 while there is no such entity.
        var row: RowID = 0
        /// Dates of its interactions, ascending.
        var dates: [Double] = []
        var use = Use.none
        /// How many statements name it.
        var statements = 0

        var isNeeded: Bool { !dates.isEmpty || statements > 0 }
    }

    private(set) var mentions: [EntityID: Mention] = [:]
    /// Uses of entities that are there.
    private(set) var uses: [RowID: Use] = [:]
    private var keys: [RowID: EntityID] = [:]
    private(set) var statements: [ContextSubject: ContextStatement] = [:]
    private(set) var interactions = 0
    private(set) var interactionsByBundle: [ExactName: Int] = [:]
    private(set) var generation: UInt64 = 0 {
        didSet { relevantRows = nil }
    }
    /// When what is in a row was last said to be relevant; made when it is asked for.
    private var relevantRows: [RowID: Double]?
    var screens = Screens()
    var rates = DonationRates()

    // MARK: When the catalog opens

    mutating func load(interactions count: Int, of bundle: String) {
        interactions += count
        interactionsByBundle[ExactName(bundle), default: 0] += count
    }

    mutating func load(_ named: NamedRow, dates: [Double]) {
        mention(named) { mention in
            mention.dates = dates
            mention.use = Use(dates)
        }
    }

    // MARK: Entities come and go

    /// An entity that may be mentioned has a row now.
    mutating func appeared(_ named: NamedRow) {
        guard mentions[named.entity] != nil else { return }
        change(named.entity) { $0.row = named.row }
        generation += 1
    }

    /// The entity of a row is deleted.
    mutating func disappeared(_ row: RowID) {
        guard let entity = keys[row] else { return }
        change(entity) { $0.row = 0 }
        generation += 1
    }

    // MARK: Interactions and statements

    mutating func apply(_ change: ContextChange) {
        switch change {
        case .added(let interaction): add(interaction)
        case .removed(let interaction): remove(interaction)
        case .stated(let subject, let statement): state(statement, of: subject)
        }
        generation += 1
    }

    private mutating func add(_ interaction: KeptInteraction) {
        interactions += 1
        interactionsByBundle[ExactName(interaction.bundle), default: 0] += 1
        for named in interaction.entities {
            mention(named) { mention in
                let at = mention.dates.firstIndex { $0 > interaction.date } ?? mention.dates.endIndex
                mention.dates.insert(interaction.date, at: at)
                mention.use = Use(mention.dates)
            }
        }
    }

    private mutating func remove(_ interaction: KeptInteraction) {
        interactions -= 1
        let bundle = ExactName(interaction.bundle)
        let left = (interactionsByBundle[bundle] ?? 0) - 1
        interactionsByBundle[bundle] = left > 0 ? left : nil
        for named in interaction.entities {
            change(named.entity) { mention in
                if let at = mention.dates.firstIndex(of: interaction.date) { mention.dates.remove(at: at) }
                mention.use = Use(mention.dates)
            }
        }
    }

    /// Puts a statement in place of what was said of its subject; nil takes it away.
    mutating func state(_ statement: ContextStatement?, of subject: ContextSubject) {
        let earlier = statements.removeValue(forKey: subject)
        if let statement {
            statements[subject] = statement
            for named in statement.entities { mention(named) { $0.statements += 1 } }
        }
        for named in earlier?.entities ?? [] { change(named.entity) { $0.statements -= 1 } }
    }

    /// When what is in a row was last said to be relevant, in seconds since 1970.
    mutating func relevance() -> [RowID: Double] {
        if let relevantRows { return relevantRows }
        var rows: [RowID: Double] = [:]
        for (subject, statement) in statements where subject.purpose == .relevance {
            for named in statement.entities {
                guard let row = mentions[named.entity]?.row, row != 0 else { continue }
                rows[row] = max(rows[row] ?? statement.updated, statement.updated)
            }
        }
        relevantRows = rows
        return rows
    }

    // MARK: Mentions

    private mutating func mention(_ named: NamedRow, _ body: (inout Mention) -> Void) {
        if mentions[named.entity] == nil { mentions[named.entity] = Mention(row: named.row) }
        change(named.entity, body)
    }

    /// Changes a mention and what is derived from it.
    private mutating func change(_ entity: EntityID, _ body: (inout Mention) -> Void) {
        guard var mention = mentions[entity] else { return }
        if mention.row != 0 {
            uses[mention.row] = nil
            keys[mention.row] = nil
        }
        body(&mention)
        guard mention.isNeeded else {
            mentions[entity] = nil
            return
        }
        mentions[entity] = mention
        guard mention.row != 0 else { return }
        keys[mention.row] = entity
        if mention.use.count > 0 { uses[mention.row] = mention.use }
    }
}
