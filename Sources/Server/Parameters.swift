import AlmagestEntities

/// The parameters of one call: typed, and none left over.
struct Parameters {
    private let json: JSONValue?

    /// Refuses parameters that the call does not know.
    init(_ json: JSONValue?, known: [String]) throws(AlmagestError) {
        self.json = json
        guard let json, json.kind != .null else { return }
        guard json.kind == .object else {
            throw AlmagestError(.invalidRequest, "Parameters are an object.", path: "params")
        }
        for (key, _) in json.members where !known.contains(key) {
            throw AlmagestError(
                .unknownParameter, "There is no parameter “\(key)” here.", path: key,
                hint: known.isEmpty
                    ? "There are none here." : "Known are: \(known.sorted().joined(separator: ", ")).")
        }
    }

    /// The value as it came; nil when absent or null.
    func value(_ name: String) -> JSONValue? {
        guard let value = json?[name], value.kind != .null else { return nil }
        return value
    }

    /// Whether it was sent at all, null included.
    func has(_ name: String) -> Bool { json?[name] != nil }

    func required(_ name: String) throws(AlmagestError) -> JSONValue {
        guard let value = value(name) else {
            throw AlmagestError(.missingParameter, "“\(name)” is required.", path: name)
        }
        return value
    }

    func string(_ name: String) throws(AlmagestError) -> String? {
        guard let value = value(name) else { return nil }
        return try Self.string(value, at: name)
    }

    func bool(_ name: String) throws(AlmagestError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let bool = value.bool else { throw Self.mistyped(name, "true or false") }
        return bool
    }

    /// A whole number within `range`.
    func integer(_ name: String, in range: ClosedRange<Int64>) throws(AlmagestError) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let integer = value.integer else { throw Self.mistyped(name, "a whole number") }
        guard range.contains(integer) else {
            throw AlmagestError(
                .invalidParameter, "\(integer) is outside \(range.lowerBound) to \(range.upperBound).", path: name)
        }
        return integer
    }

    func strings(_ name: String, maximum: Int = 10_000) throws(AlmagestError) -> [String]? {
        guard let value = value(name) else { return nil }
        guard value.kind == .array else { throw Self.mistyped(name, "a list of texts") }
        guard value.count <= maximum else {
            throw AlmagestError(.tooLarge, "At most \(maximum) are taken, \(value.count) came.", path: name)
        }
        var result: [String] = []
        result.reserveCapacity(value.count)
        for element in value.elements {
            result.append(try Self.string(element, at: "\(name)[\(result.count)]"))
        }
        return result
    }

    /// The path is made only where something is wrong: lists may be long.
    static func string(_ value: JSONValue, at path: @autoclosure () -> String) throws(AlmagestError) -> String {
        guard let string = value.string else { throw mistyped(path(), "a text") }
        return string
    }

    static func mistyped(_ path: String, _ expected: String) -> AlmagestError {
        AlmagestError(.invalidParameter, "This is to be \(expected).", path: path)
    }
}
