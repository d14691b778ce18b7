import SQLite

/// Writes segments as blocks and reads them back; what is damaged is an error, never a segment.
struct SegmentStore {
    let connection: Connection

    private static let blockBytes = 4 << 20

    /// What was read does not fit together.
    struct Damaged: Error {}

    func write(_ segment: Segment, id: Int64) throws {
        var hash = BlockHash()
        try write(segment.ranks, id, 0, &hash)
        try write(segment.revisions, id, 1, &hash)
        try write(segment.texts.bytes, id, 2, &hash)
        try write(segment.texts.starts, id, 3, &hash)
        try write(segment.forms.bytes, id, 4, &hash)
        try write(segment.forms.starts, id, 5, &hash)
        try write(segment.isMarked, id, 6, &hash)
        try write(segment.words.bytes, id, 7, &hash)
        try write(segment.words.starts, id, 8, &hash)
        try write(segment.nameWordStarts, id, 9, &hash)
        try write(segment.nameWords, id, 10, &hash)
        try write(segment.byForm, id, 11, &hash)
        try connection.execute("INSERT INTO segments VALUES(?, ?)", [.integer(id), .integer(hash.value)])
    }

    func remove(id: Int64) throws {
        try connection.execute("DELETE FROM segments WHERE id = ?", [.integer(id)])
        try connection.execute("DELETE FROM blocks WHERE segment = ?", [.integer(id)])
    }

    /// - Throws: `Damaged` when the content isn't what was written.
    func read(id: Int64) throws -> Segment {
        var hash = BlockHash()
        let ranks: [UInt64] = try read(id, 0, &hash)
        let revisions: [Int64] = try read(id, 1, &hash)
        var texts = Strings()
        texts.bytes = try read(id, 2, &hash)
        texts.starts = try read(id, 3, &hash)
        var forms = Strings()
        forms.bytes = try read(id, 4, &hash)
        forms.starts = try read(id, 5, &hash)
        let isMarked: [UInt8] = try read(id, 6, &hash)
        var words = Strings()
        words.bytes = try read(id, 7, &hash)
        words.starts = try read(id, 8, &hash)
        let nameWordStarts: [UInt32] = try read(id, 9, &hash)
        let nameWords: [UInt32] = try read(id, 10, &hash)
        let byForm: [UInt32] = try read(id, 11, &hash)
        let expected = try connection.int64("SELECT hash FROM segments WHERE id = ?", [.integer(id)])
        let count = ranks.count
        guard expected == hash.value, revisions.count == count, texts.count == count, forms.count == count,
            isMarked.count == count, byForm.count == count, nameWordStarts.count == count + 1,
            Int(nameWordStarts.last ?? 0) == nameWords.count
        else { throw Damaged() }
        return Segment(
            ranks: ranks, revisions: revisions, texts: texts, forms: forms, isMarked: isMarked, words: words,
            nameWordStarts: nameWordStarts, nameWords: nameWords, byForm: byForm)
    }

    private func write<T: BitwiseCopyable>(_ values: [T], _ id: Int64, _ part: Int, _ hash: inout BlockHash) throws {
        let insert = try connection.cached("INSERT INTO blocks VALUES(?, ?, ?, ?)")
        try values.withUnsafeBytes { bytes in
            hash.add(bytes)
            var number = 0
            var start = 0
            while start < bytes.count {
                let end = min(start + Self.blockBytes, bytes.count)
                try insert.bind(1, id)
                try insert.bind(2, part)
                try insert.bind(3, number)
                try insert.bind(4, bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                try insert.run()
                number += 1
                start = end
            }
        }
    }

    private func read<T: BitwiseCopyable & ExpressibleByIntegerLiteral>(
        _ id: Int64, _ part: Int, _ hash: inout BlockHash
    ) throws -> [T] {
        let size = MemoryLayout<T>.stride
        let total = try connection.int64(
            "SELECT sum(length(bytes)) FROM blocks WHERE segment = ? AND part = ?",
            [.integer(id), .integer(Int64(part))])
        let bytes = Int(total ?? 0)
        guard bytes % size == 0 else { throw Damaged() }
        let select = try connection.cached(
            "SELECT bytes FROM blocks WHERE segment = ? AND part = ? ORDER BY number")
        try select.bind(1, id)
        try select.bind(2, part)
        defer { select.reset() }
        var values = [T](repeating: 0, count: bytes / size)
        try values.withUnsafeMutableBytes { target in
            var place = 0
            while try select.step() {
                try select.withBlob(0) { block throws in
                    guard place + block.count <= target.count else { throw Damaged() }
                    if let source = block.baseAddress, let start = target.baseAddress {
                        (start + place).copyMemory(from: source, byteCount: block.count)
                    }
                    place += block.count
                }
            }
            guard place == target.count else { throw Damaged() }
            hash.add(UnsafeRawBufferPointer(target))
        }
        return values
    }
}

/// A fast 64-bit hash that notices any damage; not against intent.
struct BlockHash {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var hash = state ^ UInt64(bytes.count)
        var place = 0
        while place + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            hash = (hash ^ word) &* 0xff51_afd7_ed55_8ccd
            hash ^= hash >> 32
            place += 8
        }
        while place < bytes.count {
            hash = (hash ^ UInt64(bytes[place])) &* 0xc4ce_b9fe_1a85_ec53
            hash ^= hash >> 32
            place += 1
        }
        state = hash
    }

    var value: Int64 { Int64(bitPattern: state) }
}
