import CJSON

/// A JSON text, read and checked as a whole, to be looked into through `JSONValue`s without copies.
///
///     let document = try JSONDocument(#"{"query":"oxygen","limit":3}"#)
///     try document.root["limit"]?.integer(at: "limit")  // 3
///
/// Refused with `parseError`: what RFC 8259 refuses, a key twice in one object, surrogates without their partner,
/// integers that do not fit 64 bits and numbers beyond a double. Every error says line and column.
public final class JSONDocument: Sendable {
    /// The deepest nesting that can be asked for.
    public static let deepestNesting = 1_000

    // Written once in `init`, never changed, freed in `deinit`: safe to read from anywhere.
    nonisolated(unsafe) private let parsed: cjson_document
    nonisolated(unsafe) private let nodes: JSONTape

    /// Reads bytes of UTF-8; they may go afterwards.
    ///
    /// - Throws: `parseError`, `tooDeep` beyond `maximumDepth` nested arrays and objects, `tooLarge` beyond `maximumBytes`.
    public init(
        _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64, maximumBytes: Int = 256 << 20
    ) throws(AlmagestError) {
        (parsed, nodes) = try Self.parse(bytes, maximumDepth: maximumDepth, maximumBytes: maximumBytes).get()
    }

    /// Reads bytes of UTF-8.
    public init(_ bytes: [UInt8], maximumDepth: Int = 64, maximumBytes: Int = 256 << 20) throws(AlmagestError) {
        (parsed, nodes) = try bytes.withUnsafeBytes {
            Self.parse($0, maximumDepth: maximumDepth, maximumBytes: maximumBytes)
        }.get()
    }

    /// Reads a text.
    public convenience init(_ text: String, maximumDepth: Int = 64) throws(AlmagestError) {
        try self.init(Array(text.utf8), maximumDepth: maximumDepth)
    }

    deinit {
        var document = parsed
        cjson_free(&document)
    }

    /// Bytes of memory that it takes.
    public var memoryBytes: Int { parsed.node_count * MemoryLayout<UInt64>.size + parsed.strings_length }

    /// The value of the whole text.
    public var root: JSONValue { JSONValue(document: self, node: 1) }

    private static func parse(
        _ bytes: UnsafeRawBufferPointer, maximumDepth: Int, maximumBytes: Int
    ) -> Result<(cjson_document, JSONTape), AlmagestError> {
        guard bytes.count <= maximumBytes else {
            return .failure(
                AlmagestError(.tooLarge, "The JSON text has \(bytes.count) bytes; at most \(maximumBytes) are taken."))
        }
        var document = cjson_document()
        var error = cjson_error()
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard cjson_parse(start, bytes.count, max(0, maximumDepth), &document, &error) else {
            return .failure(AlmagestError(error))
        }
        guard let nodes = document.nodes, let strings = document.strings else {
            return .failure(AlmagestError(.internalError, "The JSON parser gave no document."))
        }
        return .success((document, JSONTape(nodes: nodes, strings: strings)))
    }

    /// The first thing that is wrong with a text, and the byte that it is found at; nil when nothing is.
    ///
    /// - Parameter columns: columns of the line that stand before the text, so that the message names one of the line.
    public static func fault(
        in bytes: UnsafeRawBufferPointer, maximumDepth: Int = 64, columns: Int = 0
    ) -> (error: AlmagestError, offset: Int)? {
        var error = cjson_error()
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard !cjson_check(start, bytes.count, max(0, maximumDepth), &error) else { return nil }
        return (AlmagestError(error, columns: columns), min(Int(error.offset), bytes.count))
    }

    /// The nodes, for readers that hold on to the document meanwhile.
    var tape: JSONTape { nodes }
}

extension AlmagestError {
    /// What the parser found, as an error with line and column.
    fileprivate init(_ error: cjson_error, columns: Int = 0) {
        let detail = withUnsafeBytes(of: error.detail) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let name: Name
        var message: String
        var hint: String?
        switch error.code {
        case CJSON_DEPTH:
            (name, message) = (.tooDeep, detail)
        case CJSON_DUPLICATE:
            (name, message) = (.parseError, "the key \(detail.quoted) stands twice in one object")
        case CJSON_NUMBER:
            (name, message) = (.parseError, detail)
            hint = "Send it as text."
        case CJSON_MEMORY:
            (name, message) = (.busy, detail)
        case CJSON_INTERNAL:
            (name, message) = (.internalError, detail)
        default:
            (name, message) = (.parseError, detail)
        }
        message = message.prefix(1).uppercased() + message.dropFirst()
        if error.line > 0 { message += " (column \(Int(clamping: error.column) + columns))" }
        self.init(name, message + ".", line: error.line > 0 ? Int(clamping: error.line) : nil, hint: hint)
    }
}
