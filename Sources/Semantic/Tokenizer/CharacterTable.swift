/// What the normalizer and the pre-tokenizer do to each code point, for look-up by code point.
///
/// Pages of 256 entries, equal pages stored once (about 150 KB).
struct CharacterTable: Sendable {
    /// One code point's treatment: the kind in the upper bits, below them a scalar or a place in `expansions`.
    struct Entry: Sendable, Hashable {
        enum Kind: UInt32 { case word, dropped, space, isolated, expansion, hangul }

        var bits: UInt32

        init(_ kind: Kind, _ payload: UInt32 = 0) { bits = kind.rawValue << 21 | payload }

        /// Several entries in `expansions`.
        init(expansionAt start: Int, count: Int) { self.init(.expansion, UInt32(start << 3 | count)) }

        @inline(__always) var kind: Kind { Kind(rawValue: bits >> 21) ?? .dropped }
        /// What is written instead of the code point.
        @inline(__always) var scalar: UInt32 { bits & 0x1F_FFFF }
        @inline(__always) var expansion: Range<Int> {
            let start = Int(scalar >> 3)
            return start..<start + Int(scalar & 7)
        }
    }

    let pages: [UInt16]
    let entries: [Entry]
    let expansions: [Entry]

    /// BERT's treatment of text without case (`BertNormalizer` with all options on, `BertPreTokenizer`).
    static let uncasedBERT = CharacterTable()

    private init() {
        var all = (0..<UInt32(0x11_0000)).map { Entry(.word, $0) }
        func set(_ kind: Entry.Kind, _ ranges: String) {
            for range in Self.ranges(ranges) {
                for code in range { all[Int(code)] = Entry(kind, code) }
            }
        }
        set(.dropped, BertCharacters.dropped)
        set(.space, BertCharacters.spaces)
        set(.isolated, BertCharacters.isolated)
        set(.isolated, BertCharacters.ideographs)
        set(.hangul, "ac00-d7a3")

        var expansions: [Entry] = []
        let untouched = all
        for (code, replacement) in Self.replacements(BertCharacters.replaced) {
            let isIdeograph = untouched[Int(code)].kind == .isolated
            let parts = replacement.map { isIdeograph ? Entry(.isolated, $0) : untouched[Int($0)] }
            if parts.count == 1 {
                all[Int(code)] = parts[0]
            } else {
                all[Int(code)] = Entry(expansionAt: expansions.count, count: parts.count)
                expansions += parts
            }
        }

        var pages: [UInt16] = []
        var entries: [Entry] = []
        var known: [ArraySlice<Entry>: UInt16] = [:]
        for start in stride(from: 0, to: all.count, by: 256) {
            let page = all[start..<start + 256]
            if let place = known[page] {
                pages.append(place)
                continue
            }
            let place = UInt16(entries.count >> 8)
            known[page] = place
            pages.append(place)
            entries += page
        }
        (self.pages, self.entries, self.expansions) = (pages, entries, expansions)
    }

    @inline(__always)
    subscript(scalar: UInt32) -> Entry {
        entries[Int(pages[Int(scalar >> 8)]) << 8 | Int(scalar & 0xFF)]
    }

    /// `a-b c` as ranges, in hexadecimal.
    private static func ranges(_ text: String) -> [ClosedRange<UInt32>] {
        text.split(separator: " ").compactMap { part in
            let ends = part.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            return ends.first.map { $0...(ends.last ?? $0) }
        }
    }

    /// `first+count*stride>scalar.scalar` as pairs of a code point and what replaces it.
    private static func replacements(_ text: String) -> [(UInt32, [UInt32])] {
        var result: [(UInt32, [UInt32])] = []
        for part in text.split(separator: " ") {
            let sides = part.split(separator: ">")
            let numbers = sides[0].split { $0 == "+" || $0 == "*" }.compactMap { UInt32($0, radix: 16) }
            let target = sides[1].split(separator: ".").compactMap { UInt32($0, radix: 16) }
            guard let first = numbers.first else { continue }
            let (count, step) = numbers.count == 3 ? (numbers[1], numbers[2]) : (1, 0)
            for i in 0..<count {
                result.append((first + i * step, count == 1 ? target : [target[0] + i * step]))
            }
        }
        return result
    }
}
