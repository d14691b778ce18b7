import CSystem

/// Bytes that the other side hasn't taken yet.
struct OutgoingQueue {
    private var chunks: [[UInt8]] = []
    private var first = 0
    /// How much of the first chunk is written.
    private var offset = 0
    private(set) var bytes = 0

    var isEmpty: Bool { bytes == 0 }

    /// Adds `message` from `start` on.
    mutating func append(_ message: [UInt8], from start: Int = 0) {
        let count = message.count - start
        guard count > 0 else { return }
        bytes += count
        if chunks.count > first, let last = chunks.indices.last, chunks[last].count + count <= 1 << 16 {
            // Small messages to a slow reader share a chunk, hence a call of the kernel.
            chunks[last].append(contentsOf: message[start...])
        } else if start == 0 {
            chunks.append(message)
        } else {
            chunks.append(Array(message[start...]))
        }
    }

    /// Writes until nothing is left or the descriptor takes no more; a negative errno if it is broken.
    mutating func flush(to fd: Int32, isSocket: Bool) -> Int {
        while first < chunks.count {
            let written = chunks[first].withUnsafeBytes { all -> Int in
                guard let base = all.baseAddress else { return 0 }
                return almagest_write(fd, isSocket, base + offset, all.count - offset)
            }
            guard written >= 0 else { return written }
            bytes -= written
            offset += written
            if offset == chunks[first].count {
                chunks[first] = []
                first += 1
                offset = 0
                if first == 1_024 {
                    chunks.removeFirst(first)
                    first = 0
                }
            }
        }
        chunks.removeAll(keepingCapacity: chunks.capacity <= 64)
        first = 0
        return 0
    }

    mutating func removeAll() {
        chunks = []
        first = 0
        offset = 0
        bytes = 0
    }
}
