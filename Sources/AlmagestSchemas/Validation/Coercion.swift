import AlmagestEntities

/// Turns values into the types that a schema declares, and collects what cannot be turned.
struct Coercion {
    let catalog: SchemaCatalog
    /// Where the values stand.
    var path = ""
    private(set) var faults: [SchemaFault] = []
    /// Trials within trials, which unions in unions would multiply.
    private let trialDepth: Int
    private static let deepestTrial = 3

    init(catalog: SchemaCatalog, trialDepth: Int = 0) {
        self.catalog = catalog
        self.trialDepth = trialDepth
    }

    mutating func report(
        _ severity: SchemaFault.Severity, at path: String, _ message: String, hint: String? = nil
    ) {
        guard faults.count < SchemaValidator.maximumFaults else { return }
        faults.append(SchemaFault(path: path, message: message, severity: severity, hint: hint))
    }

    /// Holds properties against members. `titled`: a title shown elsewhere stands in for `title` or `name`.
    mutating func members(
        _ members: [SchemaMember], of properties: inout [Entity.Property], schema: String, titled: Bool
    ) {
        let outer = path
        for member in members {
            if let place = properties.firstIndex(where: { $0.name == member.name }) {
                path = "\(outer).\(member.name)"
                if let value = coerced(properties[place].value, to: member.type) {
                    properties[place].value = value
                }
            } else if member.isRequired {
                if titled, member.type == .text, member.name == "title" || member.name == "name" { continue }
                report(
                    .warning, at: "\(outer).\(member.name)",
                    "\(schema) requires \(member.name), \(member.type.words), and it is missing.")
            }
        }
        path = outer
    }

    /// The value in the declared type. Nil when it is that already, or after an error was reported.
    mutating func coerced(_ value: PropertyValue, to type: SchemaType) -> PropertyValue? {
        switch type {
        case .list(let element): return list(value, of: element, distinct: false)
        case .set(let element): return list(value, of: element, distinct: true)
        case .union(let name): return union(value, name)
        case .entity(let name): return entity(value, name)
        case .enumeration(let name): return enumeration(value, name)
        default:
            switch Scalars.read(value, as: type) {
            case .same: return nil
            case .changed(let changed): return changed
            case .wrong(let message):
                report(.error, at: path, message ?? Self.mistyped(value, type))
                return nil
            }
        }
    }

    static func mistyped(_ value: PropertyValue, _ type: SchemaType) -> String {
        "Expected \(type.words), found \(value.words)."
    }

    /// The value in a type that it may be meant for; nil when it cannot be. What is found wrong is not reported.
    private func trial(_ value: PropertyValue, as type: SchemaType) -> PropertyValue? {
        guard trialDepth < Self.deepestTrial else { return value }
        var attempt = Coercion(catalog: catalog, trialDepth: trialDepth + 1)
        let result = attempt.coerced(value, to: type)
        return attempt.faults.contains { $0.severity == .error } ? nil : result ?? value
    }

    // MARK: Lists

    private mutating func list(_ value: PropertyValue, of element: SchemaType, distinct: Bool) -> PropertyValue? {
        guard case .list(let values) = value else {
            // One value alone is a list of it.
            let before = faults.count
            let only = coerced(value, to: element) ?? value
            return before == faults.count || faults[before...].allSatisfy { $0.severity == .warning }
                ? .list([only]) : nil
        }
        let outer = path
        var result = values
        var hasChanged = false
        for index in values.indices {
            path = "\(outer)[\(index)]"
            if let changed = coerced(values[index], to: element) {
                result[index] = changed
                hasChanged = true
            }
        }
        path = outer
        if distinct {
            var seen: Set<PropertyValue> = []
            let unique = result.filter { seen.insert($0).inserted }
            if unique.count < result.count { (result, hasChanged) = (unique, true) }
        }
        return hasChanged ? .list(result) : nil
    }

    // MARK: Enums

