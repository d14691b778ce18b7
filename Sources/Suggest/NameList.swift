import AlmagestEntities
import Catalog

/// The names of an entity under which it is suggested: its title, then its synonyms, then the persons in it, each once.
///
/// A hidden entity has none.
enum NameList {
    /// More synonyms are left out, and more persons.
    static let maximumNames = 32
    static let maximumPersons = 32
    /// Deeper ones are left out.
    private static let maximumDepth = 16

    /// A name and its place among those of its entity.
    struct Name: Equatable {
        var text: String
        /// 0 for the title, from `NameRank.firstPerson` on for persons.
        var ordinal: Int
    }

    static func names(of entity: Entity) -> [Name] {
        if entity.hidden { return [] }
        var seen: Set<String> = []
        var names: [Name] = []
        for (i, name) in ([entity.display.title] + entity.display.synonyms).enumerated()
        where names.count < maximumNames {
            let cut = cut(name)
            // The title keeps the first place, also when there is nothing in it.
            if i == 0 || (!cut.isEmpty && seen.insert(cut).inserted) {
                names.append(Name(text: cut, ordinal: names.count))
            }
            seen.insert(cut)
        }
        var ordinal = NameRank.firstPerson
        func add(_ value: PropertyValue, depth: Int) {
            guard depth < maximumDepth, ordinal < NameRank.firstPerson + maximumPersons else { return }
            switch value {
            case .person(let person):
                guard let name = person.name.map(cut), !name.isEmpty, seen.insert(name).inserted else { return }
                names.append(Name(text: name, ordinal: ordinal))
                ordinal += 1
            case .list(let values): for value in values { add(value, depth: depth + 1) }
            case .record(let members): for member in members { add(member.value, depth: depth + 1) }
            case .union(_, let value): add(value, depth: depth + 1)
            default: break
            }
        }
        for property in entity.properties { add(property.value, depth: 0) }
        return names
    }

    /// As much of a name as is compared.
    static func cut(_ name: String) -> String {
        guard name.utf8.count > SegmentBuilder.maximumNameBytes else { return name }
        var end = name.utf8.index(name.startIndex, offsetBy: SegmentBuilder.maximumNameBytes)
        while UTF8.isContinuation(name.utf8[end]) { end = name.utf8.index(before: end) }
        return String(name[..<end])
    }

    static func entries(_ names: [Name], row: RowID, revision: Seq, priority: Int) -> [NameEntry] {
        names.filter { !$0.text.isEmpty }.map { name in
            let rank = NameRank(row: row, ordinal: name.ordinal, priority: priority, length: name.text.utf8.count)
            return NameEntry(rank: rank, revision: revision, text: name.text)
        }
    }

    /// Ordinal as a byte, length as four, then UTF-8, for each.
    static func encode(_ names: [Name]) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in names {
            bytes.append(UInt8(clamping: name.ordinal))
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: name.text.utf8.count).littleEndian) {
                bytes.append(contentsOf: $0)
            }
            bytes.append(contentsOf: name.text.utf8)
        }
        return bytes
    }

    /// What makes sense of it.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> [Name] {
        var names: [Name] = []
        var place = 0
        while place + 5 <= bytes.count {
            let ordinal = Int(bytes[place])
            let count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 1, as: UInt32.self)))
            place += 5
            guard count <= bytes.count - place else { break }
            names.append(Name(text: String(decoding: bytes[place..<(place + count)], as: UTF8.self), ordinal: ordinal))
            place += count
        }
        return names
    }
}
