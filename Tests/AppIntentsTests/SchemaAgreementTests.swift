import AlmagestEntities
import AlmagestSchemas
import Foundation
import GeoToolbox
import Testing

@testable import AppIntents

/// The macros, the names in Swift and the daemon's checks are made from the same data: they agree about all of it.
@Suite struct SchemaAgreementTests {
    private let catalog = SchemaCatalog.shared

    /// A value of each type as an app has it, in the form in which the index gets it.
    private func value(_ type: SchemaType) throws -> PropertyValue? {
        func id(_ schema: String) -> PropertyValue {
            .entity(EntityID(bundle: "org.example.App", type: schema, id: "1"), name: nil)
        }
        switch type {
        case .text: return try "text"._wireValue()
        case .bool: return try true._wireValue()
        case .integer: return try 3._wireValue()
        case .number: return try 2.5._wireValue()
        case .date: return try Date(timeIntervalSince1970: 1_786_597_200)._wireValue()
        case .duration: return try Duration.seconds(90)._wireValue()
        case .url, .link: return try URL(string: "https://example.org")?._wireValue()
        case .person:
            return try IntentPerson(identifier: .unknown, name: .displayName("Glow"), handle: nil)._wireValue()
        case .place: return try PlaceDescriptor(representations: [], commonName: "Dome")._wireValue()
        case .file: return try IntentFile(fileURL: URL(fileURLWithPath: "/etc/hostname"))._wireValue()
        case .recurrence: return try Calendar.RecurrenceRule.daily(calendar: .current)._wireValue()
        case .entity(let schema): return id(schema)
        case .anyEntity: return id("Thing")
        case .enumeration(let name): return .text(catalog.enumeration(name)?.cases?.first ?? "one")
        case .union(let name):
            let first = catalog.union(name)?.cases?.first
            return .union(case: first?.name ?? "one", value: try first.flatMap { try value($0.type) } ?? .text("one"))
        case .list(let element), .set(let element): return .list(try value(element).map { [$0] } ?? [])
        case .other: return nil
        }
    }

    @Test func whatAnAppHasOfASchemaTheDaemonAccepts() throws {
        var checked = 0
        for schema in catalog.domains.flatMap(\.entities) {
            guard let members = schema.members else { continue }
            var entity = Entity(
                key: EntityID(bundle: "org.example.App", type: schema.facts.identifier, id: "1"),
                display: Display(title: "Thing"))
            entity.schema = schema.name
            for member in members {
                if let value = try value(member.type) { entity.properties.append(.init(member.name, value)) }
            }
            let faults = SchemaValidator.validate(entity)
            #expect(faults.isEmpty, "\(schema.name): \(faults.map(\.description))")
            checked += 1
        }
        #expect(checked > 40)
    }

    /// Every schema by its name in Swift, with every member as the macro's own fix-it would write it: the compiler has
    /// nothing to say.
    @Test(.enabled(if: Compiler.isThere)) func everySchemaCompilesWithItsOwnMembers() throws {
        let said = try Compiler.typecheck(SchemaSource(catalog: catalog).text)
        #expect(said == "", "\(said.prefix(4_000))")
    }
}

/// An app that adopts every schema there is.
private struct SchemaSource {
    let catalog: SchemaCatalog

    private func swiftName(_ prefix: String, _ schema: String) -> String {
        prefix + schema.replacing(".", with: "_")
    }

    private func path(_ schema: String) -> String {
        "." + schema.split(separator: ".").map { $0 == "repeat" ? "`repeat`" : String($0) }.joined(separator: ".")
    }

    private func type(_ type: SchemaType) -> String {
        switch type {
        case .text: "String"
        case .bool: "Bool"
        case .integer: "Int"
        case .number: "Double"
        case .date: "Date"
        case .duration: "Duration"
        case .url, .link: "URL"
        case .person: "IntentPerson"
        case .place: "PlaceDescriptor"
        case .file: "IntentFile"
        case .recurrence: "Calendar.RecurrenceRule"
        case .entity(let name): catalog.entity(name) == nil ? "Anything" : swiftName("Entity_", name)
        case .anyEntity: "Anything"
        case .enumeration(let name): swiftName("Enum_", name)
        case .union(let name): swiftName("Union_", name)
        case .list(let element): "[\(self.type(element))]"
        case .set(let element): "Set<\(self.type(element))>"
        case .other(let name): name == "StringSearchCriteria" ? name : "String"
        }
    }

    private func members(_ members: [SchemaMember]?) -> String {
        (members ?? []).map { "    var `\($0.name)`: \(type($0.type))\($0.isOptional ? "?" : "")" }
            .joined(separator: "\n")
    }

    private func entity(_ schema: EntitySchema) -> String {
        let name = swiftName("Entity_", schema.name)
        let file = schema.name == "files.file"
        return """
            @AppEntity(schema: \(path(schema.name)))
            struct \(name): \(file ? "FileEntity" : "AppEntity") {
                struct Query: EntityQuery {
                    func entities(for ids: [\(name).ID]) async throws -> [\(name)] { [] }
                }
                static let defaultQuery = Query()
                \(file ? "static let supportedContentTypes: [UTType] = [.text]" : "")
                let id: \(file ? "FileEntityIdentifier" : "String")
                var displayRepresentation: DisplayRepresentation { "Thing" }
            \(members(schema.members))
            }
            """
    }

    private func intent(_ schema: IntentSchema) -> String {
        let scopes =
            schema.name.hasPrefix("system.search") ? "static let title: LocalizedStringResource = \"Search\"" : ""
        let criteria =
            schema.name == "system.search" ? #"@Parameter(title: "Words") var criteria: StringSearchCriteria"# : ""
        return """
            @AppIntent(schema: \(path(schema.name)))
            struct \(swiftName("Intent_", schema.name)) {
                \(scopes)
                \(criteria)
            \(members(schema.parameters))
                func perform() async throws -> some IntentResult { .result() }
            }
            """
    }

    var text: String {
        let domains = catalog.domains
        var parts = [
            """
            import AppIntents
            import GeoToolbox
            import UniformTypeIdentifiers
            struct Anything: AppEntity {
                struct Query: EntityQuery { func entities(for ids: [String]) async throws -> [Anything] { [] } }
                static let typeDisplayRepresentation: TypeDisplayRepresentation = "Thing"
                static let defaultQuery = Query()
                let id: String
                var displayRepresentation: DisplayRepresentation { "Thing" }
            }
            """
        ]
        parts += domains.flatMap(\.enums).map { schema in
            let cases = schema.cases.map { $0.isEmpty ? ["one"] : $0 } ?? ["one"]
            return """
                @AppEnum(schema: \(path(schema.name)))
                enum \(swiftName("Enum_", schema.name)): String, AppEnum { case \(cases.map { "`\($0)`" }.joined(separator: ", ")) }
                """
        }
        parts += domains.flatMap(\.unions).map { schema in
            let cases = (schema.cases ?? []).map { "case `\($0.name)`(\(type($0.type)))" }
            return """
                @UnionValue
                enum \(swiftName("Union_", schema.name)) { \(cases.isEmpty ? "case one(String)" : cases.joined(separator: "; ")) }
                """
        }
        parts += domains.flatMap(\.entities).map(entity)
        parts += domains.flatMap(\.intents).map(intent)
        return parts.joined(separator: "\n")
    }
}
