extension SortKey {
    /// Most keys of one sort.
    public static let maximumKeys = 16

    /// Reads `{"property":"startDate","order":"descending"}`; `order` left out is ascending, and so is a bare string.
    ///
    /// - Throws: `invalidPredicate` with the path of the part that is wrong.
    public init(json: JSONValue, path: String = "sort") throws(AlmagestError) {
        self = try json.read { tape in
            Result { () throws(AlmagestError) in try SortKey(tape, json.node, path: path) }
        }.get()
    }

    /// Reads a list of keys, or one alone.
    public static func list(json: JSONValue, path: String = "sort") throws(AlmagestError) -> [SortKey] {
        guard json.kind == .array else { return [try SortKey(json: json, path: path)] }
        guard json.count <= maximumKeys else {
            throw AlmagestError(.invalidPredicate, "A sort has at most \(maximumKeys) keys.", path: path)
        }
        var keys: [SortKey] = []
        for element in json.elements { keys.append(try SortKey(json: element, path: "\(path)[\(keys.count)]")) }
        return keys
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("property")
        writer.string(property)
        writer.key("order")
        writer.string(ascending ? "ascending" : "descending")
        writer.endObject()
    }

    private init(_ tape: JSONTape, _ node: Int, path: String) throws(AlmagestError) {
        if tape.tag(node) == JSONTape.Tag.string {
            self.init(property: try PropertyPath.read(tape, node, path: path))
            return
        }
        guard tape.tag(node) == JSONTape.Tag.object else {
            throw AlmagestError(
                .invalidPredicate, "Expected a sort key as an object.", path: path,
                hint: #"Write {"property":"startDate","order":"descending"}."#)
        }
        var property: String?
        var ascending = true
        var key = node + 1
        let end = tape.end(node)
        while key < end {
            switch tape.string(key) {
            case "property": property = try PropertyPath.read(tape, key + 1, path: "\(path).property")
            case "order": ascending = try Self.isAscending(tape, key + 1, path: "\(path).order")
            case let name:
                throw AlmagestError(
                    .invalidPredicate, "\(name.quoted) is no member of a sort key.", path: path,
                    hint: "Members are property and order.")
            }
            key = tape.next(key + 1)
        }
        guard let property else { throw AlmagestError(.invalidPredicate, "The property is missing.", path: path) }
        self.init(property: property, ascending: ascending)
    }

    private static func isAscending(_ tape: JSONTape, _ node: Int, path: String) throws(AlmagestError) -> Bool {
        if tape.tag(node) == JSONTape.Tag.string {
            switch tape.string(node) {
            case "ascending", "asc": return true
            case "descending", "desc": return false
            default: break
            }
        }
        throw AlmagestError(.invalidPredicate, "The order is ascending or descending.", path: path)
    }
}
