/// Which positions of a segment are live: one byte for each block of eight. Never changed once made.
final class LiveMap: Sendable {
    private let buffer: AlignedBuffer
    let blocks: Int
    /// How many are live.
    let count: Int

    var bytes: UnsafePointer<UInt8> { UnsafePointer(buffer.pointer(to: UInt8.self)) }
    var raw: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: blocks) }

    private init(buffer: AlignedBuffer, blocks: Int, count: Int) {
        self.buffer = buffer
        self.blocks = blocks
        self.count = count
    }

    /// All of `count` positions live.
    convenience init(all count: Int) {
        let blocks = (count + 7) / 8
        let buffer = AlignedBuffer(count: blocks)
        let bytes = buffer.pointer(to: UInt8.self)
        for block in 0..<count / 8 { bytes[block] = 0xff }
        if count % 8 != 0 { bytes[blocks - 1] = UInt8((1 << (count % 8)) - 1) }
        self.init(buffer: buffer, blocks: blocks, count: count)
    }

    /// As it was stored; nil if it doesn't fit `positions`.
    convenience init?(stored: UnsafeRawBufferPointer, positions: Int) {
        let blocks = (positions + 7) / 8
        guard stored.count == blocks else { return nil }
        if positions % 8 != 0, let last = stored.last, last >> (positions % 8) != 0 { return nil }
        let buffer = AlignedBuffer(count: blocks)
        buffer.bytes.copyMemory(from: stored)
        self.init(buffer: buffer, blocks: blocks, count: stored.reduce(0) { $0 + $1.nonzeroBitCount })
    }

    func isLive(_ position: Int) -> Bool { bytes[position >> 3] >> UInt8(position & 7) & 1 != 0 }

    /// The same with `positions` dead.
    func without(_ positions: [Int]) -> LiveMap {
        let copy = AlignedBuffer(count: blocks)
        copy.bytes.copyMemory(from: raw)
        let bytes = copy.pointer(to: UInt8.self)
        var left = count
        for position in positions where bytes[position >> 3] >> UInt8(position & 7) & 1 != 0 {
            bytes[position >> 3] &= ~(1 << UInt8(position & 7))
            left -= 1
        }
        return LiveMap(buffer: copy, blocks: blocks, count: left)
    }

    /// Visits the live positions in ascending order.
    func forEach(_ body: (Int) -> Void) {
        for block in 0..<blocks {
            var rest = bytes[block]
            while rest != 0 {
                body(block << 3 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }
}
