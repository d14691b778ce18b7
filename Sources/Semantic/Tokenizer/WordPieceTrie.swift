/// The vocabulary as a trie over UTF-8 bytes, for the longest entry that begins at a place.
///
/// Nodes are stored level by level, so that the children of a node are neighbours and their labels one short run.
struct WordPieceTrie: Sendable {
    struct Node: Sendable {
        var firstChild: UInt32 = 0
        var childCount: UInt16 = 0
        /// The token that ends here, or -1.
        var token: Int32 = -1
    }

    private(set) var nodes: [Node]
    /// The byte that leads to a node.
    private(set) var labels: [UInt8]
    /// Children of the root and of the node after the continuing prefix, by byte; 0 where there is none.
    private(set) var starts: [UInt32]
    private(set) var continuations: [UInt32]

    /// Builds the trie. Of entries that are equal, the last one counts.
    init(_ vocabulary: [(piece: [UInt8], token: Int32)], continuingPrefix: [UInt8]) {
        let sorted = vocabulary.sorted { $0.piece.lexicographicallyPrecedes($1.piece) }
        nodes = [Node()]
        labels = [0]
        var open = [(node: 0, range: sorted.indices, depth: 0)]
        var next = 0
        while next < open.count {
            let (node, range, depth) = open[next]
            next += 1
            var start = range.lowerBound
            while start < range.upperBound, sorted[start].piece.count == depth {
                nodes[node].token = sorted[start].token
                start += 1
            }
            nodes[node].firstChild = UInt32(nodes.count)
            while start < range.upperBound {
                let label = sorted[start].piece[depth]
                var end = start + 1
                while end < range.upperBound, sorted[end].piece[depth] == label { end += 1 }
                nodes[node].childCount += 1
                open.append((nodes.count, start..<end, depth + 1))
                nodes.append(Node())
                labels.append(label)
                start = end
            }
        }
        starts = []
        continuations = []
        starts = children(of: 0)
        var prefix: UInt32? = 0
        for byte in continuingPrefix { prefix = prefix.flatMap { child(of: $0, label: byte) } }
        continuations = prefix.map(children) ?? [UInt32](repeating: 0, count: 256)
    }

    private func children(of node: UInt32) -> [UInt32] {
        var result = [UInt32](repeating: 0, count: 256)
        let node = nodes[Int(node)]
        for child in node.firstChild..<node.firstChild + UInt32(node.childCount) {
            result[Int(labels[Int(child)])] = child
        }
        return result
    }

    private func child(of node: UInt32, label: UInt8) -> UInt32? {
        let node = nodes[Int(node)]
        return (node.firstChild..<node.firstChild + UInt32(node.childCount)).first { labels[Int($0)] == label }
    }

    /// The longest entry that `bytes` begin with from `start`: its token and its end. `continuing` entries carry the prefix.
    @inline(__always)
    func longestMatch(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, continuing: Bool
    ) -> (token: Int32, end: Int)? {
        var node = Int((continuing ? continuations : starts)[Int(bytes[start])])
        guard node != 0 else { return nil }
        var place = start + 1
        var best: (token: Int32, end: Int)?
        search: while true {
            let here = nodes[node]
            if here.token >= 0 { best = (here.token, place) }
            guard place < bytes.count else { break }
            let label = bytes[place]
            var child = Int(here.firstChild)
            let end = child + Int(here.childCount)
            while child < end {
                if labels[child] == label {
                    node = child
                    place += 1
                    continue search
                }
                child += 1
            }
            break
        }
        return best
    }
}
