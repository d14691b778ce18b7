import AlmagestEntities

/// How well an entity accounts for the words of a request: which of them stand in its names, its properties, its text,
/// what is left over of either side, and what contradicts it.
struct Alignment: Sendable {
    /// Share of the telling words that are accounted for anywhere, 0 to 1.
    var explained = 0.0
    /// … by a name, by a property, by the text alone.
    var byName = 0.0
    var byProperty = 0.0
    var byText = 0.0
    /// Share of the best name's words that the request has.
    var coverage = 0.0
    /// The whole name stands in the request, word after word.
    var isPhrase = false
    /// Of how many telling words the name consists.
    var nameWeight = 0.0
    /// Share of all words between the first and the last telling one that stand in a name, small words too.
    var reach = 0.0
    /// Share lost to typos.
    var typos = 0.0
    /// Share of the telling words that are accounted for by what was said right before it alone.
    var before = 0.0
    /// Telling words that are accounted for by nothing.
    var unexplained = 0.0
    /// 1: its date is the one asked for, -1: it is not; 0: none is asked for.
    var date = 0.0
    /// 1: it is of a type that the request names, -1: it is not.
    var type = 0.0
    /// 1: what follows a cue stands in such a property, -1: it has such properties and none says so.
    var slots = 0.0
    var app = 0.0
    /// A number asked for is there, or is not.
    var number = 0.0
    /// A word of the request is the name of a person of the entity.
    var person = 0.0
    /// The plain values, for an explanation.
    var summary: [(name: String, value: Double)] {
        [("slots", slots), ("nameWeight", nameWeight), ("missing", unexplained)]
    }
}

/// Compares entities with one request.
struct Aligner {
    let request: Understanding
    let context: DateContext
    /// Of entities' types, the word by which types are mentioned.
    let typeKeys: @Sendable (Entity) -> Set<String>

    private let forms: [String: [Int]]
    private let likeness: [Likeness]
    private let weights: [Double]
    /// What lies between the words of asking.
    private let core: Range<Int>

    init(_ request: Understanding, context: DateContext, typeKeys: @escaping @Sendable (Entity) -> Set<String>) {
        self.request = request
        self.context = context
        self.typeKeys = typeKeys
        var forms: [String: [Int]] = [:]
        for (index, token) in request.tokens.enumerated() {
            for form in token.forms { forms[form, default: []].append(index) }
        }
        self.forms = forms
        core = request.coreTokens
        likeness = request.tokens.map { Likeness($0.text) }
        weights = request.roles.map { role in
            switch role {
            case .content: 1
            case .type, .date, .order, .number, .app, .pointer, .thing, .carrier, .cue: 0
            }
        }
    }

    /// - Parameter before: what was said right before it.
    func alignment(_ candidate: CandidateText, before: CandidateText? = nil) -> Alignment {
        var result = Alignment()
        let count = request.tokens.count
        var name = [Double](repeating: 0, count: count)
        var property = [Double](repeating: 0, count: count)
        var text = [Double](repeating: 0, count: count)
        var fieldOf = [Set<Int>](repeating: [], count: count)

        for words in candidate.names {
            let match = self.match(words, &name)
            let better = match.isPhrase && !result.isPhrase || match.coverage > result.coverage
            if better {
                result.coverage = match.coverage
                result.isPhrase = match.isPhrase
                result.nameWeight = match.weight
            }
        }
        for (number, field) in candidate.fields.enumerated() {
            for word in field.words {
                for index in find(word) {
                    property[index] = 1
                    fieldOf[index].insert(number)
                    if field.isPerson, weights[index] > 0 { result.person = 1 }
                }
            }
        }
        for word in candidate.body { for index in find(word) { text[index] = 1 } }
        // Typos only where nothing else accounts for a word, and not in long texts.
        for index in request.tokens.indices
        where weights[index] > 0 && name[index] == 0 && property[index] == 0 && text[index] == 0
            && likeness[index].allowsTypos
        {
            for (number, field) in candidate.fields.enumerated() where field.words.count <= 12 {
                for word in field.words {
                    let quality = likeness[index].to(word.text) * 0.9
                    if quality > property[index] {
                        property[index] = quality
                        fieldOf[index].insert(number)
                    }
                }
            }
        }
        sum(name, property, text, &result)
        if let before {
            var said = [Double](repeating: 0, count: count)
            for word in before.body { for index in find(word) { said[index] = 1 } }
            result.before = share { name[$0] > 0 || property[$0] > 0 || text[$0] > 0 ? 0 : said[$0] }
        }
        if !core.isEmpty {
            result.reach = core.reduce(0) { $0 + name[$1] } / Double(core.count)
        }
        result.date = date(candidate, name)
        result.type = type(candidate)
        result.slots = slots(candidate, fieldOf, name)
        result.app = app(candidate)
        result.number = number(candidate, name)
        return result
    }

    /// The request's words that a word of the entity is a form of.
    private func find(_ word: CandidateText.Word) -> [Int] {
        if let found = forms[word.text] { return found }
        if let stem = word.stem, let found = forms[stem] { return found }
        return []
    }

