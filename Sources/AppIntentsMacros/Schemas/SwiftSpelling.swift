import AlmagestSchemas
import SwiftSyntax

extension SchemaMember {
    /// Its type as an app writes it: `[IntentPerson]`, `Date?`.
    var spelling: String { type.spelling + (isOptional ? "?" : "") }

    /// Its declaration in a fix-it.
    var declaration: String { "var \(name.escapedAsIdentifier): \(spelling)" }
}

extension SchemaType {
    /// The type in Swift. Entities, enums and unions are the app's own types, so a name for them is a guess.
    var spelling: String {
        switch self {
        case .text: "String"
        case .bool: "Bool"
        case .integer: "Int"
        case .number: "Double"
        case .date: "Date"
        case .duration: "Duration"
        case .url: "URL"
        case .person: "IntentPerson"
        case .place: "PlaceDescriptor"
        case .file: "IntentFile"
        case .link: "LinkMetadata"
        case .recurrence: "Calendar.RecurrenceRule"
        case .entity(let name): SchemaCatalog.shared.entity(name)?.facts.identifier ?? "AppEntity"
        case .enumeration(let name): SchemaCatalog.shared.enumeration(name)?.facts.identifier ?? "AppEnum"
        case .union(let name): name.split(separator: ".").last.map(String.init) ?? name
        case .anyEntity: "AppEntity"
        case .list(let element): "[\(element.spelling)]"
        case .set(let element): "Set<\(element.spelling)>"
        case .other(let name): name
        }
    }

    /// The Swift types that carry it; empty when that is a type of the app's own.
    var swiftNames: Set<String> {
        switch self {
        case .text: ["String", "AttributedString", "Substring", "LocalizedStringResource"]
        case .bool: ["Bool"]
        case .integer: ["Int", "Int32", "Int64", "UInt", "UInt32"]
        case .number: ["Double", "Float", "Decimal", "Measurement"]
        case .date: ["Date", "DateComponents"]
        case .duration: ["Duration", "Measurement", "TimeInterval"]
        case .url: ["URL"]
        case .person: ["IntentPerson"]
        case .place: ["PlaceDescriptor", "CLPlacemark"]
        case .file: ["IntentFile"]
        case .link: ["LinkMetadata", "LPLinkMetadata", "URL"]
        case .recurrence: ["RecurrenceRule"]
        case .entity, .anyEntity, .enumeration, .union, .list, .set, .other: []
        }
    }

    /// Every plain type that has a meaning of its own, so that it can't be an app's entity, enum or union.
    static let plainNames: Set<String> = [SchemaType]([
        .text, .bool, .integer, .number, .date, .duration, .url, .person, .place, .file, .link, .recurrence,
    ]).reduce(into: []) { $0.formUnion($1.swiftNames) }
}

extension String {
    /// The name in backticks when it is a keyword of Swift.
    var escapedAsIdentifier: String {
        ["repeat", "public", "private", "default", "is", "in", "as", "where", "switch", "case", "extension"]
            .contains(self) ? "`\(self)`" : self
    }
}
