public import AppIntents
import Foundation

/// A closed set of values.
public struct EnumDefinition: Sendable {
    public let name: String
    let surroundings: Surroundings

    /// The case of that name.
    ///
    /// - Throws: `TestingError` when there is none.
    public func makeCase(_ caseName: String) throws -> AnyEnumCase {
        func find<Enumeration: AppEnum>(_ type: Enumeration.Type) throws -> AnyEnumCase {
            let names = Enumeration.allCases.map { String(describing: $0) }
            guard let value = Enumeration.allCases.first(where: { String(describing: $0) == caseName }) else {
                throw TestingError.unknown("case of \(name)", caseName, known: names)
            }
            return AnyEnumCase(value: value)
        }
        let type = try surroundings.find(name, "enum", surroundings.enumTypes) { $0.persistentIdentifier }
        return try find(type)
    }
}

/// One case of an enum.
public struct AnyEnumCase: Sendable {
    public let value: any AppEnum

    public var displayRepresentation: DisplayRepresentation { value.displayRepresentation }
}
