import AlmagestEntities
import AlmagestSchemas
import Providers

/// Which types of entity the caller takes, and under which case of its union each comes back.
struct Acceptance: Sendable {
    /// Types and schemas in the caller's words; nil takes what the input is about.
    let accepts: [String]?
    /// Beginning of the schemas that the input is about, such as `audio.`; nil is anything.
    let family: String?
    /// What manifests say: schema by bundle and type.
    private let declared: [ExactName: [ExactName: String]]
    /// Names that schemas give their types: `SongEntity` is an `audio.song` when nobody says otherwise.
    private let conventional: [String: String]

    init(accepts: [String]?, subject: ValueInput.Subject, manifests: [ProviderManifest]) {
        self.accepts = accepts
        switch subject {
        case .audio: family = "audio."
        case .described(let schema, _): family = schema
        default: family = nil
        }
        var declared: [ExactName: [ExactName: String]] = [:]
        for manifest in manifests {
            for type in manifest.types {
                declared[ExactName(manifest.bundle), default: [:]][ExactName(type.type)] = type.schema
            }
        }
        self.declared = declared
        conventional = Self.conventional
    }

    private static let conventional: [String: String] = {
        let schemas = SchemaCatalog.shared.domains.flatMap(\.entities)
        return Dictionary(schemas.map { ($0.facts.identifier, $0.name) }) { first, _ in first }
    }()

    /// The schema of an entity: its own word, its app's, or what its type is called like.
    func schema(_ key: EntityID, _ own: String?) -> String? {
        own ?? declared[ExactName(key.bundle)]?[ExactName(key.type)] ?? conventional[key.type]
    }

    /// The case for an entity; nil when it is not wanted.
    func union(_ entity: Entity) -> String? { union(entity.key, entity.schema) }

    func union(_ key: EntityID, _ own: String?) -> String? {
        let schema = schema(key, own)
        guard let accepts else {
            guard let family else { return key.type }
            return schema?.hasPrefix(family) ?? false ? key.type : nil
        }
        return accepts.first { $0.hasSameBytes(as: key.type) || $0 == schema }
    }

    /// Whether an app with that manifest could have something of it.
    func mayHave(_ manifest: ProviderManifest) -> Bool {
        manifest.types.isEmpty
            || manifest.types.contains {
                union(EntityID(bundle: manifest.bundle, type: $0.type, id: ""), $0.schema) != nil
            }
    }

    /// What is true of every entity that is wanted; nil when all are.
    var predicate: Predicate? {
        func equal(_ property: String, _ value: String) -> Predicate {
            .comparison(.init(property: property, op: .equal, value: .text(value)))
        }
        var conditions: [Predicate] = []
        func add(schema: String) {
            conditions.append(equal("schema", schema))
            for (bundle, types) in declared.sorted(by: { $0.key.text < $1.key.text }) {
                for (type, declared) in types.sorted(by: { $0.key.text < $1.key.text }) where declared == schema {
                    conditions.append(.all([equal("bundle", bundle.text), equal("type", type.text)]))
                }
            }
            for (type, name) in conventional where name == schema && !type.isEmpty {
                conditions.append(equal("type", type))
            }
        }
        if let accepts {
            for name in accepts {
                if name.contains(".") { add(schema: name) }
                conditions.append(equal("type", name))
            }
        } else if let family {
            let names = Set(conventional.values).union(declared.values.flatMap(\.values))
            for name in names.sorted() where name.hasPrefix(family) { add(schema: name) }
            conditions.append(.comparison(.init(property: "schema", op: .hasPrefix, value: .text(family))))
        } else {
            return nil
        }
        return .any(conditions)
    }
}
