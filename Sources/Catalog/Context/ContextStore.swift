import AlmagestEntities
import Synchronization

/// What is known of the person's doing: what they used, what apps say is relevant, what is on screen.
///
///     catalog.context.use(of: song).count          // how often it was played
///     catalog.context.screens().first?.views       // what is in front
///
/// A mirror in memory of what the catalog holds, changed after each commit and before its reply; what is on screen is
/// held here alone. Nothing of an entity that is deleted is given out.
public final class ContextStore: Sendable {
    let state = Mutex(ContextState())
    private let rows: RowTable
    /// Seconds for which a statement of relevance or an annotation holds.
    private let statementSeconds: Double

    init(rows: RowTable, statementSeconds: Double) {
        self.rows = rows
        self.statementSeconds = statementSeconds
    }

    /// Grows with every change of use or relevance: a ranking made before it is another one.
    public var generation: UInt64 { state.withLock { $0.generation } }

    // MARK: On screen

    /// Statements about what is on screen, the newest first.
    public func screens() -> [ScreenStatement] { state.withLock { $0.screens.statements } }

    /// Takes what an app says is on screen, in place of what it said before; an empty statement clears it.
    ///
    /// - Parameter owner: the connection that says it, a number of its own.
    public func show(_ statement: ScreenStatement, by owner: UInt64) {
        state.withLock { $0.screens.show(statement, by: owner) }
    }

    /// Forgets what a connection said is on screen.
    public func forgetScreens(of owner: UInt64) {
        state.withLock { $0.screens.forget { $0.owner == owner } }
    }

    /// Forgets statements from before `cutoff`, in seconds since 1970.
    public func forgetScreens(before cutoff: Double) {
        state.withLock { $0.screens.forget { $0.statement.updated < cutoff } }
    }

    // MARK: Use

    /// How an entity was used.
    public func use(of entity: EntityID) -> Use { state.withLock { $0.mentions[entity]?.use ?? .none } }

    /// How the entity in a row was used.
    public func use(of row: RowID) -> Use { state.withLock { $0.uses[row] ?? .none } }

    /// How the entities in some rows were used, those without any left out. One short hold of the lock for all.
    public func uses(of rows: some Sequence<RowID>) -> [RowID: Use] {
        state.withLock { state in
            guard !state.uses.isEmpty else { return [:] }
            var found: [RowID: Use] = [:]
            for row in rows { if let use = state.uses[row] { found[row] = use } }
            return found
        }
    }

    /// Those of some rows whose entities an app says are relevant now, in any context.
    public func relevantRows(among rows: some Sequence<RowID>, now: Double) -> Set<RowID> {
        state.withLock { state in
            let relevance = state.relevance()
            guard !relevance.isEmpty else { return [] }
            var found = Set<RowID>()
            for row in rows {
                if let updated = relevance[row], updated + statementSeconds > now { found.insert(row) }
            }
            return found
        }
    }

    // MARK: Statements of apps

    /// What apps say is relevant, the newest statement first and each in its app's order.
    ///
    /// - Parameters:
    ///   - kind: the kind of context, such as `audio`; nil for all.
    ///   - now: seconds since 1970; statements that have lapsed by then are left out.
    public func relevant(kind: String? = nil, now: Double) -> [RelevantEntity] {
        statements(.relevance, kind: kind, now: now)
    }

    /// Entities that apps announced in a place, the newest statement first and the most specific entity of each first.
    public func annotations(on place: AnnotationPlace, now: Double) -> [EntityID] {
        statements(.annotation, kind: place.rawValue, now: now).map(\.entity)
    }

    private func statements(_ purpose: ContextSubject.Purpose, kind: String?, now: Double) -> [RelevantEntity] {
        let kind = kind.map(ExactName.init)
        let all = state.withLock { state in
            state.statements
                .filter { subject, statement in
                    subject.purpose == purpose && (kind == nil || kind == ExactName(subject.kind))
                        && statement.updated + statementSeconds > now
                }
                .sorted { a, b in
                    a.value.updated != b.value.updated
                        ? a.value.updated > b.value.updated
                        : (a.key.bundle, a.key.kind, a.key.detail) < (b.key.bundle, b.key.kind, b.key.detail)
                }
                .flatMap { subject, statement in
                    statement.entities.map { named in
                        RelevantEntity(
                            entity: named.entity, row: state.mentions[named.entity]?.row ?? 0, kind: subject.kind,
                            updated: statement.updated)
                    }
                }
        }
        return rows.withColumns { columns in
            all.filter {
                let row = Int($0.row)
                return row > 0 && row < columns.count && columns.revision[row] != 0 && columns.expires[row] > now
            }
        }
    }

    // MARK: Changes

    /// Whether an interaction or a statement names the entity.
    func isMentioned(_ entity: EntityID) -> Bool {
        state.withLock { !$0.mentions.isEmpty && $0.mentions[entity] != nil }
    }

    /// Interactions of one app, and of all.
    func interactionCounts(of bundle: String) -> (own: Int, all: Int) {
        state.withLock { ($0.interactionsByBundle[ExactName(bundle)] ?? 0, $0.interactions) }
    }

    /// Takes over what was committed.
    func apply(_ changes: [ContextChange], deleted: some Sequence<RowID>, appeared: [NamedRow]) {
        state.withLock { state in
            for change in changes { state.apply(change) }
            for row in deleted { state.disappeared(row) }
            for named in appeared { state.appeared(named) }
        }
    }
}
