import AlmagestEntities
import Text

/// How well an entity is what a text asks for, 0 to 1: one measure for what is indexed and for what providers return,
/// with the schemas' knowledge of who made a thing and what it is part of.
///
/// The text is read twice: as words that may stand anywhere, and, where it says so, as a title *by* somebody, *from*
/// something, somebody*'s* something. The better reading counts.
struct Measure: Sendable {
    private let plain: [Word]
    private let structured: Structured?
    /// Schemas that the text names: `playlist` in "my running playlist".
    private let wantedSchemas: Set<String>
    /// "my playlist": of things that belong to somebody, the user's own.
    private let wantsOwn: Bool

    private struct Word: Sendable {
        let text: String
        /// Says little unless it is part of a name.
        let isNoise: Bool
        var weight: Double { isNoise ? 0.15 : 0.5 + 0.5 * min(1, Double(text.utf8.count) / 6) }
    }

    private struct Structured: Sendable {
        let title: [Word]
        let maker: [Word]
    }

    init(_ text: String) {
        let words = Self.words(text)
        plain = words.map {
            Word(text: $0, isNoise: ValueVocabulary.noise.contains($0) || ValueVocabulary.schemas[$0] != nil)
        }
        wantedSchemas = Set(words.compactMap { ValueVocabulary.schemas[$0] }.flatMap { $0 })
        structured = Self.structured(words, text)
        wantsOwn = words.contains { ValueVocabulary.own.contains($0) }
    }

    /// Folded words of a text, in order.
    static func words(_ text: String) -> [String] {
        Analyzer.shared.tokens(text, language: nil).filter { $0.kind == .word || $0.kind == .number }.map(\.text)
    }

    /// "comet tail by vega", "songs from orbit", "vega's albums".
    private static func structured(_ words: [String], _ text: String) -> Structured? {
        func word(_ text: String) -> Word {
            Word(text: text, isNoise: ValueVocabulary.noise.contains(text) || ValueVocabulary.schemas[text] != nil)
        }
        if let at = words.lastIndex(where: { ValueVocabulary.makers.contains($0) }), at > 0, at + 1 < words.count {
            return Structured(title: words[..<at].map(word), maker: words[(at + 1)...].map(word))
        }
        let raw = text.split(whereSeparator: \.isWhitespace)
        if let at = raw.firstIndex(where: { $0.hasSuffix("'s") || $0.hasSuffix("’s") }), at + 1 < raw.count {
            let owner = raw[...at].joined(separator: " ").dropLast(2)
            let thing = raw[(at + 1)...].joined(separator: " ")
            return Structured(title: Self.words(thing).map(word), maker: Self.words(String(owner)).map(word))
        }
        return nil
    }

    // MARK: Scoring

    /// The words of an entity by what they are of it.
    struct Fields: Sendable {
        /// The words of each name in their order.
        var names: [[String]]
        var title: Set<String>
        var maker: Set<String> = []
        var container: Set<String> = []
        var other: Set<String> = []
        var schema: String?
        /// Whether its owner is the user; nil where it says nothing of one.
        var isOwn: Bool?

        /// People call a message by who wrote it.
        var isCalledByMaker: Bool { schema.map { $0.hasPrefix("mail.") || $0.hasPrefix("messages.") } ?? false }

        init(_ entity: Entity, schema: String?) {
            self.schema = schema
            names = ([entity.display.title] + entity.display.synonyms).map(Measure.words)
            title = Set(names.joined())
            for property in entity.properties {
                if property.name == "owner" {
                    let owners = property.value.all { if case .person(let person) = $0 { person } else { nil } }
                    if !owners.isEmpty { isOwn = owners.contains(where: \.isMe) }
                }
                let words = property.value.texts.flatMap(Measure.words)
                if property.name == "title" || property.name == "name" {
                    title.formUnion(words)
                } else if ValueVocabulary.makerProperties.contains(property.name) {
                    maker.formUnion(words)
                } else if ValueVocabulary.containerProperties.contains(property.name) {
                    container.formUnion(words)
                } else if other.count < 512 {
                    other.formUnion(words)
                }
            }
            if let subtitle = entity.display.subtitle { other.formUnion(Measure.words(subtitle)) }
            for keyword in entity.keywords { other.formUnion(Measure.words(keyword)) }
            if let text = entity.text { other.formUnion(Measure.words(String(text.prefix(2_000)))) }
        }
    }

