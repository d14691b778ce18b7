import AlmagestEntities

/// Reads a file of schemas as those of `config/schemas` are written: an app brings one for types of its own.
///
///     {"domain": "stars", "entities": {"star": {"identifier": "StarEntity",
///        "members": {"magnitude": "Double", "discovered": "Date?", "kind": "#stars.kind"}}},
///      "enums": {"kind": {"cases": ["dwarf", "giant"]}}}
public struct SchemaFile: Sendable {
    private let known: SchemaCatalog
    private let allowsForeignTypes: Bool
    private let domain: String
    private let own: [Kind: Set<String>]

    private enum Kind: String, CaseIterable {
        case entities, intents, enums, unions
    }

    /// A union is tried case by case.
    private static let mostCases = 64
    private static let longestName = 100

    /// The domain that a file describes.
    ///
    /// - Parameters:
    ///   - known: what it may refer to beside itself, and whose domains it may not describe.
    ///   - allowsForeignTypes: takes types of members that do not reach the index, whatever they are called.
    /// - Throws: `parseError`, `unknownParameter`, `missingParameter`, `invalidParameter`, with the path in the file.
    public static func domain(
        _ json: [UInt8], beside known: SchemaCatalog = .shared, allowsForeignTypes: Bool = false
    ) throws(AlmagestError) -> SchemaDomain {
        let root = CheckedObject(try JSONDocument(json).root, of: "A file of schemas")
        try root.check(known: ["domain", "tier"] + Kind.allCases.map(\.rawValue))
        let name = try root.text("domain", required: true) ?? ""
        try check(name: name, at: "domain")
        // Nor one that only looks like another: people type names in any case.
        let taken = known.domains.first { $0.name.lowercased() == name.lowercased() }
        if let taken {
            throw AlmagestError(
                .invalidParameter, "“\(taken.name)” is a domain that there is already.", path: "domain",
                hint: "An app gives its own a name of its own.")
        }
        var tier = SchemaTier.app
        if let text = try root.text("tier") {
            guard let named = SchemaTier(rawValue: text) else {
                throw AlmagestError(.invalidParameter, "“\(text.prefix(60))” is no tier.", path: "tier")
            }
            tier = named
        }
        var own: [Kind: Set<String>] = [:]
        for kind in Kind.allCases {
            own[kind] = Set(try root.members(kind.rawValue)?.map { "\(name).\($0.key)" } ?? [])
        }
        let file = SchemaFile(known: known, allowsForeignTypes: allowsForeignTypes, domain: name, own: own)
        return SchemaDomain(
            name, tier, entities: try file.schemas(root, .entities, file.entity),
            intents: try file.schemas(root, .intents, file.intent),
            enums: try file.schemas(root, .enums, file.enumeration),
            unions: try file.schemas(root, .unions, file.union))
    }

