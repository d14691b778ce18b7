import Catalog

/// The static order of names, in one number: smaller comes first.
///
/// Titles before synonyms and persons, then higher priority, then shorter, then older rows; those of a row in their order.
///
///     bit 63      62 … 52          51 … 40          39 … 8   7 … 0
///     no title    1000 - priority  length in bytes  row      ordinal
struct NameRank: Hashable, Comparable {
    var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    init(row: RowID, ordinal: Int, priority: Int, length: Int) {
        let lateness = UInt64(1000 - min(max(priority, -1000), 1000))
        bits =
            (ordinal == 0 ? 0 : 1 << 63) | lateness << 52 | UInt64(min(length, 4095)) << 40 | UInt64(row) << 8
            | UInt64(min(ordinal, 255))
    }

    /// Ordinals from here on are those of persons: not the entity's own names, but of whom it has to do with.
    static let firstPerson = 128

    @inline(__always) var isPerson: Bool { bits & 0xff >= Self.firstPerson }

    @inline(__always) var row: RowID { RowID(truncatingIfNeeded: bits >> 8) }

    static func < (a: NameRank, b: NameRank) -> Bool { a.bits < b.bits }
}

/// A name to be put in a segment.
struct NameEntry {
    var rank: NameRank
    var revision: Seq
    var text: String
}
