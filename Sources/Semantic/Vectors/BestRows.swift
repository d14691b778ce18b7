import Catalog

/// A passage scored by its codes.
struct ScoredPassage {
    let row: RowID
    let passage: UInt16
    let revision: Seq
    let cosine: Float
}

/// The best passage of each of the best rows. A few are kept in order as they come, so that their worst is known; many
/// are sorted at the end.
struct BestRows {
    /// Up to this many are kept in order.
    static let few = 128

    private let limit: Int
    private var inOrder: [ScoredPassage] = []
    private var collected: [ScoredPassage] = []

    init(_ limit: Int, expecting count: Int) {
        self.limit = limit
        if limit <= Self.few { inOrder.reserveCapacity(limit + 1) } else { collected.reserveCapacity(count) }
    }

    /// What a passage must reach to matter, once there are enough rows; known for a few rows only.
    var worst: Float? { limit <= Self.few && inOrder.count == limit ? inOrder[limit - 1].cosine : nil }

    mutating func add(_ passage: ScoredPassage) {
        guard limit <= Self.few else {
            collected.append(passage)
            return
        }
        if inOrder.count == limit, let last = inOrder.last, !Self.isBefore(passage, last) { return }
        if let known = inOrder.firstIndex(where: { $0.row == passage.row }) {
            guard Self.isBefore(passage, inOrder[known]) else { return }
            inOrder.remove(at: known)
        } else if inOrder.count == limit {
            inOrder.removeLast()
        }
        var place = inOrder.count
        while place > 0, Self.isBefore(passage, inOrder[place - 1]) { place -= 1 }
        inOrder.insert(passage, at: place)
    }

    /// Best first, equals by row.
    func hits() -> [VectorHit] {
        var passages = inOrder
        if limit > Self.few {
            var seen = Set<RowID>(minimumCapacity: min(limit, collected.count))
            for passage in collected.sorted(by: Self.isBefore) {
                if passages.count == limit { break }
                if seen.insert(passage.row).inserted { passages.append(passage) }
            }
        }
        return passages.map {
            VectorHit(row: $0.row, revision: $0.revision, passage: $0.passage, cosine: $0.cosine)
        }
    }

    private static func isBefore(_ a: ScoredPassage, _ b: ScoredPassage) -> Bool {
        if a.cosine != b.cosine { return a.cosine > b.cosine }
        if a.row != b.row { return a.row < b.row }
        return a.passage < b.passage
    }
}
