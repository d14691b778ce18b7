import AlmagestEntities

/// Paths that every entity has beside its own properties.
enum BuiltIn {
    /// Kept in columns like an app's own properties.
    static let stored: Set<String> = ["title", "subtitle", "url", "stableID", "keywords", "expires"]
    /// `Link.key` of an entity's own link, and of the links in its texts.
    static let link = "$link"
    static let mention = "$mention"
    /// The app's own identifier, compared as it is written.
    static let identifier = "id"

    /// What the entities of one group have in common.
    enum Member: String, CaseIterable {
        case bundle, type, index, schema, domain, language, priority, ownership
    }
}

/// Small members that many entities share. There are few groups, so conditions on them are decided once a group.
struct EntityGroup: Hashable, Sendable {
    var bundle: String
    var type: String
    var index: String
    var schema: String?
    var domain: String?
    var language: String?
    var priority: Int
    var ownership: Ownership

    init(_ entity: Entity) {
        bundle = entity.key.bundle
        type = entity.key.type
        index = entity.index
        schema = entity.schema
        domain = entity.domain
        language = entity.language
        priority = entity.priority
        ownership = entity.ownership
    }

    init(
        bundle: String, type: String, index: String, schema: String?, domain: String?, language: String?,
        priority: Int, ownership: Ownership
    ) {
        self.bundle = bundle
        self.type = type
        self.index = index
        self.schema = schema
        self.domain = domain
        self.language = language
        self.priority = priority
        self.ownership = ownership
    }

    /// Names are the same when their bytes are.
    private var names: [ExactName?] { [bundle, type, index, schema, domain, language].map { $0.map(ExactName.init) } }

    static func == (a: EntityGroup, b: EntityGroup) -> Bool {
        a.priority == b.priority && a.ownership == b.ownership && a.names == b.names
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(names)
        hasher.combine(priority)
        hasher.combine(ownership)
    }

    /// Values of a member; none where it is absent. Nothing said about ownership is `private`.
    func values(_ member: BuiltIn.Member) -> [IndexedValue.Payload] {
        switch member {
        case .bundle: [.text(IndexedText(bundle))]
        case .type: [.text(IndexedText(type))]
        case .index: [.text(IndexedText(index))]
        case .schema: schema.map { [.text(IndexedText($0))] } ?? []
        case .domain: domain.map { [.text(IndexedText($0))] } ?? []
        case .language: language.map { [.text(IndexedText($0))] } ?? []
        case .priority: [.integer(Int64(priority))]
        case .ownership: ownershipNames.map { .text(IndexedText($0)) }
        }
    }

    private var ownershipNames: [String] {
        var names: [String] = []
        if ownership.contains(.unknown) { names.append("unknown") }
        if ownership.contains(.shared) { names.append("shared") }
        if ownership.contains(.public) { names.append("public") }
        return names.isEmpty ? ["private"] : names
    }
}
