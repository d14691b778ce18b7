/// Minima of blocks of numbers, and of blocks of these, by which the smallest of any stretch are found quickly.
struct BlockMinima: Sendable {
    static let size = 64

    /// Of `size` numbers each, the last block perhaps of fewer.
    let blocks: [UInt32]
    /// Of `size` blocks each.
    let superblocks: [UInt32]

    init(_ values: [UInt32]) {
        blocks = Self.minima(values)
        superblocks = Self.minima(blocks)
    }

    private static func minima(_ values: [UInt32]) -> [UInt32] {
        stride(from: 0, to: values.count, by: size).map { start in
            values[start..<min(start + size, values.count)].reduce(.max) { min($0, $1) }
        }
    }
}

/// Gives the numbers of some stretches in ascending order, looking at hardly more than are asked for.
///
/// A heap holds parts of the stretches by their smallest number. A number that lies in several may come several times.
struct BestFirst {
    private let values: [UInt32]
    private let minima: BlockMinima
    /// The smallest number of a part in the upper half; what the part is and which in the lower.
    private var heap: [UInt64] = []
    /// Parts at the ends of stretches, shorter than a block, and what is left of ascending ones.
    private var pieces: [Range<Int>] = []

    private enum Part: UInt64 { case block, superblock, piece, ascending }
    private static let indexBits: UInt64 = 30

    init(_ values: [UInt32], _ minima: BlockMinima) {
        self.values = values
        self.minima = minima
    }

    // MARK: Adding

    /// Adds a stretch of numbers in any order.
    mutating func add(_ stretch: Range<Int>) {
        let size = BlockMinima.size
        let first = (stretch.lowerBound + size - 1) / size
        let end = stretch.upperBound / size
        guard first < end else {
            addPiece(stretch.lowerBound..<min(first * size, stretch.upperBound))
            addPiece(min(first * size, stretch.upperBound)..<stretch.upperBound)
            return
        }
        addPiece(stretch.lowerBound..<(first * size))
        addPiece((end * size)..<stretch.upperBound)
        let firstSuper = (first + size - 1) / size
        let endSuper = end / size
        if firstSuper < endSuper {
            for block in first..<(firstSuper * size) { push(minima.blocks[block], .block, block) }
            for block in firstSuper..<endSuper { push(minima.superblocks[block], .superblock, block) }
            for block in (endSuper * size)..<end { push(minima.blocks[block], .block, block) }
        } else {
            for block in first..<end { push(minima.blocks[block], .block, block) }
        }
    }

    /// Adds a stretch whose numbers ascend.
    mutating func add(ascending stretch: Range<Int>) {
        guard !stretch.isEmpty else { return }
        push(values[stretch.lowerBound], .ascending, pieces.count)
        pieces.append(stretch)
    }

    private mutating func addPiece(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        push(smallest(range, from: 0), .piece, pieces.count)
        pieces.append(range)
    }

    private static func entry(_ value: UInt32, _ part: Part, _ index: Int) -> UInt64 {
        UInt64(value) << 32 | part.rawValue << indexBits | UInt64(index)
    }

    private mutating func push(_ value: UInt32, _ part: Part, _ index: Int) {
        heap.append(Self.entry(value, part, index))
        var child = heap.count - 1
        heap.withUnsafeMutableBufferPointer { heap in
            let new = heap[child]
            while child > 0 {
                let parent = (child - 1) / 2
                guard new < heap[parent] else { break }
                heap[child] = heap[parent]
                child = parent
            }
            heap[child] = new
        }
    }

    // MARK: Taking

    mutating func next() -> UInt32? {
        while let top = heap.first {
            let value = UInt32(truncatingIfNeeded: top >> 32)
            let index = Int(top & (1 << Self.indexBits - 1))
            switch Part(rawValue: top >> Self.indexBits & 3) {
            case .superblock:
                removeFirst()
                let size = BlockMinima.size
                for block in (index * size)..<min((index + 1) * size, minima.blocks.count) {
                    push(minima.blocks[block], .block, block)
                }
                continue
            case .block:
                let size = BlockMinima.size
                goOn((index * size)..<min((index + 1) * size, values.count), after: value, .block, index)
            case .piece: goOn(pieces[index], after: value, .piece, index)
            case .ascending:
                let rest = pieces[index].dropFirst()
                pieces[index] = rest
                if let place = rest.first {
                    replaceFirst(Self.entry(values[place], .ascending, index))
                } else {
                    removeFirst()
                }
            case nil: return nil
            }
            return value
        }
        return nil
    }

    /// Puts a part back with its next number, if it has one.
    private mutating func goOn(_ range: Range<Int>, after value: UInt32, _ part: Part, _ index: Int) {
        let next = smallest(range, from: value + 1)
        if next == .max { removeFirst() } else { replaceFirst(Self.entry(next, part, index)) }
    }

    /// The smallest number of the range that is at least `least`; the largest number there is if there is none.
    private func smallest(_ range: Range<Int>, from least: UInt32) -> UInt32 {
        values.withUnsafeBufferPointer { values in
            var result = UInt32.max
            for place in range {
                let value = values[place]
                result = value >= least && value < result ? value : result
            }
            return result
        }
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        if !heap.isEmpty { replaceFirst(last) }
    }

    private mutating func replaceFirst(_ new: UInt64) {
        heap.withUnsafeMutableBufferPointer { heap in
            var parent = 0
            while true {
                var child = parent * 2 + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                guard heap[child] < new else { break }
                heap[parent] = heap[child]
                parent = child
            }
            heap[parent] = new
        }
    }
}
