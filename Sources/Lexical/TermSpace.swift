import Text

/// The kinds of terms in the database; the first byte of a term says which it is.
///
/// | byte | after it | for |
/// |---|---|---|
/// | `w` | folded word, number, sign, joined form or piece | matching, prefixes, spelling |
/// | `x` | exact form, where folding changed the word | a word as it is written ranks first |
/// | `y` | folded form, where folding changed the word | counts against it when the query has no diacritics |
/// | `s` | language, `:`, stem, where it is not the word itself | other forms of a word |
/// | `g` | one or two characters of a script without spaces | parts of words |
/// | `c` | end of a compound | its last part |
enum TermSpace: UInt8 {
    case word = 0x77
    case exact = 0x78
    case refolded = 0x79
    case stem = 0x73
    case gram = 0x67
    case compound = 0x63
}

/// What stands in a phrase's sequence for a form: 16 bits of FNV-1a, never 0, which is a gap.
///
/// Documents that are compared have every word of the phrase, so an accidental agreement also needs the
/// neighbouring word to collide: 1 in 65,535.
func sequenceCode(_ form: some Sequence<UInt8>) -> UInt16 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in form {
        hash ^= UInt32(byte)
        hash = hash &* 0x0100_0193
    }
    let code = UInt16(truncatingIfNeeded: hash ^ (hash >> 16))
    return code == 0 ? 1 : code
}
