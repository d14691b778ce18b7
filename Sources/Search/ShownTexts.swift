import AlmagestEntities

/// The texts of an entity that a word of a query may stand in, each with the path of its property: the same that the
/// words' index has.
enum ShownTexts {
    /// As deep as values are indexed, and as many.
    private static let maximumDepth = 16
    private static let maximumTexts = 4096

    /// One of them, and where it is from.
    struct Shown {
        let path: String
        var locator: String?
        let text: String
        /// Says something of the entity by itself, unlike its names and the names in it.
        var isProse = false
    }

    /// Visits what is not shown anyway first, the title last; until `body` says that it has enough.
    static func visit(_ entity: Entity, _ body: (Shown) -> Bool) {
        let display = entity.display
        if let subtitle = display.subtitle, !body(Shown(path: "subtitle", text: subtitle)) { return }
        var left = maximumTexts
        // A schema's `title` is the display's.
        for property in entity.properties where property.value != .text(display.title) {
            guard visit(property.value, property.name, depth: 0, &left, body) else { return }
        }
        // A short message is its own title.
        if let text = entity.text, text != display.title, !body(Shown(path: "text", text: text, isProse: true)) {
            return
        }
        for passage in entity.passages {
            let shown = Shown(path: "passages", locator: passage.locator, text: passage.text, isProse: true)
            guard body(shown) else { return }
        }
        // Short ones are read together: a query's words may be in several.
        for (path, words) in [("keywords", entity.keywords), ("synonyms", display.synonyms)] where !words.isEmpty {
            guard body(Shown(path: path, text: words.joined(separator: ", "))) else { return }
        }
        _ = body(Shown(path: "title", text: display.title))
    }

    private static func visit(
        _ value: PropertyValue, _ path: String, depth: Int, _ left: inout Int, _ body: (Shown) -> Bool
    ) -> Bool {
        guard depth < maximumDepth, left > 0 else { return true }
        var isProse = false
        if depth == 0, case .text = value { isProse = true }
        func say(_ path: @autoclosure () -> String, _ text: String?) -> Bool {
            guard let text, !text.isEmpty else { return true }
            left -= 1
            return body(Shown(path: path(), text: text, isProse: isProse))
        }
        switch value {
        case .text(let text), .url(let text): return say(path, text)
        case .integer(let number): return say(path, String(number))
        case .list(let values):
            for value in values {
                guard visit(value, path, depth: depth + 1, &left, body) else { return false }
            }
        case .person(let person):
            return say("\(path).name", person.name) && say("\(path).handle", person.handle)
        case .place(let place):
            return say("\(path).name", place.name) && say("\(path).address", place.address)
        case .entity(_, let name): return say("\(path).name", name)
        case .record(let members):
            for member in members {
                guard visit(member.value, "\(path).\(member.name)", depth: depth + 1, &left, body) else { return false }
            }
        case .union(_, let value): return visit(value, path, depth: depth + 1, &left, body)
        case .number, .bool, .date, .duration, .measurement: break
        }
        return true
    }
}
