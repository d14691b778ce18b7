/// Reads a word letter by letter and tells whether what was read is few typos away from what was typed.
///
/// The cells of Wagner and Fischer's table of distances that are small enough, as bits (Wu and Manber, "Fast text searching
/// allowing errors", 1992), with swapped neighbours as one typo: a letter costs a few operations, whatever was typed.
struct TypoAutomaton {
    let typos: Int
    private let end: UInt64
    /// Of each letter the places at which it was typed, bit i for the i-th.
    private let ascii: [UInt64]
    private let others: [(letter: Unicode.Scalar, places: UInt64)]

    /// At most this many letters are compared.
    static let maximumLetters = 62

    /// What is known after some letters: bit i of the d-th says that the first i letters typed are at most d typos away.
    struct State {
        fileprivate var within: (UInt64, UInt64, UInt64)
        /// What there was one letter before, and where the last letter was typed.
        fileprivate var before: (UInt64, UInt64) = (0, 0)
        fileprivate var places: UInt64 = 0
    }

    /// `typos` is 0, 1 or 2.
    init(_ typed: [Unicode.Scalar], typos: Int) {
        self.typos = typos
        let typed = typed.prefix(Self.maximumLetters)
        end = 1 << UInt64(typed.count)
        var ascii = [UInt64](repeating: 0, count: 128)
        var others: [(letter: Unicode.Scalar, places: UInt64)] = []
        for (place, letter) in typed.enumerated() {
            let bit = UInt64(1) << UInt64(place + 1)
            if letter.isASCII {
                ascii[Int(letter.value)] |= bit
            } else if let known = others.firstIndex(where: { $0.letter == letter }) {
                others[known].places |= bit
            } else {
                others.append((letter, bit))
            }
        }
        self.ascii = ascii
        self.others = others
    }

    /// Nothing is read: the first letters typed are so many typos away.
    var start: State { State(within: (0b1, 0b11, 0b111)) }

    @inline(__always)
    func step(_ state: State, _ letter: Unicode.Scalar) -> State {
        let places = places(of: letter)
        let (none, one, two) = state.within
        // The swapped pair: its second letter is read now, its first was read before.
        let swapped = places << 1 & state.places
        var next = State(within: (0, 0, 0), before: (none, one), places: places)
        next.within.0 = none << 1 & places
        // As typed, another letter, a letter too many, one too few, two swapped.
        next.within.1 = one << 1 & places | none << 1 | none | next.within.0 << 1 | state.before.0 << 2 & swapped
        next.within.2 = two << 1 & places | one << 1 | one | next.within.1 << 1 | state.before.1 << 2 & swapped
        return next
    }

    /// Whether all that was typed is that near.
    @inline(__always)
    func isNear(_ state: State) -> Bool { bits(state) & end != 0 }

    /// Whether whatever follows is too far.
    @inline(__always)
    func isFar(_ state: State) -> Bool { bits(state) & (end << 1 - 1) == 0 }

    @inline(__always)
    private func bits(_ state: State) -> UInt64 {
        typos == 1 ? state.within.1 : typos == 0 ? state.within.0 : state.within.2
    }

    @inline(__always)
    private func places(of letter: Unicode.Scalar) -> UInt64 {
        if letter.isASCII { return ascii[Int(letter.value)] }
        for other in others where other.letter == letter { return other.places }
        return 0
    }
}
