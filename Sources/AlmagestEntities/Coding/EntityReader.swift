/// Reads an entity, or the values of one, from the nodes of a document: on through faults, so that all are reported.
///
/// Paths are kept as node indices and spelled out only when something is wrong.
struct EntityReader {
    let tape: JSONTape
    let limits: EntityLimits
    /// Path of what is read, from the caller.
    let prefix: String

    private(set) var faults: [AlmagestError] = []
    private(set) var warnings: [EntityWarning] = []
    private var steps: [Step] = []
    /// Values and bytes of property text read so far.
    var valueCount = 0
    var valueBytes = 0
    /// Set once the first cut of values or of property text has been said.
    var hasCutValues = false
    var hasCutText = false

    private enum Step {
        /// The key at a node.
        case key(Int)
        case word(StaticString)
        case index(Int)
    }

    init(tape: JSONTape, prefix: String, limits: EntityLimits) {
        self.tape = tape
        self.prefix = prefix
        self.limits = limits
    }

    // MARK: Paths

    @inline(__always)
    mutating func enter(key: Int) { steps.append(.key(key)) }
    @inline(__always)
    mutating func enter(_ word: StaticString) { steps.append(.word(word)) }
    @inline(__always)
    mutating func enter(index: Int) { steps.append(.index(index)) }
    @inline(__always)
    mutating func leave() { steps.removeLast() }

