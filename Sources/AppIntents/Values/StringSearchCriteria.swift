import AlmagestEntities
import Foundation

/// What an in-app search looks for.
public protocol SearchCriteria: _IntentValue, Hashable, Sendable {
    associatedtype SearchScopes = Void
}

/// Words to search for.
public struct StringSearchCriteria: SearchCriteria {
    public typealias SearchScopes = [StringSearchScope]
    public var term: String
    public init(term: String) { self.term = term }

    public func _wireValue() throws -> _WireValue? { .text(term) }
    public static func _value(wire: _WireValue) -> StringSearchCriteria? {
        String._value(wire: wire).map { StringSearchCriteria(term: $0) }
    }
}

/// Where words are searched for.
public enum StringSearchScope: String, Hashable, Codable, Sendable, CaseIterable {
    case general, movies, tv, freeformVideo
}
