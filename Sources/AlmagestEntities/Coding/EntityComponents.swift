/// Parts of an entity that a reader may do without. What it is, its names and its small members always stay.
public struct EntityComponents: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let image = EntityComponents(rawValue: 1)
    public static let properties = EntityComponents(rawValue: 2)
    /// The text and the passages.
    public static let body = EntityComponents(rawValue: 4)
    public static let all: EntityComponents = [.image, .properties, .body]
}

extension Entity {
    /// Without the parts that are not among these.
    public func reduced(to components: EntityComponents) -> Entity {
        var copy = self
        if !components.contains(.image) { copy.display.image = nil }
        if !components.contains(.properties) { copy.properties = [] }
        if !components.contains(.body) {
            copy.text = nil
            copy.passages = []
        }
        return copy
    }

    /// What `reduced(to:)` would write, given what `encoded()` wrote of the whole: cut out of it, nothing is decoded. nil
    /// where the bytes are not as `encoded()` writes them.
    public static func reduced(_ encoded: UnsafeRawBufferPointer, to components: EntityComponents) -> [UInt8]? {
        if components == .all { return Array(encoded) }
        var cutter = EntityCutter(bytes: encoded)
        return cutter.cut(to: components) ? cutter.kept : nil
    }
}

/// Goes through the members of an encoded entity and leaves some out.
///
/// It relies on their order: the image is never the first member of `display`, and the properties, the text and the passages,
/// which may be long, are the last ones.
private struct EntityCutter {
    let bytes: UnsafeRawBufferPointer
    private(set) var kept: [UInt8] = []
    private var at = 0
    /// What lies before it has been kept or left out.
    private var done = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// False when the bytes are no object as the writer writes it.
    mutating func cut(to components: EntityComponents) -> Bool {
        guard skip("{") else { return false }
        repeat {
            let start = at
            guard let key = readKey() else { return false }
            if key == "display", !components.contains(.image) {
                guard cutImage() else { return false }
                continue
            }
            let isWanted =
                switch key {
                case "properties": components.contains(.properties)
                case "text", "passages": components.contains(.body)
                default: true
                }
            // Nothing follows but what is not wanted either.
            if !isWanted, !components.contains(.body) {
                keep(through: start - 1)
                kept.append(UInt8(ascii: "}"))
                return true
            }
            guard skipValue() else { return false }
            if !isWanted { leaveOut(from: start - 1) }
        } while skip(",")
        guard skip("}"), at == bytes.count else { return false }
        keep(through: at)
        return true
    }

    /// Goes through `display` and leaves the image out.
    private mutating func cutImage() -> Bool {
        guard skip("{") else { return false }
        repeat {
            let start = at
            guard let key = readKey(), skipValue() else { return false }
            if key == "image" { leaveOut(from: start - 1) }
        } while skip(",")
        return skip("}")
    }

    private mutating func keep(through end: Int) {
        if kept.isEmpty { kept.reserveCapacity(end + 1) }
        kept.append(contentsOf: bytes[done..<end])
        done = end
    }

    /// A member goes with the comma before it.
    private mutating func leaveOut(from start: Int) {
        keep(through: start)
        done = at
    }

    // MARK: JSON without spaces

    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard at < bytes.count, bytes[at] == UInt8(ascii: sign) else { return false }
        at += 1
        return true
    }

    /// A key and the colon behind it.
    private mutating func readKey() -> StaticKey? {
        let start = at + 1
        guard skipString() else { return nil }
        let key = StaticKey(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<at - 1]))
        return skip(":") ? key : nil
    }

    private mutating func skipString() -> Bool {
        guard skip("\"") else { return false }
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return true
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        return false
    }

    private mutating func skipValue() -> Bool {
        guard at < bytes.count else { return false }
        switch bytes[at] {
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer()
        default:
            let start = at
            while at < bytes.count, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: "}") { at += 1 }
            return at > start
        }
    }

    private mutating func skipContainer() -> Bool {
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                guard skipString() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            at += 1
            if depth == 0 { return true }
        }
        return false
    }
}

/// A key as it stands in the bytes.
private struct StaticKey {
    let bytes: UnsafeRawBufferPointer

    static func ~= (name: StaticString, key: StaticKey) -> Bool { key == name }

    static func == (key: StaticKey, name: StaticString) -> Bool {
        key.bytes.count == name.utf8CodeUnitCount
            && UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount).elementsEqual(key.bytes)
    }
}