    /// Where the reader is: `entities[3].properties.startDate`.
    var path: String {
        var text = prefix
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .word(let word): text.appendStep(word.description)
            case .key(let node): text.appendStep(tape.string(node))
            }
        }
        return text
    }

    // MARK: Reports

    mutating func fault(_ message: String, name: AlmagestError.Name = .invalidEntity, hint: String? = nil) {
        guard faults.count < limits.reports else { return }
        faults.append(AlmagestError(name, message, path: path.isEmpty ? nil : path, hint: hint))
    }

    /// Takes over an error of a part, with the path to the part.
    mutating func fault(_ error: AlmagestError) {
        guard faults.count < limits.reports else { return }
        var error = error
        let path = path
        error.path = path.isEmpty ? nil : path
        faults.append(error)
    }

    mutating func warn(_ message: String) {
        guard warnings.count < limits.reports else { return }
        warnings.append(EntityWarning(path: path, message: message))
    }

    mutating func mistyped(_ node: Int, _ wanted: String) {
        fault("Expected \(wanted), found \(words(node)).")
    }

    private func words(_ node: Int) -> String {
        switch tape.tag(node) {
        case JSONTape.Tag.object: "an object"
        case JSONTape.Tag.array: "a list"
        case JSONTape.Tag.string: "the text \(tape.string(node).quoted)"
        case JSONTape.Tag.integer: "the number \(tape.integer(node))"
        case JSONTape.Tag.number: "the number \(tape.number(node))"
        case JSONTape.Tag.yes: "true"
        case JSONTape.Tag.no: "false"
        default: "null"
        }
    }

    // MARK: Scalars. Each gives nil after having reported a fault.

    @inline(__always)
    func isNull(_ node: Int) -> Bool { tape.tag(node) == JSONTape.Tag.null }

    mutating func bool(_ node: Int) -> Bool? {
        switch tape.tag(node) {
        case JSONTape.Tag.yes: return true
        case JSONTape.Tag.no: return false
        default:
            mistyped(node, "true or false")
            return nil
        }
    }

    mutating func number(_ node: Int) -> Double? {
        switch tape.tag(node) {
        case JSONTape.Tag.integer: return Double(tape.integer(node))
        case JSONTape.Tag.number: return tape.number(node)
        default:
            mistyped(node, "a number")
            return nil
        }
    }

    mutating func integer(_ node: Int, in range: ClosedRange<Int64>) -> Int64? {
        var value: Int64?
        switch tape.tag(node) {
        case JSONTape.Tag.integer: value = tape.integer(node)
        case JSONTape.Tag.number: value = Int64(exactly: tape.number(node))
        default: break
        }
        guard let value else {
            mistyped(node, "a whole number")
            return nil
        }
        guard range.contains(value) else {
            fault("\(value) is out of range: \(range.lowerBound) to \(range.upperBound) are allowed.")
            return nil
        }
        return value
    }

    /// A text as it is.
    @inline(__always)
    mutating func string(_ node: Int) -> String? {
        guard tape.tag(node) == JSONTape.Tag.string else {
            mistyped(node, "text")
            return nil
        }
        return tape.string(node)
    }

    /// A text of at most `limit` bytes; the rest is cut off before a character, with a warning.
    mutating func text(_ node: Int, limit: Int) -> String? {
        guard tape.tag(node) == JSONTape.Tag.string else {
            mistyped(node, "text")
            return nil
        }
        let bytes = tape.bytes(node)
        guard bytes.count > limit else { return String(decoding: bytes, as: UTF8.self) }
        warn("The text was cut: it has \(bytes.count) bytes, and \(max(0, limit)) are kept.")
        return String(decoding: bytes[..<wholeScalars(bytes, limit: limit)], as: UTF8.self)
    }

    /// The end of the last whole scalar within `limit` bytes.
    func wholeScalars(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var end = max(0, limit)
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return end
    }

    /// A name that is matched exactly: not empty, without control characters, of bounded length.
    mutating func name(_ node: Int, what: StaticString) -> String? {
        guard let name = string(node) else { return nil }
        if let problem = Self.problem(ofName: name) {
            fault("The \(what) \(problem).")
            return nil
        }
        return name
    }

    static func problem(ofName name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.utf8.count > EntityLimits.nameBytes { return "is longer than \(EntityLimits.nameBytes) bytes" }
        return name.hasControlCharacters ? "\(name.quoted) has a control character in it" : nil
    }

    /// A link: a scheme, a colon and something after it, without white space or control characters.
    mutating func url(_ node: Int) -> String? {
        guard tape.tag(node) == JSONTape.Tag.string else {
            mistyped(node, "a link")
            return nil
        }
        let bytes = tape.bytes(node)
        guard bytes.count <= EntityLimits.urlBytes else {
            fault("A link has at most \(EntityLimits.urlBytes) bytes, this one \(bytes.count).")
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard Self.isURL(bytes) else {
            fault(
                "\(text.quoted) is no link.",
                hint: "A link has a scheme, such as https:, and white space in it is written %20.")
            return nil
        }
        return text
    }

    /// RFC 3986: `scheme ":" hier-part`; beyond that only what cannot stand in any link is refused.
    static func isURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count else {
            return false
        }
        for (index, byte) in bytes[..<colon].enumerated() {
            switch byte {
            case 65...90, 97...122: break
            case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if index == 0 { return false }
            default: return false
            }
        }
        return !bytes[(colon + 1)...].contains { $0 <= 0x20 || $0 == 0x7F }
    }

    // MARK: Containers

    /// Calls `body` with the node of each key; false after a fault, when the node is no object.
    @inline(__always)
    mutating func members(_ node: Int, _ wanted: String, _ body: (inout EntityReader, Int) -> Void) {
        guard tape.tag(node) == JSONTape.Tag.object else { return mistyped(node, wanted) }
        var key = node + 1
        let end = tape.end(node)
        while key < end {
            body(&self, key)
            key = tape.next(key + 1)
        }
    }

    /// Calls `body` with the node and index of each element, the path set to it.
    @inline(__always)
    mutating func elements(_ node: Int, _ wanted: String, _ body: (inout EntityReader, Int, Int) -> Void) {
        guard tape.tag(node) == JSONTape.Tag.array else { return mistyped(node, wanted) }
        var element = node + 1
        var index = 0
        let end = tape.end(node)
        while element < end {
            enter(index: index)
            body(&self, element, index)
            leave()
            element = tape.next(element)
            index += 1
        }
    }

    /// Reports a member that has no place here.
    mutating func unknown(_ key: Int, in what: String, allowed: String) {
        fault("\(tape.string(key).quoted) is no member of \(what).", hint: "Members are \(allowed).")
    }
}

extension String {
    /// Appends a member to a path: `.name`, or `["a name"]` where it would be read as something else.
    mutating func appendStep(_ name: String) {
        let isPlain =
            !name.isEmpty && name.utf8.count <= 60
            && name.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "_" || scalar == "-"
            }
        if isPlain {
            if !isEmpty { self += "." }
            self += name
        } else {
            self += "[" + name.quoted + "]"
        }
    }
}
