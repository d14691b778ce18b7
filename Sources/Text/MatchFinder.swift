import CICU

/// Finds where the forms of a query stand in a text.
struct MatchFinder {
    /// A stretch of the text that matches, in Unicode scalars and in bytes of UTF-8.
    struct Match {
        var scalars: Range<Int>
        var bytes: Range<Int>
        var term: Int
        /// Among the words of its stretch of text; nil for what has no place among them.
        var place: Int? = nil
    }

    /// Of a long text, one stretch after another is read.
    private static let stretch = 64 << 10
    /// Reading ends after this many bytes if anything was found.
    private static let enough = 256 << 10
    /// Reading ends after this many bytes, found or not.
    private static let most = 1 << 20
    private static let mostMatches = 10_000

    let forms: MatchForms

    /// The matches in order, of as much of the text as is worth reading.
    func matches(_ utf8: UnsafeBufferPointer<UInt8>, language: String?) -> [Match] {
        var result: [Match] = []
        // Pairs of characters find what the dictionary's words find, and more.
        var options: Scanner.Options = .alternates
        if !forms.hasNgrams { options.insert(.noNgrams) }
        if forms.needsSingles { options.insert(.singles) }
        if !forms.needsDictionary { options.insert(.noDictionary) }
        _ = Scanner.with { scanner in
            var byte = 0
            var scalar = 0
            while byte < min(utf8.count, Self.most), result.count < Self.mostMatches {
                if byte >= Self.enough, !result.isEmpty { break }
                let end = Self.end(of: utf8, from: byte)
                let piece = UnsafeBufferPointer(rebasing: utf8[byte..<end])
                guard let tokens = scanner.scan(piece, options: options) else { break }
                // Opening stemmers takes longer than looking through a short text, most of which need none.
                if mayHaveStems(tokens) {
                    withStemmers(language) {
                        collect(tokens, stemmers: $0, byte: byte, scalar: scalar, into: &result)
                    }
                } else {
                    collect(tokens, stemmers: [], byte: byte, scalar: scalar, into: &result)
                }
                byte = end
                if byte >= utf8.count || found(result) { break }
                scalar += piece.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
            }
        }
        return result.allSatisfy { forms.remnants.contains($0.term) } ? [] : result
    }

    /// Whether a word begins as a stem of the query does, and is not one of its forms anyway.
    private func mayHaveStems(_ tokens: Scanner.Tokens) -> Bool {
        tokens.records.contains { record in
            guard record.kind == TokenKind.word.rawValue else { return false }
            let text = tokens.text(record)
            guard let first = text.first, forms.stems.contains(where: { $0.firstBytes.mayHave(first) }) else {
                return false
            }
            return forms.words[text] == nil
        }
    }

    /// Whether every term that says much was found.
    private func found(_ matches: [Match]) -> Bool {
        var seen = Set<Int>()
        for match in matches { seen.insert(match.term) }
        return forms.weights.indices.allSatisfy { forms.weights[$0] < 0.5 || seen.contains($0) }
    }

