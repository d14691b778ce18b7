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
        case .substrings: led(wanted, { substrings($0) }) { contains($0, $1) }
        case .oneTypo: led(wanted, { similar($0, 1) }) { isNear($0, 1, $1) }
        case .twoTypos: led(wanted, { similar($0, 2) }) { isNear($0, 2, $1) }
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

    private func contains(_ word: TypedText.Word, _ other: UnsafeRawBufferPointer) -> Bool {
        word.bytes.withUnsafeBytes {
            word.scalars.count < 2 ? Bytes.hasPrefix(other, $0) : Bytes.contains(other, $0)
        }
    }

    private func isNear(_ word: TypedText.Word, _ typos: Int, _ other: UnsafeRawBufferPointer) -> Bool {
        let allowed = min(word.typos, typos)
        if allowed == 0 { return word.bytes.withUnsafeBytes { Bytes.hasPrefix(other, $0) } }
        return SimilarWords.isNear(word.scalars, other, typos: allowed)
    }

    /// Names that the longest word leads to are looked at one by one, up to so many.
    private static let fewNames = 4096

    /// Like `worded` where finding the words is dear: only those of the longest word typed are found, and the others
    /// are looked for in the names that it leads to.
    private func led(
        _ wanted: Int, _ set: (TypedText.Word) -> WordSet,
        _ matches: (TypedText.Word, UnsafeRawBufferPointer) -> Bool
    ) -> [Found] {
        guard typed.words.count > 1,
            let leader = typed.words.indices.max(by: { typed.words[$0].scalars.count < typed.words[$1].scalars.count })
        else { return worded(wanted, set) }
        let leading = set(typed.words[leader])
        let stretches = leading.stretches(segment)
        guard stretches.reduce(0, { $0 + $1.count }) <= Self.fewNames else { return worded(wanted, set) }
        var heap = NameHeap(stretches.flatMap { segment.postings[$0].lazy.filter { isWithin(Int($0)) } })
        var known: [[UInt32: Bool]] = typed.words.map { _ in [:] }
        func has(_ name: Int, _ typedWord: Int) -> Bool {
            segment.words(of: name).contains { word in
                if let answer = known[typedWord][word] { return answer }
                let answer = segment.words.with(Int(word)) { matches(typed.words[typedWord], $0) }
                known[typedWord][word] = answer
                return answer
            }
        }
        var collector = Collector(wanted: wanted)
        var last: UInt32?
        while let name = heap.next() {
            if name == last { continue }
            last = name
            guard typed.words.indices.allSatisfy({ $0 == leader || has(Int(name), $0) }) else { continue }
            guard collect(Int(name), &collector) else { break }
        }
        return collector.found
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
