import AlmagestEntities
public import AppIntents
import Foundation

/// A request for something to listen to.
public struct AudioSearch: Hashable, Codable, Sendable, _IntentValue, _StructuredInput {
    public static var _inputKind: String { "audio" }

    /// What is asked for.
    public enum Criteria: Hashable, Codable, Sendable {
        /// Words: "that song about the comet".
        case searchQuery(String)
        /// Nothing in particular: "play some music".
        case unspecified
        /// Links to what is meant.
        case url([URL])
    }

    public var criteria: Criteria

    public init(criteria: Criteria) { self.criteria = criteria }

    /// The criteria as a record of one member.
    public func _wireValue() throws -> _WireValue? {
        switch criteria {
        case .searchQuery(let text): .record([.init("searchQuery", .text(text))])
        case .unspecified: .record([.init("unspecified", .record([]))])
        case .url(let links): .record([.init("url", .list(links.map { .url($0.absoluteString) }))])
        }
    }

    public static func _value(wire: _WireValue) -> AudioSearch? {
        guard case .record(let members) = wire, members.count == 1, let member = members.first else { return nil }
        switch (member.name, member.value) {
        case ("searchQuery", .text(let text)): return AudioSearch(criteria: .searchQuery(text))
        case ("unspecified", _): return AudioSearch(criteria: .unspecified)
        case ("url", let links):
            // Links may come as plain texts.
            guard let links = [URL]._value(wire: links) else { return nil }
            return AudioSearch(criteria: .url(links))
        default: return nil
        }
    }
}
