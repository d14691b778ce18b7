/// Writes JSON text, commas by itself; the caller sees to it that keys and values alternate and containers end.
///
///     var writer = JSONWriter()
///     writer.beginObject()
///     writer.key("stored"); writer.integer(3)
///     writer.endObject()
///     String(decoding: writer.bytes, as: UTF8.self)  // {"stored":3}
///
/// The text never holds a newline. Non-ASCII characters stand as they are.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    public init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Empties it; the memory is kept.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    // MARK: Containers

    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// A key that needs no escapes, as written in source.
    @inline(__always)
    public mutating func key(_ name: StaticString) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Any key.
    @_disfavoredOverload
    public mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    public mutating func string(_ text: String) {
        comma()
        var text = text
        text.withUTF8 { quote($0) }
        needsComma = true
    }

    public mutating func integer(_ value: some BinaryInteger) {
        comma()
        append(String(value))
        needsComma = true
    }

    /// A number in the shortest form that reads back equal. Infinities and NaN have no form: `null`.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        comma()
        append(value.description)
        needsComma = true
    }

    public mutating func bool(_ value: Bool) {
        comma()
        append(value ? "true" : "false" as StaticString)
        needsComma = true
    }

    public mutating func null() {
        comma()
        append("null" as StaticString)
        needsComma = true
    }

    /// A value that is JSON text already.
    public mutating func raw(_ json: [UInt8]) {
        comma()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// A value of another document.
    public mutating func value(_ value: JSONValue) {
        switch value.kind {
        case .null: null()
        case .bool: bool(value.bool ?? false)
        case .integer: integer(value.integer ?? 0)
        case .number: number(value.number ?? 0)
        case .string:
            comma()
            value.withUTF8 { quote($0) }
            needsComma = true
        case .array:
            beginArray()
            for element in value.elements { self.value(element) }
            endArray()
        case .object:
            beginObject()
            for member in value.members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        }
    }

    // MARK: Parts

    @inline(__always)
    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func begin(_ mark: UInt8) {
        comma()
        bytes.append(mark)
        needsComma = false
    }

    private mutating func end(_ mark: UInt8) {
        bytes.append(mark)
        needsComma = true
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends in quotes; runs that need no escape are copied as a whole.
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for i in 0..<text.count {
            let byte = text[i]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            if start < i { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<i])) }
            start = i + 1
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
            case 0x08: bytes.append(UInt8(ascii: "b"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0C: bytes.append(UInt8(ascii: "f"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            default:
                append("u00" as StaticString)
                bytes.append(byte >= 0x10 ? UInt8(ascii: "1") : UInt8(ascii: "0"))
                let low = byte & 0x0F
                bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
            }
        }
        if start < text.count { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...])) }
        bytes.append(UInt8(ascii: "\""))
    }
}
