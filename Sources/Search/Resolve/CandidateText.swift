import AlmagestEntities
import Catalog
import Text

/// An entity taken apart for comparing it with a request: the words of its names, of its properties, of its text.
struct CandidateText: Sendable {
    struct Word: Sendable {
        var text: String
        var stem: String?
        /// Words of names that say nothing count less.
        var isStopWord = false
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
        names = ([entity.display.title] + entity.display.synonyms.prefix(8)).map { Self.wordsOfName($0) }
        if let bare = Self.bare(entity.display.title) { names.append(Self.wordsOfName(bare)) }
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

    private static func wordsOfName(_ text: String) -> [Word] {
        var words = Self.words(text)
        for index in words.indices {
            words[index].isStopWord = Analyzer.shared.isStopWord(words[index].text, language: "en")
        }
        return words
    }

    private static func words(_ text: String) -> [Word] {
        var result: [Word] = []
        Analyzer.shared.visitTokens(text, language: "en") { token, count in
            guard token.kind == .word || token.kind == .number else { return }
            if result.isEmpty { result.reserveCapacity(count) }
            var word = Word(text: String(decoding: token.text, as: UTF8.self))
            if let owner = Self.owner(token.exact) {
                word.stem = Analyzer.shared.fold(owner)
            } else if let stem = token.stem, !stem.elementsEqual(token.text) {
                word.stem = String(decoding: stem, as: UTF8.self)
            }
            if word.stem == word.text { word.stem = nil }
            result.append(word)
        }
        return result
    }

    /// The word without `'s` at its end.
    private static func owner(_ word: UnsafeBufferPointer<UInt8>) -> String? {
        guard word.count > 2, word.last == UInt8(ascii: "s") else { return nil }
        for apostrophe in ["'", "\u{2019}"] where word.dropLast().reversed().starts(with: apostrophe.utf8.reversed()) {
            return String(decoding: word.dropLast(1 + apostrophe.utf8.count), as: UTF8.self)
        }
        return nil
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
