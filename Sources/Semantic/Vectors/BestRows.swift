import Catalog

/// A passage scored by its codes.
struct ScoredPassage {
    let cosine: Float
    let row: RowID
    let passage: UInt16
    /// Where it lies in the snapshot.
    let part: UInt32
    let position: UInt32

    /// Better first, equals by row and passage.
    func isBefore(_ other: ScoredPassage) -> Bool {
        if cosine != other.cosine { return cosine > other.cosine }
        if row != other.row { return row < other.row }
        return passage < other.passage
    }

    func hit(in snapshot: VectorSnapshot) -> VectorHit {
        let revision = snapshot.parts[Int(part)].segment.revisions[Int(position)]
        return VectorHit(row: row, revision: revision, passage: passage, cosine: cosine)
    }
}

/// The best passage of each of the best rows. A few are kept in order as they come, so that their worst is known; many
/// are sorted at the end.
struct BestRows {
    /// Up to this many are kept in order.
    static let few = 128

    private let limit: Int
    /// Whether they are kept in order.
    let isOrdered: Bool
    private var inOrder: [ScoredPassage] = []
    private var collected: [ScoredPassage] = []

    init(_ limit: Int, expecting count: Int) {
        self.limit = limit
        isOrdered = limit <= Self.few
        if isOrdered { inOrder.reserveCapacity(limit + 1) } else { collected.reserveCapacity(count) }
    }

    /// What a passage must reach to matter, once there are enough rows; known for a few rows only.
    var worst: Float? { isOrdered && inOrder.count == limit ? inOrder[limit - 1].cosine : nil }

    mutating func add(_ passage: ScoredPassage) {
        guard isOrdered else {
            collected.append(passage)
            return
        }
        if inOrder.count == limit, let last = inOrder.last, !passage.isBefore(last) { return }
        if let known = inOrder.firstIndex(where: { $0.row == passage.row }) {
            guard passage.isBefore(inOrder[known]) else { return }
            inOrder.remove(at: known)
        } else if inOrder.count == limit {
            inOrder.removeLast()
        }
        var place = inOrder.count
        while place > 0, passage.isBefore(inOrder[place - 1]) { place -= 1 }
        inOrder.insert(passage, at: place)
    }

    /// Best first, equals by row.
    func hits(in snapshot: VectorSnapshot) -> [VectorHit] {
        if isOrdered { return inOrder.map { $0.hit(in: snapshot) } }
        var hits: [VectorHit] = []
        hits.reserveCapacity(min(limit, collected.count))
        var seen = RowMarks(capacity: collected.count)
        for index in order() {
            if hits.count == limit { break }
            if seen.insert(collected[index].row) { hits.append(collected[index].hit(in: snapshot)) }
        }
        return hits
    }

    /// Indices of what was collected, best first.
    private func order() -> [Int] {
        // Whole numbers sort several times faster than passages: the cosine above, where it came below.
        var keys = collected.enumerated().map { UInt64(Self.descending($1.cosine)) << 32 | UInt64($0) }
        keys.sort()
        var order = keys.map { Int($0 & 0xffff_ffff) }
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
            if end - start > 1 { order[start..<end].sort { collected[$0].isBefore(collected[$1]) } }
            start = end
        }
        return order
    }

    /// The greater the cosine, the smaller.
    private static func descending(_ cosine: Float) -> UInt32 {
        // Adding 0 makes one of the two zeros of the other.
        let bits = (cosine + 0).bitPattern
        return bits >> 31 == 0 ? ~bits & 0x7fff_ffff : bits
    }
}

/// Which rows have come already: a table with open places, at most half full.
private struct RowMarks {
    private var table: [RowID?]
    private let mask: Int

    init(capacity: Int) {
        var size = 16
        while size < 2 * capacity { size *= 2 }
        mask = size - 1
        table = [RowID?](repeating: nil, count: size)
    }

    /// False if it was there.
    mutating func insert(_ row: RowID) -> Bool {
        // Knuth's multiplicative hash.
        var place = Int(truncatingIfNeeded: (row &* 2_654_435_769) >> 8) & mask
        while let known = table[place] {
            if known == row { return false }
            place = (place + 1) & mask
        }
        table[place] = row
        return true
    }
}
