public import Foundation

/// A line of `Examples/content`: a record of an app, as the apps of this folder read their own files.
public struct ContentLine: Decodable, Sendable {
    public let type: String
    public let id: String
    public let title: String
    public let text: String?
    public let url: URL?
    public let keywords: [String]
    private let properties: [String: ContentValue]

    private enum Key: CodingKey { case type, id, display, text, url, keywords, properties }
    private struct Display: Decodable { let title: String }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        type = try container.decode(String.self, forKey: .type)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(Display.self, forKey: .display).title
        text = try container.decodeIfPresent(String.self, forKey: .text)
        url = try container.decodeIfPresent(URL.self, forKey: .url)
        keywords = try container.decodeIfPresent([String].self, forKey: .keywords) ?? []
        properties = try container.decodeIfPresent([String: ContentValue].self, forKey: .properties) ?? [:]
    }

    public subscript(name: String) -> ContentValue { properties[name] ?? .none }

    /// The lines of one file, such as `music`.
    public static func read(_ name: String) throws -> [ContentLine] {
        let file = try folder().appendingPathComponent("\(name).ndjson")
        return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(ContentLine.self, from: $0)
        }
    }

    /// `ALMAGEST_EXAMPLES`, else the folder `content` beside this one.
    private static func folder() throws -> URL {
        if let named = ProcessInfo.processInfo.environment["ALMAGEST_EXAMPLES"] { return URL(fileURLWithPath: named) }
        return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("content")
    }
}

/// A value in such a file.
public enum ContentValue: Decodable, Sendable {
    case none
    case text(String)
    case number(Double)
    case bool(Bool)
    case list([ContentValue])
    case object([String: ContentValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([ContentValue].self) {
            self = .list(list)
        } else if let object = try? container.decode([String: ContentValue].self) {
            self = .object(object)
        } else {
            self = .none
        }
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
    public var list: [ContentValue] { if case .list(let list) = self { list } else { [] } }

    /// A member of an object.
    public subscript(name: String) -> ContentValue {
        if case .object(let members) = self { members[name] ?? .none } else { .none }
    }

    /// The identifier of a reference: `lunar` of `org.example.CometCal/CalendarEntity/lunar`.
    public var reference: String? {
        self["entity"].text.flatMap { $0.split(separator: "/").last.map(String.init) }
    }

    /// A date and time; its zone counts by its offset, and one without is taken as UTC.
    public var date: Date? {
        guard let written = self["date"].text else { return nil }
        let plain = written.split(separator: "[")[0]
        if let date = try? Date(String(plain), strategy: .iso8601) { return date }
        return try? Date(plain.contains("T") ? "\(plain)Z" : "\(plain)T00:00:00Z", strategy: .iso8601)
    }
}
