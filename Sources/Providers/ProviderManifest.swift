import AlmagestEntities
import AlmagestSchemas
import Foundation

/// What an app says of itself: a JSON file in a `providers.d`.
///
///     {"bundle": "org.example.CometCal", "name": "CometCal",
///      "types": [{"type": "EventEntity", "schema": "calendar.event",
///                 "links": ["https://cometcal.example.org/event/{id}"]}],
///      "calls": ["entities", "values", "open", "reindex"],
///      "command": ["/usr/lib/cometcal/provider"], "targets": ["app", "extension"]}
public struct ProviderManifest: Hashable, Sendable {
    /// A type of entity that the app has.
    public struct EntityType: Hashable, Sendable {
        public var type: String
        /// `domain.name`.
        public var schema: String?
        /// What universal links to its entities look like.
        public var links: [LinkTemplate]
    }

    /// Where a call may go.
    public enum Target: String, Sendable, CaseIterable {
        /// The running app's connection.
        case app
        /// The executable of `command`.
        case `extension`
    }

    public var bundle: String
    /// What people call the app.
    public var name: String
    public var types: [EntityType] = []
    public var calls: Set<ProviderCall> = []
    /// Program and arguments; empty when only the running app answers.
    public var command: [String] = []
    public var targets: Set<Target> = Set(Target.allCases)
    /// File with schemas of its own; nil when it has none.
    public var schemaFile: String?
    /// What that says.
    public private(set) var schemas: OwnSchemas?

    /// The schemas that an app brings.
    public struct OwnSchemas: Hashable, Sendable {
        public var domain: SchemaDomain
        /// Another when the file is.
        var fingerprint: String
    }

    /// Reads a manifest. A `command` with a slash, and the file of `schemas`, are taken from `folder` unless absolute.
    ///
    /// - Throws: `parseError`, `unknownParameter`, `missingParameter`, `invalidParameter`, with the path in the file.
    public init(json: [UInt8], folder: String) throws(AlmagestError) {
        let root = try JSONDocument(json).root
        guard root.kind == .object else { throw AlmagestError(.invalidParameter, "A manifest is a JSON object.") }
        let reader = CheckedObject(root, of: "A manifest")
        try reader.check(known: ["bundle", "name", "types", "calls", "command", "targets", "schemas"])
        bundle = try reader.text("bundle", required: true) ?? ""
        do { try EntityID(bundle: bundle, type: "x", id: "x").validate() } catch { throw error.at("bundle") }
        name = try reader.text("name") ?? bundle
        for (index, element) in try reader.list("types").enumerated() {
            types.append(try Self.entityType(CheckedObject(element, path: "types[\(index)]", of: "A manifest")))
        }
        for (index, text) in try reader.texts("calls").enumerated() {
            guard let call = ProviderCall(named: text) else {
                throw AlmagestError(
                    .invalidParameter, "There is no call “\(text)”.", path: "calls[\(index)]",
                    hint: "Calls are: \(ProviderCall.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            calls.insert(call)
        }
        command = try reader.texts("command")
        if let program = command.first, program.contains("/"), !program.hasPrefix("/") {
            command[0] = folder + "/" + program
        }
        if let file = try reader.text("schemas") { schemaFile = file.hasPrefix("/") ? file : folder + "/" + file }
        if reader.has("targets") {
            targets = []
            for (index, text) in try reader.texts("targets").enumerated() {
                guard let target = Target(rawValue: text) else {
                    throw AlmagestError(
                        .invalidParameter, "“\(text)” is no target.", path: "targets[\(index)]",
                        hint: "Targets are: app, extension.")
                }
                targets.insert(target)
            }
        }
    }

    private static func entityType(_ reader: CheckedObject) throws(AlmagestError) -> EntityType {
        try reader.check(known: ["type", "schema", "links"])
        let type = try reader.text("type", required: true) ?? ""
        var links: [LinkTemplate] = []
        for (index, text) in try reader.texts("links").enumerated() {
            do throws(AlmagestError) {
                links.append(try LinkTemplate(text))
            } catch {
                throw error.at("\(reader.path).links[\(index)]")
            }
        }
        return EntityType(type: type, schema: try reader.text("schema"), links: links)
    }

    /// The schema that it declares for a type.
    public func schema(of type: String) -> String? { types.first { $0.type.hasSameBytes(as: type) }?.schema }

    /// The types that it declares a schema for.
    var declaredSchemas: [(type: String, schema: String)] {
        types.compactMap { type in type.schema.map { (type.type, $0) } }
    }

    /// Takes what its file of schemas says.
    ///
    /// - Throws: `invalidParameter` when a type has a schema of that domain that is not in it.
    mutating func take(_ domain: SchemaDomain, from json: [UInt8]) throws(AlmagestError) {
        let names = Set(domain.entities.map(\.name))
        for (index, type) in types.enumerated() {
            guard let schema = type.schema, schema.hasPrefix(domain.name + "."), !names.contains(schema) else {
                continue
            }
            throw AlmagestError(
                .invalidParameter, "There is no schema “\(schema.prefix(60))”.", path: "types[\(index)].schema",
                hint: "The file's are: \(names.sorted().joined(separator: ", ")).")
        }
        // FNV-1a: it has to be the same after the next start.
        let hash = json.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        schemas = OwnSchemas(domain: domain, fingerprint: String(hash, radix: 16))
    }

    /// What a type's entities are held against, as a text that is another when that is: the schema, of its own ones with
    /// what they say; empty when there is none.
    public func kind(of type: EntityType) -> String {
        guard let schema = type.schema else { return "" }
        guard let schemas, schema.hasPrefix(schemas.domain.name + ".") else { return schema }
        return schema + "@" + schemas.fingerprint
    }

    /// The entity that a link leads to, by the templates.
    public func entity(for link: Link) -> EntityID? {
        for type in types {
            for template in type.links {
                guard let id = template.identifier(in: link) else { continue }
                return EntityID(bundle: bundle, type: type.type, id: id)
            }
        }
        return nil
    }
}
