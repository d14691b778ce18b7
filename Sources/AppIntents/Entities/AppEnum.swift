import AlmagestEntities
import Foundation

/// A closed set of values that the app names.
public protocol AppEnum: AppValue, StaticDisplayRepresentable, RawRepresentable, CaseIterable
where RawValue: LosslessStringConvertible {}

extension AppEnum {
    /// The name of the case, as schemas know it.
    public func _wireValue() throws -> _WireValue? { .text(_caseName) }

    public static func _value(wire: _WireValue) -> Self? {
        guard let text = String._value(wire: wire) else { return nil }
        return allCases.first { $0._caseName == text } ?? RawValue(text).flatMap(Self.init(rawValue:))
    }

    var _caseName: String { String(describing: self) }
}

/// Adopts an enum schema; `@AppEnum(schema:)` conforms types to it.
public protocol _AppSchemaEnum {
    /// `domain.name`.
    static var __appSchemaEnum: String { get }
}

extension AppEnum where Self: _AppSchemaEnum {
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { .words(of: Self.self) }
    public static var caseDisplayRepresentations: [Self: DisplayRepresentation] { [:] }
}

/// One value out of several types; `@UnionValue` conforms enums to it.
public protocol _IntentValueRepresentable {
    static var allIntentValueTypes: [any _IntentValue.Type] { get }
    var asIntentValue: any _IntentValue { get }
}

/// The enum of a union's cases without their payloads.
public protocol AppUnionValueCasesProviding: AppEnum {
    associatedtype UnionValue
}

/// One value out of several types, with names for its cases.
public protocol AppUnionValue: TypeDisplayRepresentable, _IntentValueRepresentable, _IntentValue, Sendable {
    associatedtype Cases: AppUnionValueCasesProviding where Self == Cases.UnionValue
    static var caseDisplayRepresentations: [Cases: DisplayRepresentation] { get }
    var _unionCase: Cases { get }
    static func _union(_ unionCase: Cases, wire: _WireValue) -> Self?
}

extension AppUnionValue {
    public static var typeDisplayRepresentation: TypeDisplayRepresentation { .words(of: Self.self) }
    public static var caseDisplayRepresentations: [Cases: DisplayRepresentation] { [:] }

    public func _wireValue() throws -> _WireValue? {
        guard let payload = try asIntentValue._wireValue() else { return nil }
        return .union(case: _unionCase._caseName, value: payload)
    }

    public static func _value(wire: _WireValue) -> Self? {
        guard case .union(let name, let payload) = wire,
            let unionCase = Cases.allCases.first(where: { $0._caseName == name })
        else { return nil }
        return _union(unionCase, wire: payload)
    }
}

extension AppUnionValueCasesProviding {
    public static var typeDisplayRepresentation: TypeDisplayRepresentation {
        (UnionValue.self as? any TypeDisplayRepresentable.Type)?.typeDisplayRepresentation
            ?? .words(of: UnionValue.self)
    }
    public static var caseDisplayRepresentations: [Self: DisplayRepresentation] {
        func titles<Union: AppUnionValue>(_ type: Union.Type) -> [Self: DisplayRepresentation] {
            Union.caseDisplayRepresentations as? [Self: DisplayRepresentation] ?? [:]
        }
        guard let union = UnionValue.self as? any AppUnionValue.Type else { return [:] }
        return titles(union)
    }
}
