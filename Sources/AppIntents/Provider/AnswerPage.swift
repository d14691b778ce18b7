import AlmagestEntities

/// Where a list of all entities goes on: behind the entity that was sent last.
///
/// A provider is stopped while nobody needs it, so nothing of the list is kept: it is asked for again, and the place is
/// found by the entity, else by its number.
struct AnswerPage {
    let number: Int
    let last: String

    /// - Throws: `invalidParameter` for a text that no answer gave.
    init(cursor: String) throws(AlmagestError) {
        let parts = cursor.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), number > 0 else {
            throw AlmagestError(.invalidParameter, "This is no cursor that an answer gave.", path: "cursor")
        }
        self.number = number
        last = String(parts[1])
    }

    init(number: Int, last: String) {
        self.number = number
        self.last = last
    }

    var cursor: String { "\(number)/\(last)" }

    /// The place of the first entity of the next page.
    func start(among identifiers: [String]) -> Int {
        if identifiers.indices.contains(number - 1), identifiers[number - 1].hasSameBytes(as: last) { return number }
        if let place = identifiers.firstIndex(where: { $0.hasSameBytes(as: last) }) { return place + 1 }
        return min(number, identifiers.count)
    }
}
