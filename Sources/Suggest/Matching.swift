import Catalog

/// Finds the names of one segment that match in one way, in the static order, no more of them than are needed.
struct Matching {
    let segment: Segment
    let typed: TypedText
    let within: RowSet?
    let isLive: (RowID, Seq) -> Bool
    /// Rows that a better tier has found, and persons.
    let taken: Set<RowID>
    let persons: Set<String>

    struct Found {
        var rank: NameRank
        var name: Int
        /// Whether diacritics agree.
        var isExact: Bool
    }

    /// Names looked at for ones that are exact, when there are others that aren't.
    static func lookAhead(_ wanted: Int) -> Int { 4 * wanted + 64 }

    func found(_ tier: Suggestion.Tier, wanted: Int) -> [Found] {
        switch tier {
        case .whole: named(segment.names(equal:), typed.form, wanted)
        case .firstWords: named(segment.names(beginning:), typed.form + [UInt8(ascii: " ")], wanted)
        case .beginning, .signsFirst: named(segment.names(beginning:), typed.form, wanted)
        case .signs: signs(wanted)
        case .words: worded(wanted) { word in WordSet(word.bytes.withUnsafeBytes { segment.word($0) }) }
        case .prefixes: worded(wanted) { prefixes($0.bytes) }
        case .substrings: worded(wanted) { $0.scalars.count > 1 ? substrings($0.bytes) : prefixes($0.bytes) }
        case .oneTypo: worded(wanted) { similar($0, 1) }
        case .twoTypos: worded(wanted) { similar($0, 2) }
        }
    }

    // MARK: Ways of matching

    private func named(
        _ stretch: (UnsafeRawBufferPointer) -> Range<Int>, _ form: [UInt8], _ wanted: Int
    ) -> [Found] {
        let range = form.withUnsafeBytes(stretch)
        guard !range.isEmpty else { return [] }
        var order = BestFirst(segment.byForm, segment.formMinima)
        order.add(range)
        return collected(wanted, order, { _ in true }, { _ in true }) {
            NameBits(segment.byForm, [range], count: segment.count)
        }
    }

    /// Names that have a word of each set.
    private func worded(_ wanted: Int, _ set: (TypedText.Word) -> WordSet) -> [Found] {
        guard !typed.words.isEmpty else { return [] }
        var sets: [WordSet] = []
        // The longest are the likeliest not to be there.
        for word in typed.words.sorted(by: { $0.scalars.count > $1.scalars.count }) {
            let words = set(word)
            if words.isEmpty { return [] }
            sets.append(words)
        }
        return having(sets, wanted)
    }

    /// Names in which each run that has signs stands as it was typed; the other words begin one of theirs.
    private func signs(_ wanted: Int) -> [Found] {
        var sets: [WordSet] = []
        for part in typed.parts {
            sets += part.signs.map { sign in WordSet(sign.withUnsafeBytes { segment.word($0) }) }
            sets += part.beginnings.map { prefixes($0) }
            if let ending = part.ending { sets.append(substrings(ending)) }
        }
        guard sets.allSatisfy({ !$0.isEmpty }) else { return [] }
        let runs = typed.parts.filter { !$0.signs.isEmpty }.map(\.bytes)
        return having(sets, wanted) { name in
            segment.forms.with(name) { form in
                runs.allSatisfy { run in run.withUnsafeBytes { Bytes.find($0, in: form, from: 0) != nil } }
            }
        }
    }

    private func prefixes(_ word: [UInt8]) -> WordSet {
        WordSet(word.withUnsafeBytes { segment.words(beginning: $0) })
    }

    /// Words that have this in them.
    private func substrings(_ part: [UInt8]) -> WordSet {
        var result = WordSet()
        part.withUnsafeBytes { needle in
            segment.words.bytes.withUnsafeBytes { bytes in
                var from = 0
                var number = 0
                while let place = Bytes.find(needle, in: bytes, from: from) {
                    number = segment.words.item(at: place, from: number)
                    let range = segment.words.range(number)
                    if place + needle.count <= range.upperBound {
                        result.append(number..<(number + 1))
                        from = range.upperBound
                    } else {
                        // It only stands across two words.
                        from = place + 1
                    }
                }
            }
        }
        return result
    }

    private func similar(_ word: TypedText.Word, _ typos: Int) -> WordSet {
        let allowed = min(word.typos, typos)
        return allowed == 0
            ? prefixes(word.bytes) : SimilarWords(segment: segment, typed: word.scalars, typos: allowed).find()
    }

    // MARK: From words to names

    /// After so many names that one set leads to, the rest is looked at in bulk.
    private static let patience = 512

