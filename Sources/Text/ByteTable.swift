/// A small hash table from strings of bytes to numbers, looked up without making a string.
struct ByteTable: Sendable {
    private struct Slot {
        var hash: UInt32 = 0
        var offset: UInt32 = 0
        var length: UInt32 = 0
        var value: Int32 = -1
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var keys: [UInt8] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// FNV-1a.
    @inline(__always)
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var value: UInt32 = 2_166_136_261
        for byte in bytes { value = (value ^ UInt32(byte)) &* 16_777_619 }
        return value
    }

    subscript(bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard count > 0 else { return nil }
        let hash = Self.hash(bytes)
        var at = Int(hash) & (slots.count - 1)
        while slots[at].value >= 0 {
            if slots[at].hash == hash, matches(slots[at], bytes) { return Int(slots[at].value) }
            at = (at + 1) & (slots.count - 1)
        }
        return nil
    }

    private func matches(_ slot: Slot, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(slot.length) == bytes.count else { return false }
        let offset = Int(slot.offset)
        for index in bytes.indices where keys[offset + index] != bytes[index] { return false }
        return true
    }

    /// Adds a key; one that is there keeps its value.
    mutating func insert(_ key: String, value: Int) {
        var key = key
        key.withUTF8 { bytes in
            guard !bytes.isEmpty, self[bytes] == nil else { return }
            if (count + 1) * 2 > slots.count { grow() }
            let slot = Slot(
                hash: Self.hash(bytes), offset: UInt32(keys.count), length: UInt32(bytes.count), value: Int32(value))
            keys.append(contentsOf: bytes)
            place(slot)
            count += 1
        }
    }

    private mutating func place(_ slot: Slot) {
        var at = Int(slot.hash) & (slots.count - 1)
        while slots[at].value >= 0 { at = (at + 1) & (slots.count - 1) }
        slots[at] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for slot in old where slot.value >= 0 { place(slot) }
    }
}
