/// What a value must be, or an `invalidParameter` that says where and what it is instead.
///
/// `path` is the value's own place in the input: `params.limit`.
extension JSONValue {
    public func string(at path: String) throws(AlmagestError) -> String {
        guard let string else { throw mistyped(path, "text") }
        return string
    }

    public func bool(at path: String) throws(AlmagestError) -> Bool {
        guard let bool else { throw mistyped(path, "true or false") }
        return bool
    }

    /// A whole number; `2.0` counts as one.
    public func integer(at path: String) throws(AlmagestError) -> Int64 {
        if let integer { return integer }
        if let number, let exact = Int64(exactly: number) { return exact }
        throw mistyped(path, "a whole number")
    }

    /// A whole number within bounds.
    public func integer(at path: String, in range: ClosedRange<Int64>) throws(AlmagestError) -> Int64 {
        let value = try integer(at: path)
        guard range.contains(value) else {
            throw AlmagestError(
                .invalidParameter, "\(value) is out of range: \(range.lowerBound) to \(range.upperBound) are allowed.",
                path: path)
        }
        return value
    }

    public func number(at path: String) throws(AlmagestError) -> Double {
        guard let number else { throw mistyped(path, "a number") }
        return number
    }

    /// A list of texts.
    public func strings(at path: String) throws(AlmagestError) -> [String] {
        let list = try array(at: path)
        var strings: [String] = []
        strings.reserveCapacity(count)
        var index = 0
        for element in list {
            strings.append(try element.string(at: "\(path)[\(index)]"))
            index += 1
        }
        return strings
    }

    public func array(at path: String) throws(AlmagestError) -> JSONElements {
        guard kind == .array else { throw mistyped(path, "a list") }
        return elements
    }

    public func object(at path: String) throws(AlmagestError) -> JSONMembers {
        guard kind == .object else { throw mistyped(path, "an object") }
        return members
    }

    /// The value under a key, which must be there.
    public func required(_ key: String, at path: String) throws(AlmagestError) -> JSONValue {
        _ = try object(at: path)
        guard let value = self[key], !value.isNull else {
            throw AlmagestError(.missingParameter, "\(key.quoted) is missing.", path: path.isEmpty ? nil : path)
        }
        return value
    }

    /// This value as JSON text again.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    private func mistyped(_ path: String, _ wanted: String) -> AlmagestError {
        AlmagestError(
            .invalidParameter, "Expected \(wanted), found \(kind.words).", path: path.isEmpty ? nil : path)
    }
}

extension JSONValue.Kind {
    /// With its article, for messages.
    var words: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
