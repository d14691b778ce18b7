import Foundation

/// How a type is called for people.
public struct TypeDisplayRepresentation: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var name: LocalizedStringResource
    public var numericFormat: LocalizedStringResource?
    public var synonyms: [LocalizedStringResource]

    public init(
        name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.name = name
        self.numericFormat = numericFormat
        self.synonyms = synonyms
    }

    public init(stringLiteral value: String) { self.init(name: LocalizedStringResource(stringLiteral: value)) }

    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(name: LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// `Meteor Shower` of `MeteorShowerEntity`.
    static func words(of type: Any.Type) -> TypeDisplayRepresentation {
        var name = String(describing: type)
        for ending in ["Entity", "Enum", "Intent"] where name.hasSuffix(ending) && name.count > ending.count {
            name.removeLast(ending.count)
            break
        }
        var words = ""
        for letter in name {
            if letter.isUppercase, let last = words.last, !last.isUppercase { words.append(" ") }
            words.append(letter)
        }
        return TypeDisplayRepresentation(name: LocalizedStringResource(stringLiteral: words))
    }
}

/// A type with a name for people.
public protocol TypeDisplayRepresentable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A value with a representation of its own.
public protocol InstanceDisplayRepresentable: CustomLocalizedStringResourceConvertible {
    var displayRepresentation: DisplayRepresentation { get }
}

extension InstanceDisplayRepresentable {
    public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }

    /// The parts of its representation that are asked for; without the image when that can't be fetched.
    public func displayRepresentation(with components: DisplayRepresentation.Components) async -> DisplayRepresentation
    {
        await displayRepresentation.resolvedAsFarAsPossible(components)
    }
}

extension DisplayRepresentation {
    /// The parts that are asked for; without the image when that can't be fetched.
    func resolvedAsFarAsPossible(_ components: Components) async -> DisplayRepresentation {
        if let resolved = try? await resolved(components) { return resolved }
        return (try? await resolved(components.subtracting(.image))) ?? self
    }
}

public protocol DisplayRepresentable: TypeDisplayRepresentable, InstanceDisplayRepresentable {}

/// A type whose cases have representations.
public protocol CaseDisplayRepresentable: TypeDisplayRepresentable, InstanceDisplayRepresentable, Hashable {
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

public protocol StaticDisplayRepresentable: CaseDisplayRepresentable, DisplayRepresentable {}

extension CaseDisplayRepresentable {
    public var displayRepresentation: DisplayRepresentation {
        Self.caseDisplayRepresentations[self]
            ?? DisplayRepresentation(title: LocalizedStringResource(stringLiteral: String(describing: self)))
    }
}
