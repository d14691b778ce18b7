import AlmagestEntities

/// The id of a request, echoed in its reply as it came.
///
/// Texts are the same when their bytes are, numbers when their values are, however they were written: `10` is `1e1`.
public enum RequestID: Hashable, Sendable {
    case null
    /// A number as it was written.
    case number(String)
    case string(String)

    public static func integer(_ value: Int64) -> RequestID { .number(String(value)) }

    /// `line` is the text of the message, which alone knows how a fraction was written.
    init?(_ value: JSONValue, line: UnsafeRawBufferPointer) {
        switch value.kind {
        case .null: self = .null
        case .integer: self = .number(value.integer.map { String($0) } ?? "0")
        case .number: self = .number(TopLevel.text(of: "id", in: line) ?? String(value.number ?? 0))
        case .string: self = .string(value.string ?? "")
        default: return nil
        }
    }

    /// The same from a value whose text isn't at hand, such as the parameter of `cancel`.
    public init?(_ value: JSONValue) { self.init(value, line: UnsafeRawBufferPointer(start: nil, count: 0)) }

    public static func == (a: RequestID, b: RequestID) -> Bool { a.identity == b.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    private enum Identity: Hashable {
        case null
        case integer(Int64)
        case real(Double)
        case text(ExactName)
    }

    private var identity: Identity {
        switch self {
        case .null: return .null
        case .string(let text): return .text(ExactName(text))
        case .number(let text):
            if let integer = Int64(text) { return .integer(integer) }
            let real = Double(text) ?? .nan
            return Int64(exactly: real).map { .integer($0) } ?? .real(real)
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .number(let text): writer.raw(Array(text.utf8))
        case .string(let text): writer.string(text)
        }
    }
}

/// Looks at the outermost object of a valid JSON text.
enum TopLevel {
    /// The text of the scalar under `key`.
    static func text(of key: StaticString, in json: UnsafeRawBufferPointer) -> String? {
        var depth = 0
        var index = 0
        var isWanted = false
        let name = key.withUTF8Buffer { Array($0) }
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < json.count, json[index] != UInt8(ascii: "\"") {
                    index += json[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                if depth == 1, index < json.count { isWanted = json[start..<index].elementsEqual(name) }
            case UInt8(ascii: ":") where depth == 1 && isWanted:
                let value = json[(index + 1)...]
                    .prefix { !",}".utf8.contains($0) }
                    .filter { !" \t\r\n".utf8.contains($0) }
                return String(decoding: value, as: UTF8.self)
            default: break
            }
            index += 1
        }
        return nil
    }
}
