import AlmagestEntities
import Text

/// The texts of an entity that are embedded, each one a passage that can be found by meaning.
///
/// The summary is made of title, subtitle, other names, keywords and short properties. Where all the text fits into one
/// passage with it, that is the only one. Else it comes first, and then the long properties, the body in passages that
/// overlap, and the donor's own passages, all of which begin with the title, so that a passage is found by what it is
/// part of. A summary that is the title alone is then left out: *Ann to Ben* would be near to whatever is asked of Ann,
/// for every one of her messages alike.
///
/// It is the same for the same entity, so a passage number leads back to its text.
public struct EmbeddedText: Sendable {
    /// Where a passage is taken from.
    public enum Source: Sendable, Hashable {
        case summary
        /// A property's text, by its path (`note`, `attendees.note`), or a part of it.
        case property(String, Range<String.Index>)
        /// A part of the entity's text.
        case body(Range<String.Index>)
        /// A passage that the donor made, or a part of it.
        case donor(index: Int, Range<String.Index>)
    }

    public struct Passage: Sendable {
        public var source: Source
        /// What is embedded: the entity's title and a line of its own, or several.
        public var text: String
        /// The bytes of the title and the line's end before the passage's own text.
        fileprivate var titleBytes = 0

        /// The passage without the title before it.
        public var own: Substring { text[text.utf8.index(text.startIndex, offsetBy: titleBytes)...] }

        fileprivate init(source: Source, text: String) {
            self.source = source
            self.text = text
        }

        fileprivate init(source: Source, title: String, own: Substring) {
            self.source = source
            titleBytes = title.isEmpty ? 0 : title.utf8.count + 1
            text = title.isEmpty ? String(own) : "\(title)\n\(own)"
        }
    }

    public private(set) var passages: [Passage] = []
    /// Whether text was left out because there were too many passages.
    public private(set) var isCut = false

    /// How an entity's text is cut.
    public struct Limits: Sendable, Hashable {
        /// Passages of an entity.
        public var passages = 64
        /// Tokens of a passage, about, and how many of them the one before has too.
        public var tokens = 200
        public var overlap = 32

        public init() {}
    }

    /// What tells vectors of such passages and of this model from others: the numbers of passages that are stored lead to
    /// the same texts only where all of it is the same.
    static func making(_ model: String, limits: Limits) -> String {
        "\(model) passages \(version).\(TextVersion.passages) \(limits.passages)/\(limits.tokens)/\(limits.overlap)"
    }

    /// Raised whenever the passages of an entity would be others, wherever texts are cut.
    private static let version = 1

    /// Whether there may be too many passages, told by the body's size alone: a token has at least a byte, and a donor's
    /// passage is one or more of these.
    static func mayBeCut(_ entity: Entity, limits: Limits) -> Bool {
        let bytes = (entity.text?.utf8.count ?? 0) + entity.passages.reduce(0) { $0 + $1.text.utf8.count }
        return entity.passages.count >= limits.passages
            || bytes >= limits.passages * max(1, limits.tokens - limits.overlap)
    }

    /// Whether the summary is certainly all there is, told without making it.
    public static func isOnePassage(_ entity: Entity) -> Bool {
        guard entity.text == nil, entity.passages.isEmpty else { return false }
        var reader = PropertyTextReader()
        for property in entity.properties { reader.read(property.value, path: property.name) }
        return reader.long.isEmpty
    }

    private let limits: Limits
    private let title: String

    public init(of entity: Entity, limits: Limits = .init()) {
        self.limits = limits
        title = String(entity.display.title.prefix(Self.titleLength))
        var reader = PropertyTextReader()
        for property in entity.properties { reader.read(property.value, path: property.name) }
        let summary = Self.summary(of: entity, short: reader.short)
        // A title alone begins all other passages anyway.
        let isTitle = summary == title
        if !summary.isEmpty, !isTitle { passages.append(Passage(source: .summary, text: summary)) }
        for (path, text) in reader.long { add(text) { .property(path, $0) } }
        if let text = entity.text { add(text) { .body($0) } }
        for (index, passage) in entity.passages.enumerated() {
            add(passage.text) { .donor(index: index, $0) }
        }
        if isTitle, !summary.isEmpty, passages.isEmpty { passages.append(Passage(source: .summary, text: summary)) }
        joinIfShort(summary)
    }

    /// Puts the summary before the only other passage where both fit into one.
    private mutating func joinIfShort(_ summary: String) {
        guard passages.count == 2, passages[0].source == .summary else { return }
        let whole = "\(summary)\n\(passages[1].text.dropFirst(title.isEmpty ? 0 : title.count + 1))"
        if Text.passages(of: whole, targetTokens: limits.tokens, overlap: 0, maximum: 2).passages.count == 1 {
            passages = [Passage(source: passages[1].source, text: whole)]
        }
    }

    /// Characters of a title that is repeated in every passage.
    private static let titleLength = 120

    private static func summary(of entity: Entity, short: [String]) -> String {
        let display = entity.display
        let names = [display.title] + (display.subtitle.map { [$0] } ?? []) + display.synonyms
        let lines = names + [entity.keywords.joined(separator: ", ")] + short
        var seen: Set<String> = []
        return lines.filter { !$0.isEmpty && seen.insert($0).inserted }.joined(separator: "\n")
    }

    private mutating func add(_ text: String, source: (Range<String.Index>) -> Source) {
        let room = limits.passages - passages.count
        guard room > 0 else {
            isCut = isCut || text.contains { !$0.isWhitespace }
            return
        }
        let cut = Text.passages(of: text, targetTokens: limits.tokens, overlap: limits.overlap, maximum: room)
        isCut = isCut || cut.cut
        for range in cut.passages {
            passages.append(Passage(source: source(range), title: title, own: text[range]))
        }
    }
}

/// Gathers the words of properties: short ones together, long ones with their path.
private struct PropertyTextReader {
    var short: [String] = []
    var long: [(path: String, text: String)] = []

    /// Longer than this, a property's text is a passage of its own.
    private static let shortLength = 300
    /// Short texts altogether, in UTF-8; what goes beyond would not fit the first passage.
    private var room = 1_000

    mutating func read(_ value: PropertyValue, path: String) {
        switch value {
        case .text(let text):
            add(text, path: path)
        case .list(let values):
            for value in values { read(value, path: path) }
        case .record(let members):
            for member in members { read(member.value, path: "\(path).\(member.name)") }
        case .union(_, let value):
            read(value, path: path)
        case .person(let person):
            add(person.name ?? "", path: path)
        case .place(let place):
            add([place.name, place.address].compactMap { $0 }.joined(separator: ", "), path: path)
        case .entity(_, let name):
            add(name ?? "", path: path)
        case .measurement(let measurement):
            add("\(measurement.value) \(measurement.unit)", path: path)
        case .number, .integer, .bool, .date, .duration, .url:
            break
        }
    }

    private mutating func add(_ text: String, path: String) {
        guard !text.isEmpty else { return }
        let size = text.utf8.count
        if size <= Self.shortLength && size <= room {
            short.append(text)
            room -= size
        } else {
            long.append((path, text))
        }
    }
}
