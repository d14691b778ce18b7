import Catalog

@testable import Suggest

/// The same ordering by looking at every name.
struct Model {
    var names: [(rank: NameRank, text: String)] = []

    mutating func set(_ row: RowID, _ names: [NameList.Name], priority: Int) {
        self.names.removeAll { $0.rank.row == row }
        self.names += NameList.entries(names, row: row, revision: 0, priority: priority).map { ($0.rank, $0.text) }
        self.names.sort { $0.rank < $1.rank }
    }

    func suggestions(_ text: String, within: RowSet?, limit: Int) -> [(text: String, row: RowID)] {
        let form = NameForm(text, .query)
        let exactForm = NameForm(text, .query, keepingDiacritics: true)
        guard !form.bytes.isEmpty else { return [] }
        let words = form.words.map { Array(form.bytes[$0]) }
        var result: [(String, RowID)] = []
        var taken: Set<RowID> = []
        var persons: Set<String> = []
        for tier in Suggestion.Tier.allCases {
            let wanted = limit - result.count
            guard wanted > 0 else { break }
            var found: [(NameRank, String)] = []
            var rows: Set<RowID> = []
            var seen = persons
            for (rank, name) in names where within?.contains(rank.row) ?? true {
                guard !taken.contains(rank.row), !rows.contains(rank.row), matches(name, form, words, tier) else {
                    continue
                }
                if rank.isPerson, !seen.insert(name).inserted { continue }
                rows.insert(rank.row)
                found.append((rank, name))
            }
            let ahead = found.prefix(Matching.lookAhead(wanted))
            for exact in [true, false] {
                for (rank, name) in ahead where isExact(name, form, exactForm) == exact && result.count < limit {
                    result.append((name, rank.row))
                    if rank.isPerson { persons.insert(name) }
                    taken.insert(rank.row)
                }
            }
        }
        return result
    }

    private func isExact(_ name: String, _ form: NameForm, _ exactForm: NameForm) -> Bool {
        let exact = NameForm(name, .index, keepingDiacritics: true)
        if exact.bytes == NameForm(name, .index).bytes { return form.bytes == exactForm.bytes }
        let words = exact.words.map { Array(exact.bytes[$0]) }
        return exactForm.words.allSatisfy { range in words.contains { $0.starts(with: exactForm.bytes[range]) } }
    }

    private func matches(_ name: String, _ form: NameForm, _ typed: [[UInt8]], _ tier: Suggestion.Tier) -> Bool {
        let other = NameForm(name, .index)
        let words = other.words.map { Array(other.bytes[$0]) }
        if [.words, .prefixes, .substrings, .oneTypo, .twoTypos].contains(tier), needsSigns(form) { return false }
        switch tier {
        case .whole: return other.bytes == form.bytes
        case .firstWords: return other.bytes.starts(with: form.bytes + [0x20])
        case .beginning: return other.bytes.starts(with: form.bytes)
        case .signsFirst: return hasSigns(form) && other.bytes.starts(with: form.bytes)
        case .signs:
            return hasSigns(form)
                && form.bytes.split(separator: 0x20).allSatisfy { part in
                    let part = NameForm(String(decoding: part, as: UTF8.self), .query)
                    if hasSigns(part) { return contains(other.bytes, part.bytes) }
                    return part.words.allSatisfy { range in words.contains { $0.starts(with: part.bytes[range]) } }
                }
        case .words: return !typed.isEmpty && typed.allSatisfy { words.contains($0) }
        case .prefixes: return !typed.isEmpty && typed.allSatisfy { word in words.contains { $0.starts(with: word) } }
        case .substrings:
            return !typed.isEmpty
                && typed.allSatisfy { word in
                    words.contains {
                        scalars(word).count < 2 ? $0.starts(with: word) : contains($0, word)
                    }
                }
        case .oneTypo, .twoTypos:
            let most = tier == .oneTypo ? 1 : 2
            let allowed = zip(typed, form.isUnspaced).map { word, isUnspaced in
                let letters = scalars(word).count
                return min(most, isUnspaced || letters < 4 ? 0 : letters < 8 ? 1 : 2)
            }
            guard allowed.contains(most) || (most == 1 && allowed.contains { $0 > 0 }) else { return false }
            return zip(typed, allowed).allSatisfy { word, allowed in
                words.contains { near(scalars(word), scalars($0), allowed) }
            }
        }
    }

    private func hasSigns(_ form: NameForm) -> Bool { !form.signs.isEmpty }

    private func needsSigns(_ form: NameForm) -> Bool {
        form.bytes.split(separator: 0x20).contains { part in
            let part = NameForm(String(decoding: part, as: UTF8.self), .query)
            return hasSigns(part) && !part.words.isEmpty
                && zip(part.words, part.isUnspaced).allSatisfy { range, isUnspaced in
                    !isUnspaced && scalars(Array(part.bytes[range])).count == 1
                }
        }
    }

    private func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] {
        Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
    }

    /// Whether some beginning of `word` is so near.
    private func near(_ typed: [Unicode.Scalar], _ word: [Unicode.Scalar], _ typos: Int) -> Bool {
        if typos == 0 { return word.starts(with: typed) }
        if typos > 1, typed.first != word.first { return false }
        return (0...word.count).contains { distance(typed, Array(word.prefix($0))) <= typos }
    }

    /// Optimal string alignment by the whole table.
    private func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var table = (0...a.count).map { i in (0...b.count).map { j in i == 0 ? j : j == 0 ? i : 0 } }
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        for i in 1...a.count {
            for j in 1...b.count {
                table[i][j] = min(
                    table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
                }
            }
        }
        return table[a.count][b.count]
    }
}