    private mutating func enumeration(_ value: PropertyValue, _ name: String) -> PropertyValue? {
        let text: String
        switch value {
        case .text(let word): text = word
        case .union(let word, _): text = word
        default:
            report(.error, at: path, Self.mistyped(value, .enumeration(name)))
            return nil
        }
        guard let schema = catalog.enumeration(name), !schema.accepts(text), let cases = schema.cases else {
            return value == .text(text) ? nil : .text(text)
        }
        let nearest = Spelling.nearest(to: text, among: cases)
        report(
            .error, at: path, "“\(text.prefix(60))” is no case of \(name).",
            hint: (nearest.map { "The nearest is \($0); the" } ?? "The")
                + " cases are \(cases.joined(separator: ", ")).")
        return nil
    }

    // MARK: Entities

    private mutating func entity(_ value: PropertyValue, _ name: String) -> PropertyValue? {
        let schema = catalog.entity(name)
        switch value {
        case .entity: return nil
        case .record(var members):
            guard let declared = schema?.members else { return nil }
            let before = members
            self.members(declared, of: &members, schema: name, titled: false)
            return members == before ? nil : .record(members)
        case .text(let text):
            if let id = try? EntityID(text: text) { return .entity(id, name: nil) }
            // A bare name makes a record of the member that names it.
            guard let member = schema?.members?.first(where: { $0.type == .text || $0.type == .person }) else { break }
            return record(value, as: member)
        case .person:
            guard let member = schema?.members?.first(where: { $0.type == .person }) else { break }
            return record(value, as: member)
        default: break
        }
        report(
            .error, at: path, Self.mistyped(value, .entity(name)),
            hint: #"Write {"entity":"bundle/type/id"}, or {"record":{…}}."#)
        return nil
    }

    private mutating func record(_ value: PropertyValue, as member: SchemaMember) -> PropertyValue {
        .record([Entity.Property(member.name, trial(value, as: member.type) ?? value)])
    }

    // MARK: Unions

    private mutating func union(_ value: PropertyValue, _ name: String) -> PropertyValue? {
        guard let schema = catalog.union(name), let cases = schema.cases else { return nil }
        if case .union(let caseName, let payload) = value {
            return tagged(caseName, payload, schema, cases)
        }
        // A bare value belongs to the first case that takes it as it is, else to the first that understands it.
        for exact in [true, false] {
            for candidate in cases {
                guard let read = trial(value, as: candidate.type), !exact || read == value else { continue }
                return .union(case: candidate.name, value: read)
            }
        }
        if schema.isOpen { return nil }
        report(
            .error, at: path, Self.mistyped(value, .union(name)),
            hint: "It is one of: " + cases.map { "\($0.name), \($0.type.words)" }.joined(separator: "; ") + ".")
        return nil
    }

    /// Apps choose the names of cases: one that is not in the list has to hold a value that some case takes.
    private mutating func tagged(
        _ caseName: String, _ payload: PropertyValue, _ schema: UnionSchema, _ cases: [SchemaMember]
    ) -> PropertyValue? {
        if let known = cases.first(where: { $0.name == caseName }) {
            let outer = path
            path += ".value"
            defer { path = outer }
            return coerced(payload, to: known.type).map { .union(case: caseName, value: $0) }
        }
        if schema.isOpen { return nil }
        for candidate in cases where trial(payload, as: candidate.type) == payload { return nil }
        for candidate in cases {
            if let read = trial(payload, as: candidate.type) { return .union(case: caseName, value: read) }
        }
        report(
            .error, at: path,
            "\(payload.words) in the case “\(caseName.prefix(60))” is no \(schema.name).".capitalizedFirst,
            hint: "It is one of: " + cases.map { "\($0.name), \($0.type.words)" }.joined(separator: "; ") + ".")
        return nil
    }
}

extension PropertyValue {
    /// What it is, for messages.
    var words: String {
        switch self {
        case .text(let text): "the text “\(text.prefix(60))”"
        case .number(let number): "the number \(number)"
        case .integer(let integer): "the number \(integer)"
        case .bool(let bool): bool ? "true" : "false"
        case .list: "a list"
        case .date: "a date"
        case .duration: "a duration"
        case .url: "a link"
        case .person: "a person"
        case .place: "a place"
        case .measurement: "a measurement"
        case .entity: "an entity"
        case .record: "a record"
        case .union: "a union"
        }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
