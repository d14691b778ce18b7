import AlmagestEntities
import Settings
import Text

/// The texts of an entity that get a vector each.
public struct EntityPassages: Sendable {
    /// One of them.
    public struct Passage: Sendable, Hashable {
        /// What is embedded.
        public let text: String
        /// The part of it that can be shown, without the title in front of it.
        public let shown: String
        /// Property that it is from: `title`, `text`, `passages`.
        public let property: String
        /// Where it stands, if its donor said.
        public let locator: String?
    }

    public private(set) var passages: [Passage] = []
    /// Text was left out because there was too much.
    public private(set) var isCut = false

    /// Characters of one token, about; English prose has four to five.
    private static let charactersPerToken = 4
    /// Texts of properties together, in characters, that stand with the title.
    private static let headCharacters = 1_200

    public init(_ entity: Entity, settings: SemanticSettings) {
        let title = entity.display.title
        let maximum = settings.maximumPassages
        let head = Self.head(of: entity)
        let body = entity.text ?? ""
        let room = settings.passageTokens * Self.charactersPerToken
        if entity.passages.isEmpty, head.utf8.count + body.utf8.count <= room {
            let text = body.isEmpty ? head : head + "\n" + body
            add(text, shown: body.isEmpty ? head : body, property: body.isEmpty ? "title" : "text")
            return
        }
        add(head, shown: head, property: "title")
        if !body.isEmpty {
            let cuts = Text.passages(
                of: body, targetTokens: settings.passageTokens, overlap: settings.passageOverlap,
                maximum: maximum - passages.count)
            isCut = cuts.cut
            for range in cuts.passages {
                // The title says what the passage is about.
                add(title + "\n" + body[range], shown: String(body[range]), property: "text")
            }
        }
        for passage in entity.passages {
            guard passages.count < maximum else {
                isCut = true
                break
            }
            add(title + "\n" + passage.text, shown: passage.text, property: "passages", locator: passage.locator)
        }
    }

    private mutating func add(_ text: String, shown: String, property: String, locator: String? = nil) {
        passages.append(Passage(text: text, shown: shown, property: property, locator: locator))
    }

    /// Title, subtitle, other names, keywords and the texts of properties.
    private static func head(of entity: Entity) -> String {
        var parts = [entity.display.title]
        func add(_ text: String) {
            let text = text.trimmingPrefix(while: \.isWhitespace)
            if !text.isEmpty, !parts.contains(where: { $0 == text }) { parts.append(String(text)) }
        }
        if let subtitle = entity.display.subtitle { add(subtitle) }
        entity.display.synonyms.prefix(8).forEach(add)
        if !entity.keywords.isEmpty { add(entity.keywords.prefix(16).joined(separator: ", ")) }
        var left = headCharacters
        for property in entity.properties where left > 0 {
            for line in words(of: property.value).split(separator: "\n") {
                let cut = line.prefix(left)
                left -= cut.count
                add(String(cut))
            }
        }
        return parts.joined(separator: ". ")
    }

    /// What a value says in words; links and identifiers say nothing.
    private static func words(of value: PropertyValue) -> String {
        switch value {
        case .url, .measurement: ""
        case .list(let values): values.map(words).joined(separator: "\n")
        case .record(let members): members.map { words(of: $0.value) }.joined(separator: "\n")
        case .union(_, let payload): words(of: payload)
        case .person(let person): person.name ?? ""
        default: value.searchableText
        }
    }
}
