import AlmagestEntities
import AlmagestSchemas
import Catalog
import Providers

/// `schemas`: what kinds of entities and intents there are.
struct SchemaCalls: Sendable {
    let catalog: SchemaCatalog
    let apps: AppSchemas
    let providers: Providers
    /// Of which apps the caller may see what they bring.
    var reach = Reach.all

    func schemas(_ json: JSONValue?) async throws(AlmagestError) -> [UInt8] {
        let parameters = try Parameters(json, known: ["domain"])
        await providers.look()
        var domains = catalog.domains.map { (bundle: String?.none, domain: $0) }
        domains += apps.all.filter { reach.allows($0.bundle) }.map { ($0.bundle, $0.domain) }
        if let name = try parameters.string("domain") {
            let names = domains.map(\.domain.name)
            domains = domains.filter { $0.domain.name == name }
            guard !domains.isEmpty else {
                throw AlmagestError(
                    .notFound, "There is no domain “\(name.prefix(100))”.", path: "domain",
                    hint: "Domains are: \(names.joined(separator: ", ")).")
            }
        }
        var reply = JSONWriter(capacity: 1 << 16)
        reply.beginObject()
        reply.key("domains")
        reply.beginArray()
        for (bundle, domain) in domains { Self.write(domain, of: bundle, to: &reply) }
        reply.endArray()
        reply.endObject()
        return reply.bytes
    }

    private static func write(_ domain: SchemaDomain, of bundle: String?, to reply: inout JSONWriter) {
        reply.beginObject()
        reply.key("domain")
        reply.string(domain.name)
        reply.key("tier")
        reply.string(domain.tier.rawValue)
        if let bundle {
            reply.key("bundle")
            reply.string(bundle)
        }
        reply.key("entities")
        reply.beginArray()
        for schema in domain.entities {
            write(schema.facts, to: &reply) { write(schema.members, as: "members", to: &$0) }
        }
        reply.endArray()
        reply.key("intents")
        reply.beginArray()
        for schema in domain.intents {
            write(schema.facts, to: &reply) { reply in
                write(schema.parameters, as: "parameters", to: &reply)
                reply.key("result")
                if let result = schema.result { reply.string(result.notation) } else { reply.null() }
            }
        }
        reply.endArray()
        reply.key("enums")
        reply.beginArray()
        for schema in domain.enums {
            write(schema.facts, to: &reply) { reply in
                reply.key("cases")
                if let cases = schema.cases {
                    reply.beginArray()
                    for name in cases { reply.string(name) }
                    reply.endArray()
                } else {
                    reply.null()
                }
                reply.key("open")
                reply.bool(schema.isOpen)
            }
        }
        reply.endArray()
        reply.key("unions")
        reply.beginArray()
        for schema in domain.unions {
            write(schema.facts, to: &reply) { reply in
                write(schema.cases, as: "cases", to: &reply)
                reply.key("open")
                reply.bool(schema.isOpen)
            }
        }
        reply.endArray()
        reply.endObject()
    }

    private static func write(
        _ facts: SchemaFacts, to reply: inout JSONWriter, _ more: (inout JSONWriter) -> Void
    ) {
        reply.beginObject()
        reply.key("name")
        reply.string(facts.name)
        if !facts.identifier.isEmpty {
            reply.key("identifier")
            reply.string(facts.identifier)
        }
        if !facts.since.isEmpty {
            reply.key("since")
            reply.string(facts.since)
        }
        if facts.isDeprecated {
            reply.key("deprecated")
            reply.bool(true)
        }
        reply.key("evidence")
        reply.string(facts.evidence.rawValue)
        if let note = facts.note {
            reply.key("note")
            reply.string(note)
        }
        more(&reply)
        reply.endObject()
    }

    /// Null where they are not known.
    private static func write(_ members: [SchemaMember]?, as key: String, to reply: inout JSONWriter) {
        reply.key(key)
        guard let members else { return reply.null() }
        reply.beginArray()
        for member in members {
            reply.beginObject()
            reply.key("name")
            reply.string(member.name)
            reply.key("type")
            reply.string(member.type.notation)
            if member.isOptional {
                reply.key("optional")
                reply.bool(true)
            }
            if let value = member.defaultValue {
                reply.key("default")
                reply.string(value)
            }
            reply.endObject()
        }
        reply.endArray()
    }
}
