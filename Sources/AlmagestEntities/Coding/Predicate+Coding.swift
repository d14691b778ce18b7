extension Predicate {
    /// Most conditions of one predicate, unless its reader is told otherwise.
    public static let maximumConditions = 1_000
    /// Deepest nesting of `all`, `any` and `not`.
    public static let maximumDepth = 32

    /// Reads a predicate tree as `where` carries it.
    ///
    ///     {"all":[{"property":"startDate","op":">=","value":"2026-06-01"},{"not":{"property":"isAllDay","op":"==","value":true}}]}
    ///
    /// A list without `all` around it is one. A bare string stays text: only the properties asked about say what it means.
    ///
    /// - Throws: `invalidPredicate` with the path of the part that is wrong.
    public init(
        json: JSONValue, path: String = "where", maximumConditions: Int = Predicate.maximumConditions
    ) throws(AlmagestError) {
        self = try json.read { tape in
            Result { () throws(AlmagestError) in
                var reader = PredicateReader(tape: tape, maximumConditions: maximumConditions)
                return try reader.read(json.node, path: path, depth: 0)
            }
        }.get()
    }

    /// Writes it as `where` carries it.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .all(let parts): Self.write("all", parts, to: &writer)
        case .any(let parts): Self.write("any", parts, to: &writer)
        case .not(let part):
            writer.key("not")
            part.write(to: &writer)
        case .comparison(let comparison):
            writer.key("property")
            writer.string(comparison.property)
            writer.key("op")
            writer.string(comparison.op.rawValue)
            writer.key("value")
            comparison.value.write(to: &writer)
        }
        writer.endObject()
    }

    /// Its JSON text: always the same bytes for the same predicate.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private static func write(_ name: StaticString, _ parts: [Predicate], to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for part in parts { part.write(to: &writer) }
        writer.endArray()
    }
}

/// Reads predicates, counting conditions.
private struct PredicateReader {
    let tape: JSONTape
    let maximumConditions: Int
    var conditions = 0

    mutating func read(_ node: Int, path: String, depth: Int) throws(AlmagestError) -> Predicate {
        guard depth < Predicate.maximumDepth else {
            throw fault("Conditions are nested deeper than \(Predicate.maximumDepth).", path)
        }
        if tape.tag(node) == JSONTape.Tag.array { return .all(try parts(node, path: path, depth: depth)) }
        guard tape.tag(node) == JSONTape.Tag.object else {
            throw fault(
                "Expected a condition as an object.", path,
                hint: #"Write {"property":"startDate","op":">=","value":"2026-06-01"}."#)
        }
        if tape.count(node) == 1 {
            let key = node + 1
            let name = tape.string(key)
            switch name {
            case "all": return .all(try parts(key + 1, path: "\(path).all", depth: depth))
            case "any": return .any(try parts(key + 1, path: "\(path).any", depth: depth))
            case "not": return .not(try read(key + 1, path: "\(path).not", depth: depth + 1))
            default: break
            }
        }
        return try comparison(node, path: path)
    }

    private mutating func parts(_ node: Int, path: String, depth: Int) throws(AlmagestError) -> [Predicate] {
        guard tape.tag(node) == JSONTape.Tag.array else { throw fault("Expected a list of conditions.", path) }
        var parts: [Predicate] = []
        var at = node + 1
        let end = tape.end(node)
        while at < end {
            parts.append(try read(at, path: "\(path)[\(parts.count)]", depth: depth + 1))
            at = tape.next(at)
        }
        return parts
    }

    private mutating func comparison(_ node: Int, path: String) throws(AlmagestError) -> Predicate {
        conditions += 1
        guard conditions <= maximumConditions else {
            throw fault("There are more than \(maximumConditions) conditions.", path)
        }
        var property: String?
        var op: Predicate.Comparator?
        var value: Int?
        var key = node + 1
        let end = tape.end(node)
        while key < end {
            let name = tape.string(key)
            switch name {
            case "property": property = try PropertyPath.read(tape, key + 1, path: "\(path).property")
            case "op": op = try comparator(key + 1, path: "\(path).op")
            case "value": value = key + 1
            default:
                throw fault(
                    "\(name.quoted) is no member of a condition.", path,
                    hint: "Members are property, op and value; or all, any or not alone.")
            }
            key = tape.next(key + 1)
        }
        guard let property else { throw fault("The property is missing.", path) }
        guard let op else { throw fault("The comparator is missing.", path, hint: #"Give "op":"==", for example."#) }
        let read = try self.value(value, op: op, path: "\(path).value")
        return .comparison(Predicate.Comparison(property: property, op: op, value: read))
    }

    private func comparator(_ node: Int, path: String) throws(AlmagestError) -> Predicate.Comparator {
        let names = Predicate.Comparator.allCases.map(\.rawValue).joined(separator: " ")
        guard tape.tag(node) == JSONTape.Tag.string else {
            throw fault("Expected a comparator as text.", path, hint: "They are \(names).")
        }
        let name = tape.string(node)
        guard let op = Predicate.Comparator(rawValue: name) else {
            throw fault("\(name.quoted) is no comparator.", path, hint: "They are \(names).")
        }
        return op
    }

    private func value(_ node: Int?, op: Predicate.Comparator, path: String) throws(AlmagestError) -> PropertyValue {
        guard let node, tape.tag(node) != JSONTape.Tag.null else {
            if op == .exists { return .bool(true) }
            throw fault("The value is missing.", path)
        }
        var reader = EntityReader(tape: tape, prefix: path, limits: .standard)
        let value = reader.value(node, depth: EntityLimits.standard.nesting)
        if var error = reader.faults.first {
            if error.name == .invalidEntity { error.name = .invalidPredicate }
            throw error
        }
        guard let value, reader.warnings.isEmpty else { throw fault("The value is too large.", path) }
        switch (op, value) {
        case (.exists, .bool): break
        case (.exists, _): throw fault("exists is asked with true or false.", path)
        case (.between, .list(let bounds)) where bounds.count == 2: break
        case (.between, _): throw fault("between needs a list of two values.", path)
        case (.hasPrefix, .text), (.hasSuffix, .text): break
        case (.hasPrefix, _), (.hasSuffix, _): throw fault("\(op.rawValue) needs a text.", path)
        case (.less, .list), (.lessOrEqual, .list), (.greater, .list), (.greaterOrEqual, .list):
            throw fault("\(op.rawValue) needs one value, not a list.", path)
        default: break
        }
        return value
    }

    private func fault(_ message: String, _ path: String, hint: String? = nil) -> AlmagestError {
        AlmagestError(.invalidPredicate, message, path: path, hint: hint)
    }
}

/// The dotted path of a property in a predicate or a sort.
enum PropertyPath {
    static func read(_ tape: JSONTape, _ node: Int, path: String) throws(AlmagestError) -> String {
        guard tape.tag(node) == JSONTape.Tag.string else {
            throw AlmagestError(.invalidPredicate, "Expected the path of a property as text.", path: path)
        }
        let text = tape.string(node)
        let isEmptySomewhere = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .contains { $0.isEmpty }
        if isEmptySomewhere || EntityReader.problem(ofName: text) != nil {
            throw AlmagestError(.invalidPredicate, "\(text.quoted) is no path of a property.", path: path)
        }
        return text
    }
}