    /// A stretch ends at white space, at least not within a scalar.
    private static func end(of utf8: UnsafeBufferPointer<UInt8>, from byte: Int) -> Int {
        guard utf8.count - byte > stretch else { return utf8.count }
        var end = byte + stretch
        while end > byte + stretch / 2 {
            if utf8[end] <= 0x20 { return end }
            end -= 1
        }
        end = byte + stretch
        while utf8[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    private typealias StemTable = (stemmer: FoldingStemmer, table: ByteTable, firstBytes: FirstBytes)

    /// Opens the stemmers of the text's language, or of all languages of the query if it is not known.
    private func withStemmers(_ language: String?, _ body: ([StemTable]) -> Void) {
        let wanted = language.map(LanguageTag.primary)
        open(forms.stems.filter { wanted == nil || $0.language == wanted }[...], opened: [], body)
    }

    private func open(
        _ rest: ArraySlice<(language: String, table: ByteTable, firstBytes: FirstBytes)>, opened: [StemTable],
        _ body: ([StemTable]) -> Void
    ) {
        guard let first = rest.first else { return body(opened) }
        FoldingStemmer.with(first.language) { stemmer in
            let more = stemmer.map { [($0, first.table, first.firstBytes)] } ?? []
            open(rest.dropFirst(), opened: opened + more, body)
        }
    }

    private func collect(
        _ tokens: Scanner.Tokens, stemmers: [StemTable], byte: Int, scalar: Int, into result: inout [Match]
    ) {
        var chain = NgramChain()
        let first = result.count
        defer { keepPhrases(from: first, in: &result) }
        for record in tokens.records {
            let text = tokens.text(record)
            if record.kind == TokenKind.ngram.rawValue {
                chain.add(record, text: text, forms: forms)
                if let match = chain.match { result.append(Self.moved(match, byte: byte, scalar: scalar)) }
                continue
            }
            let term = forms.words[text] ?? prefixTerm(text) ?? stemTerm(record, tokens: tokens, stemmers: stemmers)
            guard let term else { continue }
            let match = Match(
                scalars: Int(record.start)..<Int(record.end), bytes: Int(record.byte_start)..<Int(record.byte_end),
                term: term, place: Int(record.position))
            result.append(Self.moved(match, byte: byte, scalar: scalar))
            if result.count >= Self.mostMatches { return }
        }
    }

    private static func moved(_ match: Match, byte: Int, scalar: Int) -> Match {
        Match(
            scalars: (match.scalars.lowerBound + scalar)..<(match.scalars.upperBound + scalar),
            bytes: (match.bytes.lowerBound + byte)..<(match.bytes.upperBound + byte), term: match.term,
            place: match.place)
    }

    /// Leaves out the words of phrases that do not stand in one.
    private func keepPhrases(from first: Int, in result: inout [Match]) {
        guard !forms.bound.isEmpty, first < result.count else { return }
        var places: [Int: Set<Int>] = [:]
        for match in result[first...] {
            if let place = match.place { places[place, default: []].insert(match.term) }
        }
        var kept: Set<Int> = []
        for start in places.keys {
            for phrase in forms.phrases
            where phrase.allSatisfy({ places[start + $0.place]?.contains($0.term) ?? false }) {
                for word in phrase { kept.insert(start + word.place) }
            }
        }
        let end = result[first...].filter { match in
            guard let place = match.place, forms.bound.contains(match.term) else { return true }
            return kept.contains(place)
        }
        result.replaceSubrange(first..., with: end)
    }

    private func prefixTerm(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        for (bytes, term) in forms.prefixes where text.count > bytes.count && text.starts(with: bytes) { return term }
        return nil
    }

    private func stemTerm(_ record: almagest_token, tokens: Scanner.Tokens, stemmers: [StemTable]) -> Int? {
        guard record.kind == TokenKind.word.rawValue, let first = tokens.text(record).first else { return nil }
        for (stemmer, table, firstBytes) in stemmers where firstBytes.mayHave(first) {
            let stems = stemmer.stems(
                exact: tokens.exact(record), text: tokens.text(record), isASCII: record.ascii != 0)
            if let term = stems.stem.flatMap({ table[$0] }) ?? stems.plain.flatMap({ table[$0] }) { return term }
        }
        return nil
    }
}

/// Follows n-grams of the text that come in the order of the query.
private struct NgramChain {
    private var place: Int?
    private var position: UInt32 = 0
    private var length = 0
    private var needed = 1
    private var start: almagest_token?
    /// The match that the last n-gram completed or made longer.
    private(set) var match: MatchFinder.Match?

    mutating func add(_ record: almagest_token, text: UnsafeBufferPointer<UInt8>, forms: MatchForms) {
        match = nil
        guard let ngram = forms.ngrams[text] else { return }
        // What is not in the query leaves a gap in the positions.
        var found = forms.firstPlaces[ngram]
        if let before = place, record.position == position + 1, forms.places[before].continues,
            forms.places[before + 1].ngram == ngram
        {
            found = before + 1
            length += 1
        } else {
            start = record
            length = 1
            needed = forms.places[found].needed
        }
        place = found
        position = record.position
        guard length >= needed, let start else { return }
        match = MatchFinder.Match(
            scalars: Int(start.start)..<Int(record.end), bytes: Int(start.byte_start)..<Int(record.byte_end),
            term: forms.places[found].term)
    }
}
