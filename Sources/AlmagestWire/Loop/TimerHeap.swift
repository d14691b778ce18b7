/// Jobs by the moment they are due: a binary heap.
struct TimerHeap {
    private struct Entry {
        let instant: ContinuousClock.Instant
        let job: @Sendable () -> Void
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var earliest: ContinuousClock.Instant? { entries.first?.instant }

    mutating func insert(_ instant: ContinuousClock.Instant, _ job: @escaping @Sendable () -> Void) {
        entries.append(Entry(instant: instant, job: job))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].instant < entries[parent].instant else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out what is due at `now`, earliest first.
    mutating func takeDue(_ now: ContinuousClock.Instant) -> [@Sendable () -> Void] {
        var due: [@Sendable () -> Void] = []
        while let first = entries.first, first.instant <= now {
            due.append(first.job)
            let last = entries.removeLast()
            if !entries.isEmpty {
                entries[0] = last
                siftDown()
            }
        }
        return due
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].instant < entries[smallest].instant {
                smallest = child
            }
            guard smallest != parent else { return }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
