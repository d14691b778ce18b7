import AlmagestEntities
import Catalog
import Text

/// An entity taken apart for comparing it with a request: the words of its names, of its properties, of its text.
struct CandidateText: Sendable {
    struct Word: Sendable {
        var text: String
        var stem: String?
        /// Words that say nothing count less.
        var isStopWord: Bool
    }

    struct Field: Sendable {
        /// Property path, lower case.
        var path: String
        var words: [Word]
        var isPerson: Bool
    }

    let stored: StoredEntity
    /// Title and other names.
    var names: [[Word]] = []
    var fields: [Field] = []
    var body: [Word] = []
    var dates: [(path: String, value: DateValue)] = []
    var integers: [(path: String, value: Int64)] = []

    /// Words of a long text that are looked at.
    private static let maximumBodyBytes = 4_000
    private static let maximumFields = 400

    init(_ stored: StoredEntity) {
        self.stored = stored
        let entity = stored.entity
        names = ([entity.display.title] + entity.display.synonyms.prefix(8)).map { Self.words($0) }
        if let bare = Self.bare(entity.display.title) { names.append(Self.words(bare)) }
        if let subtitle = entity.display.subtitle { add(subtitle, "subtitle") }
        if !entity.keywords.isEmpty { add(entity.keywords.joined(separator: " "), "keywords") }
        for property in entity.properties { add(property.value, property.name.lowercased(), depth: 0) }
        if let text = entity.text { body = Self.words(Self.cut(text)) }
        for passage in entity.passages.prefix(4) { body += Self.words(Self.cut(passage.text)) }
    }

    /// A title without what tells of the version: "Trouble - Live", "Views (Deluxe)".
    static func bare(_ title: String) -> String? {
        let ends = [" - ", " (", " ["].compactMap { title.range(of: $0)?.lowerBound }
        guard let end = ends.min(), end > title.startIndex else { return nil }
        return String(title[..<end])
    }

    private mutating func add(_ value: PropertyValue, _ path: String, depth: Int) {
        guard depth < 8, fields.count < Self.maximumFields else { return }
        switch value {
        case .text(let text): if text != stored.entity.display.title { add(text, path) }
        case .integer(let number): integers.append((path, number))
        case .date(let date): dates.append((path, date))
        case .list(let values): for value in values { add(value, path, depth: depth + 1) }
        case .person(let person):
            add([person.name, person.handle].compactMap { $0 }.joined(separator: " "), path, isPerson: true)
        case .place(let place):
            add([place.name, place.address].compactMap { $0 }.joined(separator: " "), path)
        case .entity(_, let name): if let name { add(name, path, isPerson: path.hasSuffix("owner")) }
        case .record(let members):
            for member in members { add(member.value, "\(path).\(member.name.lowercased())", depth: depth + 1) }
        case .union(_, let value): add(value, path, depth: depth + 1)
        case .number, .bool, .duration, .url, .measurement: break
        }
    }

    private mutating func add(_ text: String, _ path: String, isPerson: Bool = false) {
        guard !text.isEmpty else { return }
        fields.append(Field(path: path, words: Self.words(Self.cut(text)), isPerson: isPerson))
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= maximumBodyBytes ? text : String(text.unicodeScalars.prefix(maximumBodyBytes))
    }

    static func words(_ text: String) -> [Word] {
        var result: [Word] = []
        for token in Analyzer.shared.tokens(text, language: "en") where token.kind == .word || token.kind == .number {
            var stem = token.stem
            for ending in ["'s", "’s"] where token.exact.hasSuffix(ending) {
                stem = Analyzer.shared.fold(String(token.exact.dropLast(ending.count)))
            }
            result.append(
                Word(
                    text: token.text, stem: stem == token.text ? nil : stem,
                    isStopWord: Analyzer.shared.isStopWord(token.text, language: "en")))
        }
        return result
    }

    /// The day it is about: the first date that is no end, no birthday and no time of changing.
    var date: (path: String, value: DateValue)? {
        let passed = ["end", "birth", "modif", "update", "expire", "creation", "release"]
        return dates.first { date in !passed.contains { date.path.contains($0) } }
            ?? dates.first { $0.path.contains("creation") || $0.path.contains("release") }
    }

    /// Whether it lies ahead by nature: an event, a task, an alarm.
    var isPlanned: Bool {
        guard let path = date?.path else { return false }
        return path.contains("start") || path.contains("due") || path.contains("scheduled") || path.contains("fire")
    }
}
