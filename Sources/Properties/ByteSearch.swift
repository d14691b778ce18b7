import Foundation

extension UnsafeRawBufferPointer {
    /// Whether `needle` stands somewhere in the bytes.
    func contains(_ needle: UnsafeRawBufferPointer) -> Bool {
        guard let start = needle.baseAddress, !needle.isEmpty else { return true }
        guard var place = baseAddress, count >= needle.count else { return false }
        let first = Int32(needle[0])
        // One past the last place where the needle can begin.
        let end = place + (count - needle.count + 1)
        while place < end, let found = memchr(place, first, end - place) {
            if memcmp(found, start, needle.count) == 0 { return true }
            place = UnsafeRawPointer(found) + 1
        }
        return false
    }

    func ends(with needle: UnsafeRawBufferPointer) -> Bool {
        guard let start = needle.baseAddress, !needle.isEmpty else { return true }
        guard let base = baseAddress, count >= needle.count else { return false }
        return memcmp(base + (count - needle.count), start, needle.count) == 0
    }
}
