import AlmagestEntities
import AlmagestSchemas
import Catalog
import Foundation

/// The types that a caller can use, and what people call them.
struct AcceptedTypes: Sendable {
    /// Names of types; nil for all.
    let types: [String]?
    /// Schemas whose entities are taken whatever their type is called.
    let schemas: [String]
    /// What the word lists call them (`song`); nil when any type is meant.
    let keys: Set<String>?

    init(_ accepts: [String]?) {
        guard let accepts else {
            types = nil
            schemas = []
            keys = nil
            return
        }
        var types = Set(accepts)
        var schemas: [String] = []
        for accept in accepts {
            guard let schema = SchemaCatalog.shared.entity(accept) else {
                // One that an app brings, if it is a schema.
                if accept.contains(".") { schemas.append(accept) }
                continue
            }
            schemas.append(accept)
            if !schema.facts.identifier.isEmpty { types.insert(schema.facts.identifier) }
        }
        self.types = types.sorted()
        self.schemas = schemas
        keys = Set(types.map { Self.key($0) } + schemas.map { Self.key(ofSchema: $0) })
    }

    /// `song` for `SongEntity`.
    static func key(_ type: String) -> String {
        let bare = type.hasSuffix("Entity") ? type.dropLast(6) : type[...]
        return bare.lowercased()
    }

    /// As the schema's own type is called: `mailmessage` for `mail.message`.
    static func key(ofSchema schema: String) -> String {
        if let identifier = SchemaCatalog.shared.entity(schema)?.facts.identifier, !identifier.isEmpty {
            return key(identifier)
        }
        return schema.split(separator: ".").last.map { $0.lowercased() } ?? schema
    }

    @Sendable func keys(of entity: Entity) -> Set<String> { keys(of: entity.key.type, schema: entity.schema) }

    /// What the word lists call a type that has that schema.
    func keys(of type: String, schema: String?) -> Set<String> {
        var keys: Set<String> = [Self.key(type)]
        if let schema { keys.insert(Self.key(ofSchema: schema)) }
        return keys
    }

    /// Whether entities of a type are accepted, by its name or the schema that its app gives it.
    func takes(_ type: String, schema: String?) -> Bool {
        guard let types else { return true }
        return types.containsExactly(type) || schema.map(schemas.contains) ?? false
    }

    /// The rows that are accepted and may be shown; nil when there is none.
    func rows(_ engine: SearchEngine, context: DateContext) async throws -> RowSet? {
        let now = context.now.timeIntervalSince1970
        var rows = engine.scopes.visible(types: types, now: now) ?? engine.scopes.all(now: now)
        if !schemas.isEmpty {
            let predicate = Predicate.any(
                schemas.map { .comparison(.init(property: "schema", op: .equal, value: .text($0))) })
            let visible = engine.scopes.visible(now: now)
            rows.formUnion(try await engine.properties.rows(matching: predicate, context: context, within: visible))
        }
        return rows.isEmpty ? nil : rows
    }
}
