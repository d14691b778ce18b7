/// Where the values of a JSON text stand, told by its brackets, quotes and commas alone.
///
/// It finds its way in a text that is wrong somewhere, such as one with half a surrogate pair in a string: which
/// values are whole, and where a byte belongs. Linear in the length of the text; nothing is decoded but keys.
public struct JSONOutline {
    /// A member of an object: the bytes of its key with its quotes, and of its value.
    public struct Member {
        public let key: Range<Int>
        public let value: Range<Int>
    }

    let bytes: UnsafeRawBufferPointer

    /// The bytes have to outlive it.
    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The bytes of the whole text, without white space around it.
    public var whole: Range<Int> {
        let first = skipSpace(0)
        var end = bytes.count
        while end > first, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return first..<end
    }

    /// The members of the object in `range`, in order; `isWhole` is false when they break off.
    public func members(in range: Range<Int>) -> (members: [Member], isWhole: Bool) {
        var members: [Member] = []
        let isWhole = parts(in: range, "{", "}") { start in
            guard byte(start) == UInt8(ascii: "\""), let keyEnd = end(ofString: start) else { return nil }
            let colon = skipSpace(keyEnd)
            guard byte(colon) == UInt8(ascii: ":") else { return nil }
            let value = skipSpace(colon + 1)
            guard let end = end(ofValue: value) else { return nil }
            members.append(Member(key: start..<keyEnd, value: value..<end))
            return end
        }
        return (members, isWhole)
    }

    /// Goes through the elements of the array in `range` until `body` gives false; true when they are whole and all were
    /// looked at.
    public func forEachElement(in range: Range<Int>, _ body: (Range<Int>) -> Bool) -> Bool {
        parts(in: range, "[", "]") { start in
            guard let end = end(ofValue: start), body(start..<end) else { return nil }
            return end
        }
    }

    /// The text of a string with its quotes; nil when it is no string, or wrong.
    public func string(_ range: Range<Int>) -> String? {
        guard byte(range.lowerBound) == UInt8(ascii: "\"") else { return nil }
        return (try? JSONDocument(UnsafeRawBufferPointer(rebasing: bytes[range])))?.root.string
    }

    /// The path of the value in `range` that the byte at `offset` belongs to: `params.entities[3].properties.note`.
    public func path(to offset: Int, in range: Range<Int>) -> String {
        var steps: [Step] = []
        var at = range.lowerBound
        while at < min(offset, range.upperBound) {
            switch bytes[at] {
            case UInt8(ascii: "{"): steps.append(.member(nil))
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            case UInt8(ascii: ","):
                switch steps.last {
                case .member: steps[steps.count - 1] = .member(nil)
                case .element(let index): steps[steps.count - 1] = .element(index + 1)
                case nil: break
                }
            case UInt8(ascii: "\""):
                let end = end(ofString: at) ?? range.upperBound
                if case .member(nil) = steps.last { steps[steps.count - 1] = .member(at..<end) }
                at = end
                continue
            default: break
            }
            at += 1
        }
        // A key that is wrong itself, or given twice.
        if case .member(nil) = steps.last, byte(offset) == UInt8(ascii: "\""), let end = end(ofString: offset) {
            steps[steps.count - 1] = .member(offset..<end)
        }
        return text(of: steps)
    }

    private enum Step {
        case member(Range<Int>?)
        case element(Int)
    }

    /// Steps of a path that are spelled out; what is nested deeper is found by the beginning.
    private static let mostSteps = 64

    private func text(of steps: [Step]) -> String {
        var path = ""
        for step in steps.prefix(Self.mostSteps) {
            switch step {
            case .element(let index): path += "[\(index)]"
            case .member(nil): break
            case .member(let key?):
                let raw = bytes[key].dropFirst().dropLast()
                path.appendStep(string(key) ?? String(decoding: raw, as: UTF8.self))
            }
        }
        return path
    }

    // MARK: Parts

    /// Goes through what stands between the brackets, by commas; `body` gives where a part ends. True when all is whole.
    private func parts(
        in range: Range<Int>, _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (Int) -> Int?
    ) -> Bool {
        guard byte(range.lowerBound) == UInt8(ascii: open) else { return false }
        var at = skipSpace(range.lowerBound + 1)
        if byte(at) == UInt8(ascii: close) { return at + 1 == range.upperBound }
        while let end = body(at) {
            at = skipSpace(end)
            if byte(at) == UInt8(ascii: close) { return at + 1 == range.upperBound }
            guard byte(at) == UInt8(ascii: ",") else { return false }
            at = skipSpace(at + 1)
        }
        return false
    }

    private func end(ofValue start: Int) -> Int? {
        switch byte(start) {
        case UInt8(ascii: "\""): return end(ofString: start)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return end(ofContainer: start)
        default:
            var end = start
            while let byte = byte(end), !Self.isSpace(byte), !",]}:\"[{".utf8.contains(byte) { end += 1 }
            return end > start ? end : nil
        }
    }

    private func end(ofContainer start: Int) -> Int? {
        var closing: [UInt8] = []
        var at = start
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "{"): closing.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): closing.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard closing.popLast() == byte else { return nil }
                if closing.isEmpty { return at + 1 }
            case UInt8(ascii: "\""):
                guard let end = end(ofString: at) else { return nil }
                at = end
                continue
            default: break
            }
            at += 1
        }
        return nil
    }

    private func end(ofString start: Int) -> Int? {
        var at = start + 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        return nil
    }

    private func byte(_ at: Int) -> UInt8? { at < bytes.count ? bytes[at] : nil }

    private func skipSpace(_ from: Int) -> Int {
        var at = from
        while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
        return at
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
