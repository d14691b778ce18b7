import CJSON

/// The nodes of a document by pointer, valid only while the document is held.
///
/// Indices come from the parser and from walking with `next`, never from input.
struct JSONTape {
    let nodes: UnsafePointer<UInt64>
    let strings: UnsafePointer<UInt8>

    /// The type of a node is its high byte.
    enum Tag {
        static let object = UInt8(ascii: "{")
        static let array = UInt8(ascii: "[")
        static let string = UInt8(ascii: "\"")
        static let integer = UInt8(ascii: "l")
        static let number = UInt8(ascii: "d")
        static let yes = UInt8(ascii: "t")
        static let no = UInt8(ascii: "f")
        static let null = UInt8(ascii: "n")
    }

    @inline(__always)
    func tag(_ node: Int) -> UInt8 { UInt8(truncatingIfNeeded: nodes[node] >> 56) }

    /// Index of the node after the value at `node`, inside it left out.
    @inline(__always)
    func next(_ node: Int) -> Int {
        switch tag(node) {
        case Tag.object, Tag.array: Int(nodes[node] & 0xFFFF_FFFF)
        case Tag.integer, Tag.number: node + 2
        default: node + 1
        }
    }

    /// Index of the closing node of the container at `node`.
    @inline(__always)
    func end(_ node: Int) -> Int { Int(nodes[node] & 0xFFFF_FFFF) - 1 }

    /// Members or elements of the container at `node`.
    func count(_ node: Int) -> Int {
        let counted = Int(nodes[node] >> 32 & 0xFF_FFFF)
        guard counted == 0xFF_FFFF else { return counted }
        // The count in the node is saturated: walk.
        let isObject = tag(node) == Tag.object
        var total = 0
        var at = node + 1
        let end = end(node)
        while at < end {
            at = next(isObject ? at + 1 : at)
            total += 1
        }
        return total
    }

    /// UTF-8 of the string at `node`.
    @inline(__always)
    func bytes(_ node: Int) -> UnsafeBufferPointer<UInt8> {
        let entry = UnsafeRawPointer(strings + Int(nodes[node] & 0x00FF_FFFF_FFFF_FFFF))
        let length = Int(entry.loadUnaligned(as: UInt32.self))
        return UnsafeBufferPointer(start: (entry + 4).assumingMemoryBound(to: UInt8.self), count: length)
    }

    @inline(__always)
    func string(_ node: Int) -> String { String(decoding: bytes(node), as: UTF8.self) }

    @inline(__always)
    func integer(_ node: Int) -> Int64 { Int64(bitPattern: nodes[node + 1]) }

    @inline(__always)
    func number(_ node: Int) -> Double { Double(bitPattern: nodes[node + 1]) }

    /// True when the string at `node` is that word.
    @inline(__always)
    func isWord(_ node: Int, _ word: StaticString) -> Bool { bytes(node).isWord(word) }

    /// Node of the value under a key of the object at `node`.
    func member(_ node: Int, _ key: String) -> Int? {
        var key = key
        return key.withUTF8 { wanted in
            var at = node + 1
            let end = end(node)
            while at < end {
                if bytes(at).holdsSame(as: wanted) { return at + 1 }
                at = next(at + 1)
            }
            return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True when it holds the bytes of that word.
    @inline(__always)
    func isWord(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        return holdsSame(as: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    @inline(__always)
    func holdsSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for i in 0..<count where self[i] != other[i] { return false }
        return true
    }
}
