/// Gives numbers in ascending order without sorting all of them: most are never asked for.
struct NameHeap {
    private var heap: [UInt32]

    init(_ numbers: [UInt32]) {
        heap = numbers
        var i = heap.count / 2
        while i > 0 {
            i -= 1
            sink(i)
        }
    }

    mutating func next() -> UInt32? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink(0)
        }
        return first
    }

    private mutating func sink(_ start: Int) {
        heap.withUnsafeMutableBufferPointer { heap in
            var parent = start
            let value = heap[parent]
            while true {
                var child = parent * 2 + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                guard heap[child] < value else { break }
                heap[parent] = heap[child]
                parent = child
            }
            heap[parent] = value
        }
    }
}
