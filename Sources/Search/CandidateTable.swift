import Catalog
import Semantic

/// The candidates of a query, found by their row: open addressing in one block of memory, because a query has some
/// thousands of them and each is looked up twice.
struct CandidateTable {
    private(set) var candidates: [Candidate] = []
    /// Places in `candidates` plus one; 0 is free. A power of two, at most half of it taken.
    private var places: [Int32]

    init(capacity: Int) {
        var size = 64
        while size < capacity * 2 { size *= 2 }
        places = [Int32](repeating: 0, count: size)
        candidates.reserveCapacity(capacity)
    }

    /// Adds a candidate whose row is not in the table yet.
    mutating func add(_ candidate: Candidate) {
        if candidates.count * 2 >= places.count { grow() }
        places[slot(of: candidate.row)] = Int32(candidates.count + 1)
        candidates.append(candidate)
    }

    /// Changes a row's candidate, if there is one.
    mutating func update(_ row: RowID, _ change: (inout Candidate) -> Void) {
        let place = places[slot(of: row)]
        if place != 0 { change(&candidates[Int(place) - 1]) }
    }

    /// Notes how near a candidate is, by its place in the order of arrival.
    mutating func measure(_ index: Int, _ hit: SemanticHit) {
        guard candidates.indices.contains(index), candidates[index].row == hit.row else { return }
        if candidates[index].cosine == nil { candidates[index].measure(hit.cosine, hit.passage) }
    }

    /// Changes a row's candidate, which is made if there was none: then the result is true.
    mutating func update(_ row: RowID, orAdd revision: Seq, _ change: (inout Candidate) -> Void) -> Bool {
        let place = places[slot(of: row)]
        if place != 0 {
            change(&candidates[Int(place) - 1])
            return false
        }
        var made = Candidate(row: row, revision: revision)
        change(&made)
        add(made)
        return true
    }

    /// Where a row is, or belongs.
    private func slot(of row: RowID) -> Int {
        let mask = places.count - 1
        // Knuth's multiplicative hash: rows that follow one another are spread.
        var slot = Int((UInt64(row) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while places[slot] != 0, candidates[Int(places[slot]) - 1].row != row { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        places = [Int32](repeating: 0, count: places.count * 2)
        for (index, candidate) in candidates.enumerated() { places[slot(of: candidate.row)] = Int32(index + 1) }
    }
}
