import Foundation

/// Memory on a cache line's boundary that belongs to one object; zero at first.
///
/// Unchecked: it is written only by whoever makes it, before anybody else has it.
final class AlignedBuffer: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: base, count: count) }

    init(count: Int) {
        // Huge pages spare a long scan most of its address translations.
        let huge = 2 << 20
        let isLarge = count >= 2 * huge
        self.count = count
        base = .allocate(byteCount: max(count, 64), alignment: isLarge ? huge : 64)
        if isLarge { madvise(base, count, MADV_HUGEPAGE) }
        memset(base, 0, max(count, 64))
    }

    deinit { base.deallocate() }

    func pointer<Element>(to type: Element.Type) -> UnsafeMutablePointer<Element> {
        base.assumingMemoryBound(to: type)
    }
}
