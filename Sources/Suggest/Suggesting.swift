import Catalog

/// Goes through the ways of matching, the best first, over all segments, until there are enough.
struct Suggesting {
    let segments: [Segment]

    /// At most this many are given.
    static let maximumLimit = 1000

    func suggestions(
        _ text: String, within: RowSet?, limit: Int, isLive: (RowID, Seq) -> Bool
    ) -> [Suggestion] {
        let limit = min(limit, Self.maximumLimit)
        let typed = TypedText(text)
        guard limit > 0, !typed.form.isEmpty else { return [] }
        var result: [Suggestion] = []
        var taken: Set<RowID> = []
        var persons: Set<String> = []
        for tier in Suggestion.Tier.allCases {
            let wanted = limit - result.count
            if wanted == 0 { break }
            guard isOfUse(tier, typed) else { continue }
            var found: [(segment: Segment, match: Matching.Found)] = []
            withoutActuallyEscaping(isLive) { isLive in
                for segment in segments {
                    let matching = Matching(
                        segment: segment, typed: typed, within: within, isLive: isLive, taken: taken,
                        persons: persons)
                    for match in matching.found(tier, wanted: wanted) { found.append((segment, match)) }
                }
            }
            found.sort { $0.match.rank < $1.match.rank }
            // The same row may be in two segments with the same revision, the same person in two rows.
            var rows: Set<RowID> = []
            var seen: Set<String> = []
            found.removeAll { segment, match in
                if match.rank.isPerson, !seen.insert(segment.texts.string(match.name)).inserted { return true }
                return !rows.insert(match.rank.row).inserted
            }
            found = Array(found.prefix(Matching.lookAhead(wanted)))
            for isExact in [true, false] {
                for (segment, match) in found where match.isExact == isExact && result.count < limit {
                    let row = match.rank.row
                    taken.insert(row)
                    if match.rank.isPerson { persons.insert(segment.texts.string(match.name)) }
                    result.append(
                        Suggestion(
                            text: segment.texts.string(match.name), row: row, revision: segment.revisions[match.name],
                            tier: tier))
                }
            }
        }
        return result
    }

    /// Whether the way of matching can find what a better one does not.
    private func isOfUse(_ tier: Suggestion.Tier, _ typed: TypedText) -> Bool {
        switch tier {
        case .signsFirst, .signs: typed.hasSigns
        case .beginning: !typed.hasSigns
        case .words, .prefixes: !typed.needsSigns
        case .substrings: !typed.needsSigns && typed.words.contains { $0.scalars.count > 1 }
        case .oneTypo: !typed.needsSigns && typed.words.contains { $0.typos > 0 }
        case .twoTypos: !typed.needsSigns && typed.words.contains { $0.typos > 1 }
        case .whole, .firstWords: true
        }
    }
}
