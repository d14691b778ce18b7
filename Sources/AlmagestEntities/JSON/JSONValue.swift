/// A value in a `JSONDocument`, which it keeps alive: two words, nothing copied until asked.
public struct JSONValue: Sendable {
    public enum Kind: String, Sendable {
        case null, bool, integer, number, string, array, object
    }

    let document: JSONDocument
    let node: Int

    /// Gives the nodes while the document is held.
    @inline(__always)
    func read<R>(_ body: (JSONTape) throws -> R) rethrows -> R {
        try withExtendedLifetime(document) { try body(document.tape) }
    }

    /// What it is; `integer` when written without fraction and exponent.
    public var kind: Kind {
        switch read({ $0.tag(node) }) {
        case JSONTape.Tag.object: .object
        case JSONTape.Tag.array: .array
        case JSONTape.Tag.string: .string
        case JSONTape.Tag.integer: .integer
        case JSONTape.Tag.number: .number
        case JSONTape.Tag.yes, JSONTape.Tag.no: .bool
        default: .null
        }
    }

    public var isNull: Bool { kind == .null }

    /// The value under that key; nil when it is absent or this is no object.
    public subscript(key: String) -> JSONValue? {
        guard kind == .object, let member = read({ $0.member(node, key) }) else { return nil }
        return JSONValue(document: document, node: member)
    }

    /// Members of an object in the order of the text; empty for anything else.
    public var members: JSONMembers {
        JSONMembers(document: document, at: node + 1, end: kind == .object ? read { $0.end(node) } : node + 1)
    }

    /// Elements of an array; empty for anything else.
    public var elements: JSONElements {
        JSONElements(document: document, at: node + 1, end: kind == .array ? read { $0.end(node) } : node + 1)
    }

    /// Members of an object or elements of an array; 0 for anything else.
    public var count: Int {
        switch kind {
        case .object, .array: read { $0.count(node) }
        default: 0
        }
    }

    // MARK: What it holds, or nil when it is of another kind

    public var string: String? { kind == .string ? read { $0.string(node) } : nil }
    public var bool: Bool? { kind == .bool ? read { $0.tag(node) == JSONTape.Tag.yes } : nil }
    public var integer: Int64? { kind == .integer ? read { $0.integer(node) } : nil }
    /// Any number; integers beyond 2⁵³ lose their last digits.
    public var number: Double? {
        switch kind {
        case .integer: read { Double($0.integer(node)) }
        case .number: read { $0.number(node) }
        default: nil
        }
    }

    /// Gives the UTF-8 of a string without a copy; nil when it is none.
    public func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
        guard kind == .string else { return nil }
        return try read { try body($0.bytes(node)) }
    }
}

/// The members of an object.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    var at: Int
    let end: Int

    public mutating func next() -> (key: String, value: JSONValue)? {
        guard at < end else { return nil }
        return withExtendedLifetime(document) {
            let key = document.tape.string(at)
            let value = JSONValue(document: document, node: at + 1)
            at = document.tape.next(at + 1)
            return (key, value)
        }
    }
}

/// The elements of an array.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
    let document: JSONDocument
    var at: Int
    let end: Int

    public mutating func next() -> JSONValue? {
        guard at < end else { return nil }
        let value = JSONValue(document: document, node: at)
        at = withExtendedLifetime(document) { document.tape.next(at) }
        return value
    }
}
