import AlmagestEntities

/// What may be in the store after a crash: one state of each entity where the last write was acknowledged, two
/// where it was not.
struct CrashModel: Sendable {
    /// An entity as one write left it; nil is deleted.
    struct State: Hashable, Sendable {
        let word: String
    }

    private(set) var possible: [String: Set<State?>] = [:]
    /// Writes without a reply that take effect as a whole or not at all.
    private(set) var pendingWholes: [[String: State?]] = []
    private(set) var acknowledgements = 0
    /// Words that nothing has any more.
    private(set) var gone: [String] = []

    /// A write is about to be sent.
    mutating func sending(_ write: [String: State?], asWhole: Bool) {
        for (id, state) in write { possible[id, default: [nil]].insert(state) }
        if asWhole { pendingWholes.append(write) }
    }

    /// Its reply has come.
    mutating func acknowledged(_ write: [String: State?], asWhole: Bool) {
        for (id, state) in write {
            for old in possible[id] ?? [] { if let old, old != state { gone.append(old.word) } }
            possible[id] = [state]
        }
        acknowledgements += 1
        if asWhole { pendingWholes.removeLast() }
    }

    /// Takes what is there for the truth from here on; returns what it should not be.
    mutating func settle(_ actual: [String: State?]) -> [String] {
        var faults: [String] = []
        for (id, states) in possible {
            let state = actual[id] ?? nil
            if !states.contains(state) { faults.append("\(id) is \(String(describing: state)), may be \(states)") }
            for old in states { if let old, old != state { gone.append(old.word) } }
            possible[id] = [state]
        }
        for whole in pendingWholes {
            let applied = whole.count { (actual[$0.key] ?? nil) == $0.value }
            if applied != 0, applied != whole.count {
                faults.append("\(applied) of \(whole.count) of one write are there")
            }
        }
        pendingWholes = []
        gone = gone.suffix(12)
        return faults
    }

    /// Entities that are there, once settled.
    var live: [String: State] {
        possible.compactMapValues { states in states.count == 1 ? states.first.flatMap { $0 } : nil }
    }
}
