import AlmagestEntities

/// The sessions that are open, and what was said during each. It belongs to the thread of `CatalogWriter`.
///
/// What a rolled-back transaction noted is taken back, so a note is always about what was stored.
struct SessionTable {
    private struct Open {
        let session: ReindexSession
        /// Reported by the session or donated otherwise: stays at the end.
        var present = RowBits()
        /// Donated otherwise: a report does not change it any more.
        var live = RowBits()
        /// Keys deleted by the app, as hashes: a million of them take a few megabytes.
        var deleted: Set<Int> = []
    }

    private enum Note {
        case present(UInt64, RowID)
        case live(UInt64, RowID)
        case deleted(UInt64, Int)
        case counted(UInt64, reported: Int, changed: Int)
    }

    private var open: [UInt64: Open] = [:]
    private var notes: [Note] = []
    private var lastID: UInt64 = 0

    var isEmpty: Bool { open.isEmpty }

    mutating func begin(_ scope: ReindexScope) -> ReindexSession {
        lastID += 1
        let session = ReindexSession(id: lastID, scope: scope)
        open[lastID] = Open(session: session)
        return session
    }

    mutating func end(_ id: UInt64) { open[id] = nil }

    func session(_ id: UInt64) throws(AlmagestError) -> ReindexSession {
        guard let session = open[id]?.session else {
            throw AlmagestError(.notFound, "There is no re-index session \(id) open.", path: "session")
        }
        return session
    }

    // MARK: Reports

    /// Why an entity does not belong in a session; nil when it does.
    func objection(_ id: UInt64, _ key: EntityID, index: String) -> AlmagestError? {
        guard let scope = open[id]?.session.scope else {
            return AlmagestError(.notFound, "There is no re-index session \(id) open.", path: "session")
        }
        if ExactName(scope.bundle) == ExactName(key.bundle),
            scope.index.map({ ExactName($0) == ExactName(index) }) ?? true,
            scope.types?.contains(where: { ExactName($0) == ExactName(key.type) }) ?? true,
            scope.identifiers?.contains(where: { ExactName($0) == ExactName(key.id) }) ?? true
        {
            return nil
        }
        return AlmagestError(.notAllowed, "The session is not about “\(key.text)” in index “\(index)”.")
    }

    /// Whether a report is too late: the app itself has said something newer of that entity.
    func isOutdated(_ id: UInt64, _ row: RowID?, _ key: EntityID) -> Bool {
        guard let open = open[id] else { return true }
        if let row { return open.live.contains(row) }
        return !open.deleted.isEmpty && open.deleted.contains(key.hashValue)
    }

    mutating func reported(_ id: UInt64, _ row: RowID?, changed: Bool) {
        var isNew = row == nil
        if let row, open[id]?.present.insert(row) ?? false {
            notes.append(.present(id, row))
            isNew = true
        }
        let (more, changes) = (isNew ? 1 : 0, changed ? 1 : 0)
        open[id]?.session.count(reported: more, changed: changes)
        notes.append(.counted(id, reported: more, changed: changes))
    }

    // MARK: Everything else

    mutating func donated(_ row: RowID, bundle: String) {
        for id in Array(open.keys) where ExactName(open[id]?.session.scope.bundle ?? "") == ExactName(bundle) {
            if open[id]?.present.insert(row) ?? false { notes.append(.present(id, row)) }
            if open[id]?.live.insert(row) ?? false { notes.append(.live(id, row)) }
        }
    }

    mutating func deleted(_ key: EntityID) {
        for id in Array(open.keys) where ExactName(open[id]?.session.scope.bundle ?? "") == ExactName(key.bundle) {
            let hash = key.hashValue
            if open[id]?.deleted.insert(hash).inserted ?? false { notes.append(.deleted(id, hash)) }
        }
    }

    /// The rows that were not reported.
    func missing(_ id: UInt64, among rows: [RowID]) -> [RowID] {
        guard let present = open[id]?.present else { return [] }
        return rows.filter { !present.contains($0) }
    }

    // MARK: Transactions

    var mark: Int { notes.count }

    mutating func undo(to mark: Int) {
        while notes.count > mark {
            switch notes.removeLast() {
            case .present(let id, let row): open[id]?.present.remove(row)
            case .live(let id, let row): open[id]?.live.remove(row)
            case .deleted(let id, let hash): open[id]?.deleted.remove(hash)
            case .counted(let id, let reported, let changed):
                open[id]?.session.count(reported: -reported, changed: -changed)
            }
        }
    }

    mutating func committed() { notes.removeAll(keepingCapacity: notes.count < 100_000) }
}

/// A set of rows at a bit each.
struct RowBits {
    private var words: [UInt64] = []

    func contains(_ row: RowID) -> Bool {
        let word = Int(row >> 6)
        return word < words.count && words[word] & (1 << UInt64(row & 63)) != 0
    }

    /// False when it was there.
    mutating func insert(_ row: RowID) -> Bool {
        let word = Int(row >> 6)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        let bit: UInt64 = 1 << UInt64(row & 63)
        defer { words[word] |= bit }
        return words[word] & bit == 0
    }

    mutating func remove(_ row: RowID) {
        let word = Int(row >> 6)
        if word < words.count { words[word] &= ~(1 << UInt64(row & 63)) }
    }
}
