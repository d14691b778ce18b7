/// A word of a query with every form under which it can be found.
public struct QueryToken: Sendable, Hashable {
    /// As `Token.text`.
    public var text: String
    /// As `Token.exact`.
    public var exact: String
    /// The stems in the languages asked for, of both forms; a language without a stemmer is left out.
    ///
    /// Two of one language where the forms differ in it, as with `Token.plainStem`.
    public var stems: [Stem]
    /// Other folded spellings that mean the same: `moebius` for `möbius`.
    public var alternates: [String]
    /// Where it stands in the query, in Unicode scalars.
    public var range: Range<Int>
    public var kind: TokenKind
    /// As `Token.position`.
    public var position: Int
    /// Numbers the written words (runs without white space): the tokens of `inv-2024-0017` share one group.
    public var group: Int
    /// In which of the languages asked for it is a stop word, a bit each, the first language's lowest.
    var stopLanguages: UInt8 = 0
    /// Whether it says nothing: it is a stop word in the language that the text seems to be in.
    public var isStopWord: Bool
    /// An n-gram of one character.
    public var isSingle: Bool
    /// A number of one or two digits that was split off letters: `3` of `mp3`, `1` of `inv-1`. So many texts have it that
    /// it finds nothing by itself; it counts where something else of the query is found.
    public var isRemnant: Bool

    /// A stem and the language it was made in.
    public struct Stem: Sendable, Hashable {
        public var language: String
        public var text: String

        public init(language: String, text: String) {
            self.language = language
            self.text = text
        }
    }

    public init(
        text: String, exact: String, stems: [Stem] = [], alternates: [String] = [], range: Range<Int>,
        kind: TokenKind = .word, position: Int = 0, group: Int = 0, isStopWord: Bool = false, isSingle: Bool = false,
        isRemnant: Bool = false
    ) {
        self.text = text
        self.exact = exact
        self.stems = stems
        self.alternates = alternates
        self.range = range
        self.kind = kind
        self.position = position
        self.group = group
        self.isStopWord = isStopWord
        self.isSingle = isSingle
        self.isRemnant = isRemnant
    }
}
