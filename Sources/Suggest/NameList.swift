import AlmagestEntities
import Catalog

/// The names of an entity under which it is suggested: its title, then its synonyms, each once.
///
/// A hidden entity has none.
enum NameList {
    /// More synonyms are left out.
    static let maximumNames = 32

    static func names(of entity: Entity) -> [String] {
        if entity.hidden { return [] }
        var seen: Set<String> = []
        var names: [String] = []
        for (i, name) in ([entity.display.title] + entity.display.synonyms).enumerated()
        where names.count < maximumNames {
            let cut = cut(name)
            // The title keeps the first place, also when there is nothing in it.
            if i == 0 || (!cut.isEmpty && seen.insert(cut).inserted) { names.append(cut) }
            seen.insert(cut)
        }
        return names
    }

    /// As much of a name as is compared.
    static func cut(_ name: String) -> String {
        guard name.utf8.count > SegmentBuilder.maximumNameBytes else { return name }
        var end = name.utf8.index(name.startIndex, offsetBy: SegmentBuilder.maximumNameBytes)
        while UTF8.isContinuation(name.utf8[end]) { end = name.utf8.index(before: end) }
        return String(name[..<end])
    }

    static func entries(_ names: [String], row: RowID, revision: Seq, priority: Int) -> [NameEntry] {
        names.enumerated().filter { !$0.element.isEmpty }.map { ordinal, name in
            let rank = NameRank(row: row, ordinal: ordinal, priority: priority, length: name.utf8.count)
            return NameEntry(rank: rank, revision: revision, text: name)
        }
    }

    /// Length as four bytes, then UTF-8, for each.
    static func encode(_ names: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in names {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: name.utf8.count).littleEndian) {
                bytes.append(contentsOf: $0)
            }
            bytes.append(contentsOf: name.utf8)
        }
        return bytes
    }

    /// What makes sense of it.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> [String] {
        var names: [String] = []
        var place = 0
        while place + 4 <= bytes.count {
            let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            place += 4
            guard count <= bytes.count - place else { break }
            names.append(String(decoding: bytes[place..<(place + count)], as: UTF8.self))
            place += count
        }
        return names
    }
}