    /// Words of a name in the request; one with typos where no other fits.
    private func match(
        _ words: [CandidateText.Word], _ quality: inout [Double]
    ) -> (coverage: Double, isPhrase: Bool, weight: Double) {
        guard !words.isEmpty else { return (0, false, 0) }
        var all = 0.0
        var covered = 0.0
        var telling = 0.0
        var places: [[(index: Int, quality: Double)]] = []
        for word in words {
            let weight = word.isStopWord ? 0.3 : 1
            all += weight
            if !word.isStopWord { telling += 1 }
            var found = find(word).map { (index: $0, quality: 1.0) }
            if found.isEmpty {
                for index in request.tokens.indices
                where request.roles[index] != .carrier && request.roles[index] != .date {
                    let like = likeness[index].to(word.text)
                    if like > 0 { found.append((index, like)) }
                }
            }
            for place in found { quality[place.index] = max(quality[place.index], place.quality) }
            covered += weight * (found.map(\.quality).max() ?? 0)
            places.append(found)
        }
        let isPhrase = (places.first ?? []).contains { start in
            places.enumerated().allSatisfy { offset, found in found.contains { $0.index == start.index + offset } }
        }
        return (covered / all, isPhrase, telling)
    }

    /// The mean over the telling words.
    private func share(_ value: (Int) -> Double) -> Double {
        let total = weights.reduce(0, +)
        return total > 0 ? weights.indices.reduce(0) { $0 + weights[$1] * value($1) } / total : 0
    }

    private func sum(_ name: [Double], _ property: [Double], _ text: [Double], _ result: inout Alignment) {
        var total = 0.0
        for index in request.tokens.indices {
            let best = max(name[index], property[index], text[index] * 0.9)
            let weight = weights[index]
            guard weight > 0 else { continue }
            total += weight
            result.explained += weight * best
            result.byName += weight * name[index]
            result.byProperty += weight * (name[index] > 0 ? 0 : property[index])
            result.byText += weight * (name[index] > 0 || property[index] > 0 ? 0 : text[index])
            if best == 0 { result.unexplained += weight }
            if best > 0, best < 0.9 { result.typos += weight * (1 - best) }
        }
        guard total > 0 else { return }
        result.explained /= total
        result.byName /= total
        result.byProperty /= total
        result.byText /= total
        result.typos /= total
    }

    /// Whether it lies when the request says. A date in a name ("Diary, 29 September 2022") counts like one in a
    /// property.
    private func date(_ candidate: CandidateText, _ name: [Double]) -> Double {
        guard let reading = request.dates.first else { return 0 }
        if !reading.tokens.isEmpty, reading.tokens.allSatisfy({ name[$0] > 0 }) { return 1 }
        let spans = reading.spans(inPast: request.isPast || !candidate.isPlanned)
        if reading.isYear {
            // Any date of it may be the one of that year: when an album came out, when somebody was born.
            let fits = candidate.dates.contains { date in
                spans.contains { $0.contains(date.value.interval(in: context).lowerBound) }
            }
            return fits ? 1 : candidate.dates.isEmpty ? 0 : -1
        }
        guard let date = candidate.date else { return 0 }
        let moment = date.value.interval(in: context).lowerBound
        for (rank, span) in spans.enumerated() where span.contains(moment) { return rank == 0 ? 1 : 0.9 }
        return -1
    }

    private func type(_ candidate: CandidateText) -> Double {
        guard !request.types.isEmpty else { return 0 }
        let keys = typeKeys(candidate.stored.entity)
        return request.types.contains { $0.words.contains { keys.contains($0.key) } } ? 1 : -1
    }

    private func slots(_ candidate: CandidateText, _ fieldOf: [Set<Int>], _ name: [Double]) -> Double {
        var sum = 0.0
        for slot in request.slots {
            let telling = slot.tokens.filter { weights[$0] > 0 }
            guard !telling.isEmpty else { continue }
            let related = candidate.fields.indices.filter { field in
                slot.roots.contains { candidate.fields[field].path.contains($0) }
            }
            let inField = telling.count { !fieldOf[$0].isDisjoint(with: related) }
            if inField > 0 {
                sum += Double(inField) / Double(telling.count)
            } else if !related.isEmpty, telling.allSatisfy({ name[$0] == 0 && fieldOf[$0].isEmpty }) {
                sum -= 1
            }
        }
        return max(-1, min(1, sum))
    }

    private func app(_ candidate: CandidateText) -> Double {
        guard let mention = request.apps.first else { return 0 }
        return mention.bundles.contains(candidate.stored.entity.key.bundle) ? 1 : -1
    }

    private func number(_ candidate: CandidateText, _ name: [Double]) -> Double {
        guard let mention = request.numbers.first else { return 0 }
        let related = candidate.integers.filter { $0.path.contains(mention.root) && !$0.path.contains("count") }
        if related.contains(where: { $0.value == Int64(mention.number) }) { return 1 }
        if mention.tokens.allSatisfy({ name[$0] > 0 }) { return 0.5 }
        return -1
    }
}
