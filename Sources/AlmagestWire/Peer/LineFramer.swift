import Glibc

/// Cuts a stream of bytes into lines.
///
/// Nothing is copied as long as lines arrive whole. A line longer than `limit` is skipped to its newline and
/// reported once; memory stays within `limit` and one read.
struct LineFramer {
    enum Event {
        /// A line without its newline and without a carriage return before it, not empty. Valid during the call.
        case line(UnsafeRawBufferPointer)
        /// A line that is longer than the limit has begun; the rest of it is skipped.
        case tooLong
    }

    let limit: Int
    /// What arrived and was not taken yet.
    private var kept: [UInt8] = []
    /// Where what is kept begins.
    private var start = 0
    /// Up to here no newline was found.
    private var scanned = 0
    private var isSkipping = false

    init(limit: Int) { self.limit = limit }

    /// Bytes that wait: the beginning of a line, or lines that were not taken.
    var keptBytes: Int { kept.count - start }
    /// Memory that what waits takes.
    var heldBytes: Int { kept.capacity }

    /// Lets go of the beginning of a line and skips the rest of it. False if whole lines wait, or nothing does.
    mutating func giveUpLine() -> Bool {
        guard keptBytes > 0, !isSkipping, !kept[start...].contains(0x0A) else { return false }
        kept = []
        start = 0
        scanned = 0
        isSkipping = true
        return true
    }

    /// Lets go of the first whole line that waits, if it is longer than `length`, and of its memory; gives the line.
    mutating func giveUpWholeLine(longerThan length: Int) -> [UInt8]? {
        guard !isSkipping, let newline = kept[start...].firstIndex(of: 0x0A), newline - start > length else {
            return nil
        }
        let line = Array(kept[start..<newline])
        kept = Array(kept[(newline + 1)...])
        start = 0
        scanned = 0
        return line
    }

    /// Hands the lines in what was kept and in `input` to `take` until it answers false; keeps the rest.
    /// True if every whole line was taken.
    mutating func feed(_ input: UnsafeRawBufferPointer, _ take: (Event) -> Bool) -> Bool {
        if kept.isEmpty {
            let (used, searched, isDone) = scan(input, from: 0, take)
            if used < input.count {
                kept.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[used...]))
                start = 0
                scanned = searched - used
            }
            return isDone
        }
        if !input.isEmpty {
            if start > 0 && start >= kept.count / 2 { dropTaken() }
            kept.append(contentsOf: input)
        }
        // Moved out for the time of the calls, as they take lines from it.
        let bytes = kept
        kept = []
        let (used, searched, isDone) = bytes.withUnsafeBytes { all in
            scan(all, from: start, searched: scanned, take)
        }
        kept = bytes
        start = used
        scanned = searched
        if start == kept.count {
            // A long line's memory isn't held for short ones.
            kept.removeAll(keepingCapacity: kept.capacity <= 1 << 16)
            start = 0
            scanned = 0
        }
        return isDone
    }

    private mutating func dropTaken() {
        kept.removeFirst(start)
        scanned -= start
        start = 0
    }

    /// How far lines were taken, how far was searched, and whether all lines were taken.
    private mutating func scan(
        _ bytes: UnsafeRawBufferPointer, from first: Int, searched: Int = 0, _ take: (Event) -> Bool
    ) -> (used: Int, searched: Int, isDone: Bool) {
        var used = first
        var position = max(searched, first)
        guard let base = bytes.baseAddress else { return (0, 0, true) }
        while position < bytes.count {
            guard let found = memchr(base + position, 0x0A, bytes.count - position) else {
                position = bytes.count
                break
            }
            let newline = UnsafeRawPointer(found) - base
            if isSkipping {
                isSkipping = false
            } else {
                var end = newline
                if end > used && bytes[end - 1] == 0x0D { end -= 1 }
                if end - used > limit {
                    guard take(.tooLong) else { return (used, newline, false) }
                } else if end > used {
                    let line = UnsafeRawBufferPointer(rebasing: bytes[used..<end])
                    if !LineFramer.isBlank(line) {
                        guard take(.line(line)) else { return (used, newline, false) }
                    }
                }
            }
            used = newline + 1
            position = used
        }
        if isSkipping {
            used = bytes.count
        } else if bytes.count - used > limit + 1 {
            guard take(.tooLong) else { return (used, position, false) }
            isSkipping = true
            used = bytes.count
        }
        return (used, position, true)
    }

    private static func isBlank(_ line: UnsafeRawBufferPointer) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
}
