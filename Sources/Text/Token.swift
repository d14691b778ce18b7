/// A unit of text as it is indexed: a word, or one of the forms kept beside it.
public struct Token: Sendable, Hashable {
    /// The form that is matched: compatibility-composed, case-folded, without diacritics.
    public var text: String
    /// The form that ranks first: as `text`, diacritics and apostrophes kept.
    public var exact: String
    /// The stem in the text's language, folded like `text`; nil for all but words, or without a stemmer.
    public var stem: String?
    /// The stem of `text`, where it is another than `stem`: *rivières* has `rivi`, and `rivier` for who types no accents.
    public var plainStem: String?
    /// Where it stands in the source, in Unicode scalars.
    public var range: Range<Int>
    public var kind: TokenKind
    /// The ordinal for phrases; forms of one word share it. `ngram`s are numbered on a line of their own.
    public var position: Int

    public init(
        text: String, exact: String, stem: String?, plainStem: String? = nil, range: Range<Int>, kind: TokenKind,
        position: Int
    ) {
        self.text = text
        self.exact = exact
        self.stem = stem
        self.plainStem = plainStem
        self.range = range
        self.kind = kind
        self.position = position
    }
}

/// What a token is, which decides where it is indexed and how much it counts.
public enum TokenKind: UInt8, Sendable, Hashable, CaseIterable {
    /// A word of letters, possibly with digits.
    case word
    /// A run of digits.
    case number
    /// Written together: `inv-2024-0017`, `user@host`, `3.11.7`, `c++`, beside its words.
    case joined
    /// A piece of a word: `brien` of `O'Brien`, `user` of `getUserName`, at the word's position.
    case part
    /// Another spelling of the word: `moebius` for `Möbius`, at the word's position.
    case alternate
    /// One character of a script without spaces or of a Hangul word, or two neighbouring ones.
    case ngram
    /// Signs that stand alone: `->`, `€`, `&`. They take no position of their own.
    case symbol
    case emoji
}