    private static func check(name: String, at path: String) throws(AlmagestError) {
        let isName =
            (name.utf8.first.map { 65...90 ~= $0 || 97...122 ~= $0 } ?? false) && name.utf8.count <= longestName
            && name.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 }
        guard isName else {
            throw AlmagestError(
                .invalidParameter, "“\(name.prefix(60))” is no name.", path: path,
                hint: "A name is of letters a to z and digits, and begins with a letter.")
        }
    }

    // MARK: Schemas

    private func schemas<Schema>(
        _ root: CheckedObject, _ kind: Kind, _ read: (SchemaFacts, CheckedObject) throws(AlmagestError) -> Schema
    ) throws(AlmagestError) -> [Schema] {
        var schemas: [Schema] = []
        for (name, value) in try root.members(kind.rawValue) ?? [] {
            let object = CheckedObject(value, path: "\(kind.rawValue).\(name)", of: "A schema")
            try Self.check(name: name, at: object.path)
            schemas.append(try read(try facts(name, object), object))
        }
        return schemas
    }

    private static let described = ["identifier", "since", "deprecated", "evidence", "note"]

    private func facts(_ name: String, _ object: CheckedObject) throws(AlmagestError) -> SchemaFacts {
        var evidence = SchemaEvidence.interface
        if let text = try object.text("evidence") {
            guard let named = SchemaEvidence(rawValue: text) else {
                throw AlmagestError(
                    .invalidParameter, "“\(text.prefix(60))” is no evidence.", path: object.at("evidence"),
                    hint: "It is one of: \(SchemaEvidence.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            evidence = named
        }
        return SchemaFacts(
            "\(domain).\(name)", id: try object.text("identifier") ?? "", since: try object.text("since") ?? "",
            deprecated: try object.bool("deprecated") ?? false, evidence: evidence, note: try object.text("note"))
    }

    private func entity(_ facts: SchemaFacts, _ object: CheckedObject) throws(AlmagestError) -> EntitySchema {
        try object.check(known: Self.described + ["members"])
        return EntitySchema(facts, try members(object, "members"))
    }

    private func intent(_ facts: SchemaFacts, _ object: CheckedObject) throws(AlmagestError) -> IntentSchema {
        try object.check(known: Self.described + ["parameters", "result"])
        var result: SchemaType?
        if let text = try object.text("result") { result = try type(text.suffixed("?").text, at: object.at("result")) }
        return IntentSchema(facts, try members(object, "parameters"), result: result)
    }

    private func enumeration(_ facts: SchemaFacts, _ object: CheckedObject) throws(AlmagestError) -> EnumSchema {
        try object.check(known: Self.described + ["cases", "open"])
        let cases = object.has("cases") ? try object.texts("cases") : nil
        return EnumSchema(facts, cases, open: try object.bool("open") ?? false)
    }

    private func union(_ facts: SchemaFacts, _ object: CheckedObject) throws(AlmagestError) -> UnionSchema {
        try object.check(known: Self.described + ["cases", "open"])
        let cases = try members(object, "cases")
        guard (cases?.count ?? 0) <= Self.mostCases else {
            throw AlmagestError(
                .tooLarge, "A union has at most \(Self.mostCases) cases.", path: object.at("cases"))
        }
        return UnionSchema(facts, cases, open: try object.bool("open") ?? false)
    }

    // MARK: Members

    /// Each is a type as in Swift, `Date?`, and may have a default, `Bool = false`.
    private func members(_ object: CheckedObject, _ key: String) throws(AlmagestError) -> [SchemaMember]? {
        guard let named = try object.members(key) else { return nil }
        var members: [SchemaMember] = []
        for (name, value) in named {
            let path = "\(object.at(key)).\(name)"
            guard !name.isEmpty, name.utf8.count <= Self.longestName, !name.contains(".") else {
                throw AlmagestError(.invalidParameter, "“\(name.prefix(60))” is no name of a member.", path: path)
            }
            guard let text = value.string else {
                throw AlmagestError(.invalidParameter, "This is to be a type, such as “Date?”.", path: path)
            }
            let end = text.firstRange(of: " = ")
            let (type, isOptional) = String(end.map { text[..<$0.lowerBound] } ?? text[...]).suffixed("?")
            members.append(
                SchemaMember(
                    name, try self.type(type, at: path), optional: isOptional,
                    default: end.map { String(text[$0.upperBound...]) }))
        }
        return members
    }

    private static let plain: [String: SchemaType] = [
        "String": .text, "AttributedString": .text, "Bool": .bool, "Int": .integer, "Double": .number, "Date": .date,
        "DateComponents": .date, "Duration": .duration, "URL": .url, "IntentPerson": .person, "IntentFile": .file,
        "GeoToolbox.PlaceDescriptor": .place, "CLPlacemark": .place, "LinkPresentation.LinkMetadata": .link,
        "Calendar.RecurrenceRule": .recurrence, "any AppEntity": .anyEntity,
    ]
    private static let deepestType = 8

    private func type(_ text: String, at path: String, depth: Int = 0) throws(AlmagestError) -> SchemaType {
        if let type = Self.plain[text] { return type }
        if depth < Self.deepestType {
            if text.hasPrefix("["), text.hasSuffix("]") {
                return .list(try type(String(text.dropFirst().dropLast()), at: path, depth: depth + 1))
            }
            if text.hasPrefix("Set<"), text.hasSuffix(">") {
                return .set(try type(String(text.dropFirst(4).dropLast()), at: path, depth: depth + 1))
            }
        }
        let name = String(text.dropFirst())
        switch text.first {
        case "@": if own[.entities]?.contains(name) ?? false || known.entity(name) != nil { return .entity(name) }
        case "#":
            if own[.enums]?.contains(name) ?? false || known.enumeration(name) != nil { return .enumeration(name) }
        case "~": if own[.unions]?.contains("\(domain).\(name)") ?? false { return .union("\(domain).\(name)") }
        default: if allowsForeignTypes, !text.isEmpty { return .other(text) }
        }
        throw AlmagestError(
            .invalidParameter, "There is no type “\(text.prefix(60))”.", path: path,
            hint: "Types are \(Self.plain.keys.sorted().joined(separator: ", ")), lists as [String], "
                + "@domain.entity, #domain.enum and ~Union.")
    }
}

extension String {
    /// Without that at its end, and whether it was there.
    fileprivate func suffixed(_ end: String) -> (text: String, had: Bool) {
        hasSuffix(end) ? (String(dropLast(end.count)), true) : (self, false)
    }
}
