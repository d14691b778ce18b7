import Catalog

/// Finds the names of one segment that match in one way, in the static order, no more of them than are needed.
struct Matching {
    let segment: Segment
    let typed: TypedText
    let within: RowSet?
    let isLive: (RowID, Seq) -> Bool
    /// Rows that a better tier has found.
    let taken: Set<RowID>

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
        case .beginning: named(segment.names(beginning:), typed.form, wanted)
        case .words: worded(wanted) { word in WordSet(word.bytes.withUnsafeBytes { segment.word($0) }) }
        case .prefixes: worded(wanted) { prefixes($0) }
        case .substrings: worded(wanted) { substrings($0) }
        case .oneTypo: worded(wanted) { similar($0, 1) }
        case .twoTypos: worded(wanted) { similar($0, 2) }
        }
    }

    // MARK: Whole names

    private func named(
        _ stretch: (UnsafeRawBufferPointer) -> Range<Int>, _ form: [UInt8], _ wanted: Int
    ) -> [Found] {
        let range = form.withUnsafeBytes(stretch)
        guard !range.isEmpty else { return [] }
        var collector = Collector(wanted: wanted)
        if isDense(range.count) {
            form.withUnsafeBytes { form in
                for name in 0..<segment.count
                where isWithin(name) && segment.forms.with(name, { Bytes.hasPrefix($0, form) }) {
                    guard collect(name, &collector) else { return }
                }
            }
        } else {
            var heap = NameHeap(segment.byForm[range].filter { isWithin(Int($0)) })
            while let name = heap.next() {
                guard collect(Int(name), &collector) else { break }
            }
        }
        return collector.found
    }

    // MARK: Words

    private func prefixes(_ word: TypedText.Word) -> WordSet {
        WordSet(word.bytes.withUnsafeBytes { segment.words(beginning: $0) })
    }

    private func substrings(_ word: TypedText.Word) -> WordSet {
        guard word.scalars.count >= 2 else { return prefixes(word) }
        var result = WordSet()
        word.bytes.withUnsafeBytes { needle in
            segment.words.bytes.withUnsafeBytes { bytes in
                var from = 0
                while let place = Bytes.find(needle, in: bytes, from: from) {
                    let number = Search.first(0..<segment.words.count) { segment.words.starts[$0 + 1] > place }
                    guard number < segment.words.count else { break }
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
            ? prefixes(word) : SimilarWords(segment: segment, typed: word.scalars, typos: allowed).find()
    }

    /// Names that have a word of each set.
    private func worded(_ wanted: Int, _ set: (TypedText.Word) -> WordSet) -> [Found] {
        guard !typed.words.isEmpty else { return [] }
        var sets: [WordSet] = []
        for word in typed.words {
            let words = set(word)
            if words.isEmpty { return [] }
            sets.append(words)
        }
        // The rarest leads; the others are checked.
        let stretches = sets.map { $0.stretches(segment) }
        let counts = stretches.map { $0.reduce(0) { $0 + $1.count } }
        guard let leader = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return [] }
        var others = sets
        let leading = others.remove(at: leader)
        var collector = Collector(wanted: wanted)
        if isDense(counts[leader]) {
            for name in 0..<segment.count
            where isWithin(name) && has(name, leading) && hasAll(name, others) {
                guard collect(name, &collector) else { break }
            }
        } else {
            var names: [UInt32] = []
            names.reserveCapacity(counts[leader])
            for stretch in stretches[leader] {
                if within == nil {
                    names.append(contentsOf: segment.postings[stretch])
                } else {
                    names.append(contentsOf: segment.postings[stretch].lazy.filter { isWithin(Int($0)) })
                }
            }
            var heap = NameHeap(names)
            var last: UInt32?
            while let name = heap.next() {
                if name == last { continue }
                last = name
                guard hasAll(Int(name), others) else { continue }
                guard collect(Int(name), &collector) else { break }
            }
        }
        return collector.found
    }

    /// Whether so many match that going through all names from the best on ends sooner than looking at the matches.
    private func isDense(_ count: Int) -> Bool { count > 64 && count > segment.count / 64 }

    @inline(__always)
    private func has(_ name: Int, _ set: WordSet) -> Bool {
        for i in Int(segment.nameWordStarts[name])..<Int(segment.nameWordStarts[name + 1])
        where set.contains(segment.nameWords[i]) {
            return true
        }
        return false
    }

    /// The cheapest of all conditions, so that few rows are found quickly among many names.
    @inline(__always)
    private func isWithin(_ name: Int) -> Bool { within?.contains(segment.row(name)) ?? true }

    private func hasAll(_ name: Int, _ sets: [WordSet]) -> Bool { sets.allSatisfy { has(name, $0) } }

    // MARK: Collecting

    private struct Collector {
        let wanted: Int
        var found: [Found] = []
        var exact = 0
        var rows: Set<RowID> = []

        init(wanted: Int) { self.wanted = wanted }

        var isFull: Bool { exact >= wanted || found.count >= Matching.lookAhead(wanted) }
    }

    /// Takes the name if it may be shown; false when there are enough.
    private func collect(_ name: Int, _ collector: inout Collector) -> Bool {
        let row = segment.row(name)
        if taken.contains(row) || collector.rows.contains(row) { return true }
        guard hasLongWords(name), isLive(row, segment.revisions[name]) else { return true }
        collector.rows.insert(row)
        let isExact = isExact(name)
        collector.found.append(Found(rank: NameRank(bits: segment.ranks[name]), name: name, isExact: isExact))
        if isExact { collector.exact += 1 }
        return !collector.isFull
    }

    /// Whether runs that are longer than a word of the index are there as a whole.
    private func hasLongWords(_ name: Int) -> Bool {
        for word in typed.words {
            guard let whole = word.whole else { continue }
            let isThere = whole.withUnsafeBytes { whole in
                segment.forms.with(name) { Bytes.contains($0, whole) }
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