    func score(_ fields: Fields) -> Double {
        guard !plain.isEmpty else { return 0 }
        var best = coverage(
            plain,
            [
                (fields.title, fields.isCalledByMaker ? 0.95 : 1), (fields.maker, fields.isCalledByMaker ? 1 : 0.85),
                (fields.container, 0.8), (fields.other, 0.5),
            ])
        var share = titleShare(plain, fields.title)
        if fields.isCalledByMaker { share = max(share, titleShare(plain, fields.maker)) }
        best = 0.75 * best + 0.25 * share
        if let structured {
            let isTitle = plain.contains { ValueVocabulary.makers.contains($0.text) && fields.title.contains($0.text) }
            if !isTitle { best *= 0.85 }
            best = max(best, score(structured, fields))
        }
        // Nothing is as right as what is called exactly so.
        best = fields.names.contains(plain.map(\.text)) ? 1 : min(best, 0.99)
        if wantsOwn, fields.isOwn == false { best *= 0.9 }
        if !wantedSchemas.isEmpty, let schema = fields.schema, !wantedSchemas.contains(schema) { best *= 0.75 }
        return min(1, best)
    }

    private func score(_ reading: Structured, _ fields: Fields) -> Double {
        let makers = coverage(reading.maker, [(fields.maker, 1), (fields.container, 0.9), (fields.other, 0.6)])
        guard reading.title.contains(where: { !$0.isNoise }) else {
            // "songs by vega": nothing is said of the title.
            return 0.95 * makers
        }
        let title = coverage(reading.title, [(fields.title, 1), (fields.container, 0.5), (fields.other, 0.3)])
        return 0.5 * title + 0.3 * makers + 0.2 * titleShare(reading.title, fields.title)
    }

    /// Share of the words, by weight, that stand in the fields, each where it counts most.
    private func coverage(_ words: [Word], _ fields: [(words: Set<String>, weight: Double)]) -> Double {
        var (total, found) = (0.0, 0.0)
        for word in words {
            var best = 0.0
            for field in fields where field.weight > best {
                best = max(best, field.weight * Self.likeness(word.text, field.words))
            }
            // A word that says little is not missed.
            if word.isNoise && best == 0 { continue }
            total += word.weight
            found += word.weight * best
        }
        return total > 0 ? found / total : 0
    }

    /// Share of the title that was asked for.
    private func titleShare(_ words: [Word], _ title: Set<String>) -> Double {
        guard !title.isEmpty else { return 0 }
        let asked = Set(words.map(\.text))
        var (total, found) = (0.0, 0.0)
        for word in title {
            let weight = Word(text: word, isNoise: ValueVocabulary.noise.contains(word)).weight
            total += weight
            found += weight * Self.likeness(word, asked)
        }
        return total > 0 ? found / total : 0
    }

    /// 1 for the word itself, less for one that is almost it.
    static func likeness(_ word: String, _ words: Set<String>) -> Double {
        if words.contains(word) { return 1 }
        guard word.utf8.count >= 4 else { return 0 }
        var best = 0.0
        for other in words where abs(other.utf8.count - word.utf8.count) <= 3 && other.utf8.count >= 4 {
            if other.hasPrefix(word) || word.hasPrefix(other) {
                best = max(best, 0.8)
            } else if word.utf8.count >= 5, isOneEditApart(Array(word.utf8), Array(other.utf8)) {
                best = max(best, 0.75)
            }
        }
        return best
    }

    /// One byte put in, left out or changed, or two neighbours swapped.
    private static func isOneEditApart(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        guard abs(a.count - b.count) <= 1 else { return false }
        var start = 0
        while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
        var (endA, endB) = (a.count, b.count)
        while endA > start, endB > start, a[endA - 1] == b[endB - 1] {
            endA -= 1
            endB -= 1
        }
        let (left, right) = (endA - start, endB - start)
        if max(left, right) <= 1 { return true }
        return left == 2 && right == 2 && a[start] == b[start + 1] && a[start + 1] == b[start]
    }
}

extension PropertyValue {
    /// The words of people in it.
    var texts: [String] {
        switch self {
        case .text(let text), .url(let text): [text]
        case .integer(let number): [String(number)]
        case .list(let elements): elements.prefix(256).flatMap(\.texts)
        case .person(let person): [person.name, person.handle].compactMap { $0 }
        case .place(let place): [place.name, place.address].compactMap { $0 }
        case .entity(_, let name): name.map { [$0] } ?? []
        case .record(let members): members.prefix(256).flatMap(\.value.texts)
        case .union(_, let payload): payload.texts
        case .number, .bool, .date, .duration, .measurement: []
        }
    }
}
