/// The first bytes of some words.
struct FirstBytes: Sendable {
    private var words: SIMD4<UInt64> = .zero

    /// What may begin with anything.
    static let all: FirstBytes = {
        var all = FirstBytes()
        all.words = SIMD4(repeating: .max)
        return all
    }()

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    func mayHave(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 != 0 }
}

/// The forms of a query by which the words of a text match.
struct MatchForms: Sendable {
    /// Terms past this many only match in part of their forms; their matches count as the last term's.
    static let maximumTerms = 64

    /// How much each term says: a rare word more than a common one, a joined form more, a piece of a word less.
    private(set) var weights: [Double] = []
    /// Matched forms, words and alternates, to terms.
    private(set) var words = ByteTable()
    /// Folded stems by language.
    private(set) var stems: [(language: String, table: ByteTable, firstBytes: FirstBytes)] = []
    /// Beginnings of words, with their terms.
    private(set) var prefixes: [(bytes: [UInt8], term: Int)] = []
    /// n-grams to numbers, and where each number stands first among `places`.
    private(set) var ngrams = ByteTable()
    private(set) var firstPlaces: [Int] = []
    /// The n-grams of all runs of the query, in order.
    private(set) var places: [Place] = []
    /// Phrases of several words: their terms with their places from the first.
    private(set) var phrases: [[(term: Int, place: Int)]] = []
    /// Terms that match as part of a phrase alone.
    private(set) var bound: Set<Int> = []
    /// Terms whose matches mean nothing without one of another.
    private(set) var remnants: Set<Int> = []

    /// One n-gram of a run of the query.
    struct Place: Sendable {
        var ngram: Int
        var term: Int
        /// Whether the next place is the n-gram that follows in the query.
        var continues: Bool
        /// How many n-grams in a row must match, counted from here, for the match to mean something.
        var needed: Int
    }

    /// Languages whose stems do not begin as the word does.
    private static let changingBeginnings: Set<String> = ["ar", "ga", "id", "sr", "ta"]

    /// With `rarity` of words by their folded form; without one a word counts as the rarest. `phrases` are those of the
    /// tokens that are quoted together.
    init(tokens: [QueryToken], phrases: [Range<Int>] = [], prefix: Bool, rarity: [String: Double] = [:]) {
        let end = tokens.map(\.range.upperBound).max() ?? 0
        let rarest = tokens.reduce(0) { max($0, rarity[$1.text] ?? 0) }
        func share(_ token: QueryToken) -> Double {
            guard rarest > 0, let own = rarity[token.text] else { return 1 }
            return own / rarest
        }
        var tables: [String: (ByteTable, FirstBytes)] = [:]
        var free: Set<Int> = []
        var telling: Set<Int> = []
        let inPhrases = tokens.indices.map { index in phrases.contains { $0.contains(index) } }
        for (index, token) in tokens.enumerated() where token.kind != .ngram {
            let term = addTerm(Self.weight(of: token) * share(token))
            words.insert(token.text, value: term)
            if let known = self.term(of: token) {
                if !inPhrases[index] { free.insert(known) }
                if token.isRemnant, !inPhrases[index] { remnants.insert(known) } else { telling.insert(known) }
            }
            for other in token.alternates { words.insert(other, value: term) }
            if prefix, token.range.upperBound == end, token.kind != .part, token.kind != .symbol {
                prefixes.append((Array(token.text.utf8), term))
            }
            for stem in token.stems {
                var (table, bytes) = tables[stem.language] ?? (ByteTable(), FirstBytes())
                table.insert(stem.text, value: term)
                if let first = stem.text.utf8.first { bytes.insert(first) }
                tables[stem.language] = (table, bytes)
            }
        }
        stems = tables.sorted { $0.key < $1.key }.map { language, value in
            (language, value.0, Self.changingBeginnings.contains(language) ? .all : value.1)
        }
        for phrase in phrases { bind(tokens[phrase]) }
        bound.subtract(free)
        remnants.subtract(telling)
        addRuns(tokens.filter { $0.kind == .ngram }, share: share)
        needsDictionary = tokens.contains { token in
            token.kind == .word && !tokens.contains { $0.kind == .ngram && $0.range.overlaps(token.range) }
                && token.text.unicodeScalars.contains { $0.value >= 0xE00 }
        }
    }

    /// Words that have a place of their own in a phrase. Those of scripts without spaces are found by their n-grams.
    private static func isPlaced(_ token: QueryToken) -> Bool {
        switch token.kind {
        case .word, .number, .emoji: token.text.unicodeScalars.allSatisfy { $0.value < 0xE00 || $0.value > 0xFFFF }
        default: false
        }
    }

    /// The term that a word's form stands for: the first that has it.
    private func term(of token: QueryToken) -> Int? {
        var text = token.text
        return text.withUTF8 { words[$0] }
    }

    /// Binds the words of a phrase, with their pieces, to each other. Signs take no place in it.
    private mutating func bind(_ tokens: ArraySlice<QueryToken>) {
        let words = tokens.filter { Self.isPlaced($0) }
        guard let first = words.first, words.count > 1, words.count < Self.maximumTerms else { return }
        phrases.append(words.compactMap { word in term(of: word).map { ($0, word.position - first.position) } })
        for token in tokens where token.kind != .ngram && token.kind != .symbol {
            if let term = term(of: token) { bound.insert(term) }
        }
    }

    var isEmpty: Bool { words.isEmpty && ngrams.isEmpty }
    var hasNgrams: Bool { !ngrams.isEmpty }
    /// Whether some n-gram is a single character.
    private(set) var needsSingles = false
    /// Whether a word of a script without spaces has no n-gram, so that a text's words there must be found.
    private(set) var needsDictionary = false

    private static func weight(of token: QueryToken) -> Double {
        if token.isRemnant { return 0.3 }
        switch token.kind {
        case .joined: return 1.5
        case .part, .symbol: return 0.3
        default: return 1
        }
    }

    private mutating func addTerm(_ weight: Double) -> Int {
        if weights.count < Self.maximumTerms { weights.append(weight) }
        return weights.count - 1
    }

    /// Bigrams of each run in the order of the query; single characters only where the run has no more.
    private mutating func addRuns(_ tokens: [QueryToken], share: (QueryToken) -> Double) {
        var runs: [[QueryToken]] = []
        for token in tokens {
            if let last = runs.last?.last, token.position - last.position <= 1, token.group == last.group {
                runs[runs.count - 1].append(token)
            } else {
                runs.append([token])
            }
        }
        for run in runs {
            let isHangul = run.first?.text.unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } ?? false
            let bigrams = run.filter { !$0.isSingle }
            let kept = bigrams.isEmpty ? run : bigrams
            needsSingles = needsSingles || bigrams.isEmpty
            let term = addTerm(run.reduce(0) { max($0, share($1)) })
            for (index, token) in kept.enumerated() {
                // A Korean word is told by its beginning, what follows may be a particle. Elsewhere one pair of
                // characters out of many is chance.
                let needed = isHangul ? (index == 0 ? 1 : Int.max) : min(2, kept.count)
                var text = token.text
                let known = text.withUTF8 { ngrams[$0] }
                if known == nil {
                    ngrams.insert(token.text, value: firstPlaces.count)
                    firstPlaces.append(places.count)
                }
                let ngram = known ?? (firstPlaces.count - 1)
                places.append(Place(ngram: ngram, term: term, continues: index + 1 < kept.count, needed: needed))
            }
        }
    }
}
