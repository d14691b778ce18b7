import AlmagestEntities

/// A structured request for values: what is known of what is wanted.
///
///     {"kind":"audio","criteria":{"searchQuery":"comet tail by vega"}}
///     {"kind":"person","value":{"name":"Glow"}}
///     {"kind":"calendar.event","value":{"title":"Watch party","startDate":{"date":"2026-08-12"}}}
public struct ValueInput: Sendable {
    /// What it is about.
    public enum Subject: Sendable, Hashable {
        /// App Intents' `AudioSearch`.
        case audio
        /// `StringSearchCriteria`: anything.
        case string
        case person(PropertyValue.Person)
        case place(PropertyValue.Place)
        /// From the one to the other, either may be open.
        case dateInterval(from: DateValue?, to: DateValue?)
        /// What is seen in a picture, the surest first.
        case labels([String])
        case entities([EntityID])
        /// An entity of a schema, described by some of its properties.
        case described(schema: String, [Entity.Property])
    }

    /// How it is asked for.
    public enum Criteria: Sendable, Hashable {
        case searchQuery(String)
        /// What the person would want without saying it.
        case unspecified
        case url([Link])
    }

    public var subject: Subject
    /// Nil where the subject says all.
    public var criteria: Criteria?
    /// As it came, for providers.
    public let json: [UInt8]

    private static let kinds = ["audio", "string", "person", "place", "dateInterval", "labels", "entity"]
    private static let maximumLinks = 64
    private static let maximumLabels = 64
    private static let maximumEntities = 1_000

