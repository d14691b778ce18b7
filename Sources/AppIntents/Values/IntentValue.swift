public import AlmagestEntities
import Foundation

/// A value in the form in which the index and the daemon carry it.
public typealias _WireValue = PropertyValue

/// A value that properties, parameters and results can have.
public protocol _IntentValue {
    /// The value itself, without an optional around it.
    associatedtype ValueType: _IntentValue = Self
    associatedtype UnwrappedType: _IntentValue = Self

    /// Its form on the wire; nil for no value.
    ///
    /// - Throws: `AlmagestError` when the wire can't carry it.
    func _wireValue() throws -> _WireValue?
    /// The value of that form; nil when the form is another's.
    static func _value(wire: _WireValue) -> Self?
    /// A value that stands where none was given: nil of an optional, an empty list. Nil where there is none.
    static var _emptyValue: Self? { get }
}

extension _IntentValue {
    public static func _value(wire: _WireValue) -> Self? { nil }
    public static var _emptyValue: Self? { nil }
}

/// Something with a name for its type that stays.
public protocol PersistentlyIdentifiable {
    static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// A value of a type that has a name for people.
public protocol AppValue: PersistentlyIdentifiable, TypeDisplayRepresentable, _IntentValue, Sendable {}

/// A value of the system's own, which apps can exchange.
public protocol _SystemIntentValue: DisplayRepresentable, PersistentlyIdentifiable, _IntentValue, Sendable {}

/// Results of a query or a provider of options.
public protocol ResultsCollection<Result> {
    associatedtype Result: _IntentValue
    var promptLabel: LocalizedStringResource? { get }
    var usesIndexedCollation: Bool { get }
    var items: [Result.ValueType] { get }
    static var empty: Self { get }
}

extension ResultsCollection {
    public var promptLabel: LocalizedStringResource? { nil }
    public var usesIndexedCollation: Bool { false }
}

extension Array: ResultsCollection where Element: _IntentValue {
    public typealias Result = Element
    public var items: [Element.ValueType] { compactMap { $0 as? Element.ValueType } }
    public static var empty: [Element] { [] }
}

/// Gives the values to choose from for a parameter.
public protocol DynamicOptionsProvider: Sendable {
    associatedtype Result: ResultsCollection
    associatedtype DefaultValue = Result.Result
    func results() async throws -> Result
    func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
    public func defaultResult() async -> DefaultValue? { nil }
}