    /// Names that have a word of each set, and for which `condition` holds. The rarest set leads.
    private func having(_ sets: [WordSet], _ wanted: Int, _ condition: ((Int) -> Bool)? = nil) -> [Found] {
        let counts = sets.map { $0.stretches(segment).reduce(0) { $0 + $1.count } }
        guard let leader = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return [] }
        var order = BestFirst(segment.postings, segment.postingMinima)
        for range in sets[leader].ranges {
            if range.count <= 8 {
                // The names of one word ascend.
                for word in range { order.add(ascending: segment.postings(of: word)) }
            } else {
                order.add(segment.postings(of: range))
            }
        }
        let others = sets.indices.filter { $0 != leader }
        func has(_ name: Int, _ places: [Int]) -> Bool {
            places.allSatisfy { self.has(name, sets[$0]) } && condition?(name) ?? true
        }
        // What is much commoner than the leader is sooner looked for in its names than put together.
        let common = others.filter { counts[$0] > 16 * counts[leader] }
        let rare = others.filter { counts[$0] <= 16 * counts[leader] }
        return collected(wanted, order, { has($0, others) }, { has($0, common) }) {
            var names = NameBits(sets[leader], in: segment)
            for place in rare { names.formIntersection(NameBits(sets[place], in: segment)) }
            return names
        }
    }

    /// From the best name on those that match, until there are enough: first one by one, then what `bulk` gives, of
    /// which those match for which `inBulk` holds.
    private func collected(
        _ wanted: Int, _ order: consuming BestFirst, _ matches: (Int) -> Bool, _ inBulk: (Int) -> Bool,
        bulk: () -> NameBits
    ) -> [Found] {
        var collector = Collector(wanted: wanted)
        var last = -1
        var patience = Self.patience
        while let next = order.next() {
            let name = Int(next)
            if name == last { continue }
            last = name
            if isWithin(name), matches(name), !collect(name, &collector) { return collector.found }
            patience -= 1
            guard patience > 0 else {
                bulk().visit(after: last) { name in
                    !isWithin(name) || !inBulk(name) || collect(name, &collector)
                }
                break
            }
        }
        return collector.found
    }

    @inline(__always)
    private func has(_ name: Int, _ set: WordSet) -> Bool {
        for i in Int(segment.nameWordStarts[name])..<Int(segment.nameWordStarts[name + 1])
        where set.contains(segment.nameWords[i]) {
            return true
        }
        return false
    }

    @inline(__always)
    private func isWithin(_ name: Int) -> Bool { within?.contains(segment.row(name)) ?? true }

    // MARK: Collecting

    private struct Collector {
        let wanted: Int
        var found: [Found] = []
        var exact = 0
        var rows: Set<RowID> = []
        /// Those of them found by a name of their own. Others may have to be found by another person still, where the
        /// first stands for somebody whom another segment has in a better row.
        var named: Set<RowID> = []
        var persons: Set<String> = []

        init(wanted: Int) { self.wanted = wanted }

        var isFull: Bool { exact >= wanted || rows.count >= Matching.lookAhead(wanted) }
    }

    /// Takes the name if it may be shown; false when there are enough.
    private func collect(_ name: Int, _ collector: inout Collector) -> Bool {
        let row = segment.row(name)
        if taken.contains(row) || collector.named.contains(row) { return true }
        guard hasLongWords(name), isLive(row, segment.revisions[name]) else { return true }
        if NameRank(bits: segment.ranks[name]).isPerson {
            // Of somebody who is in many entities the first one stands for all.
            let person = segment.texts.string(name)
            guard !persons.contains(person), collector.persons.insert(person).inserted else { return true }
        } else {
            collector.named.insert(row)
        }
        let isNew = collector.rows.insert(row).inserted
        let isExact = isExact(name)
        collector.found.append(Found(rank: NameRank(bits: segment.ranks[name]), name: name, isExact: isExact))
        if isNew, isExact { collector.exact += 1 }
        return !collector.isFull
    }

    /// Whether runs that are longer than a word of the index are there as a whole.
    private func hasLongWords(_ name: Int) -> Bool {
        for word in typed.words {
            guard let whole = word.whole else { continue }
            let isThere = whole.withUnsafeBytes { whole in
                segment.forms.with(name) { Bytes.find(whole, in: $0, from: 0) != nil }
            }
            if !isThere { return false }
        }
        return true
    }

    private func isExact(_ name: Int) -> Bool {
        if segment.isMarked[name] == 0 { return !typed.isMarked }
        let exact = NameForm(segment.texts.string(name), .index, keepingDiacritics: true)
        return exact.bytes.withUnsafeBytes { bytes in
            typed.exactWords.allSatisfy { word in
                word.withUnsafeBytes { word in
                    exact.words.contains { Bytes.hasPrefix(UnsafeRawBufferPointer(rebasing: bytes[$0]), word) }
                }
            }
        }
    }
}
