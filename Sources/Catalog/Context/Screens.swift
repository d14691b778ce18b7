import AlmagestEntities

/// The newest statement of each app about what is on screen.
struct Screens: Sendable {
    struct Entry: Sendable {
        var statement: ScreenStatement
        var owner: UInt64
    }

    /// The newest first.
    private(set) var entries: [Entry] = []
    /// More apps than that are not on screen at a time.
    private static let limit = 64

    var statements: [ScreenStatement] { entries.map(\.statement) }

    mutating func show(_ statement: ScreenStatement, by owner: UInt64) {
        entries.removeAll { ExactName($0.statement.bundle) == ExactName(statement.bundle) }
        guard !statement.isEmpty else { return }
        if entries.count == Self.limit { entries.removeLast() }
        entries.insert(Entry(statement: statement, owner: owner), at: 0)
    }

    mutating func forget(_ condition: (Entry) -> Bool) { entries.removeAll(where: condition) }
}