    /// Throws `missingParameter`, `invalidParameter`, `unknownParameter`, `tooLarge` with the path within the input.
    public init(json input: JSONValue) throws(AlmagestError) {
        guard input.kind == .object else { throw Self.wrong("input", "an object with a kind") }
        for (key, _) in input.members where !["kind", "criteria", "value"].contains(key) {
            throw AlmagestError(
                .unknownParameter, "An input has no member “\(key.prefix(100))”.", path: "input.\(key.prefix(100))",
                hint: "Known are: kind, criteria, value.")
        }
        guard let kind = input["kind"]?.string else { throw Self.wrong("input.kind", "a text") }
        var criteria: Criteria?
        if let given = input["criteria"], !given.isNull { criteria = try Self.criteria(given) }
        let value = input["value"].flatMap { $0.isNull ? nil : $0 }
        switch kind {
        case "audio": subject = .audio
        case "string": subject = .string
        default:
            if let value {
                subject = try Self.subject(kind, value)
            } else {
                guard Self.kinds.contains(kind) || kind.contains(".") else { throw Self.unknown(kind) }
                subject = kind.contains(".") ? .described(schema: kind, []) : .string
            }
        }
        if criteria == nil {
            guard value != nil, kind != "audio", kind != "string" else {
                throw AlmagestError(
                    .missingParameter, "“criteria” is required.", path: "input.criteria",
                    hint: #"For example {"searchQuery":"…"}, {"unspecified":{}} or {"url":["https://…"]}."#)
            }
        } else if value != nil, kind == "audio" || kind == "string" {
            throw AlmagestError(.unknownParameter, "“\(kind)” has criteria alone.", path: "input.value")
        }
        self.criteria = criteria
        var writer = JSONWriter()
        writer.value(input)
        json = writer.bytes
    }

    private static func criteria(_ json: JSONValue) throws(AlmagestError) -> Criteria {
        let members = Array(json.members)
        guard members.count == 1, let (key, value) = members.first else {
            throw wrong("input.criteria", "one of searchQuery, unspecified and url")
        }
        switch key {
        case "searchQuery":
            guard let text = value.string else { throw wrong("input.criteria.searchQuery", "a text") }
            return .searchQuery(text)
        case "unspecified": return .unspecified
        case "url":
            var links: [Link] = []
            let texts = value.kind == .array ? Array(value.elements) : [value]
            guard texts.count <= maximumLinks else {
                throw AlmagestError(.tooLarge, "At most \(maximumLinks) links are taken.", path: "input.criteria.url")
            }
            for (index, text) in texts.enumerated() {
                guard let link = text.string.flatMap({ Link($0) }) else {
                    throw wrong("input.criteria.url[\(index)]", "a link, such as https://example.org/x")
                }
                links.append(link)
            }
            return .url(links)
        default:
            throw AlmagestError(
                .unknownParameter, "There are no criteria “\(key.prefix(100))”.",
                path: "input.criteria.\(key.prefix(100))",
                hint: "Criteria are: searchQuery, unspecified, url.")
        }
    }

    private static func subject(_ kind: String, _ value: JSONValue) throws(AlmagestError) -> Subject {
        switch kind {
        case "person":
            if case .person(let person)? = try tagged("person", value) { return .person(person) }
            throw wrong("input.value", "a person")
        case "place":
            if case .place(let place)? = try tagged("place", value) { return .place(place) }
            throw wrong("input.value", "a place")
        case "dateInterval":
            guard value.kind == .object else { throw wrong("input.value", "an object with start and end") }
            for (key, _) in value.members where key != "start" && key != "end" {
                throw AlmagestError(
                    .unknownParameter, "An interval has no member “\(key.prefix(100))”.",
                    path: "input.value.\(key.prefix(100))", hint: "Known are: start, end.")
            }
            let (from, to) = (try date(value, "start"), try date(value, "end"))
            guard from != nil || to != nil else { throw wrong("input.value", "an interval with a start or an end") }
            return .dateInterval(from: from, to: to)
        case "labels":
            let labels = value.elements.compactMap(\.string)
            guard value.kind == .array, labels.count == value.count else {
                throw wrong("input.value", "a list of texts")
            }
            guard labels.count <= maximumLabels else {
                throw AlmagestError(.tooLarge, "At most \(maximumLabels) labels are taken.", path: "input.value")
            }
            return .labels(labels)
        case "entity":
            let texts = value.kind == .array ? Array(value.elements) : [value]
            guard texts.count <= maximumEntities else {
                throw AlmagestError(.tooLarge, "At most \(maximumEntities) references are taken.", path: "input.value")
            }
            var ids: [EntityID] = []
            for (index, text) in texts.enumerated() {
                let path = "input.value[\(index)]"
                guard let text = text.string ?? text["entity"]?.string else { throw wrong(path, "bundle/type/id") }
                do throws(AlmagestError) { ids.append(try EntityID(text: text)) } catch { throw error.at(path) }
            }
            return .entities(ids)
        default:
            guard kind.contains(".") else { throw unknown(kind) }
            guard value.kind == .object else { throw wrong("input.value", "an object with properties") }
            var properties: [Entity.Property] = []
            for (name, given) in value.members {
                guard let read = try PropertyValue(json: given, path: "input.value.\(name)") else { continue }
                properties.append(Entity.Property(name, read))
            }
            return .described(schema: kind, properties)
        }
    }

    /// The members of a person or a place, with or without their tag.
    private static func tagged(_ tag: String, _ value: JSONValue) throws(AlmagestError) -> PropertyValue? {
        guard value.kind == .object else { return nil }
        if value[tag] != nil { return try PropertyValue(json: value, path: "input.value") }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(tag)
        writer.value(value)
        writer.endObject()
        return try PropertyValue(json: try JSONDocument(writer.bytes).root, path: "input.value")
    }

    private static func date(_ value: JSONValue, _ name: String) throws(AlmagestError) -> DateValue? {
        guard let given = value[name], !given.isNull else { return nil }
        guard let text = given.string ?? given["date"]?.string else { throw wrong("input.value.\(name)", "a date") }
        do throws(AlmagestError) { return try DateValue(parsing: text) } catch { throw error.at("input.value.\(name)") }
    }

    private static func unknown(_ kind: String) -> AlmagestError {
        AlmagestError(
            .invalidParameter, "There is no input kind “\(kind.prefix(100))”.", path: "input.kind",
            hint: "Kinds are: \(kinds.joined(separator: ", ")), and every schema, such as calendar.event.")
    }

    private static func wrong(_ path: String, _ expected: String) -> AlmagestError {
        AlmagestError(.invalidParameter, "This is to be \(expected).", path: path)
    }
}
