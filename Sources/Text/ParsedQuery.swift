/// What a person's query asks for; any text at all has one.
///
/// `"sea otter" -zoo swim` asks for the phrase, for words that begin with *swim*, and for no *zoo*.
///
/// - White space and control characters part words; nothing else does, so `AND`, `col:x`, `*` and `it's` are text.
/// - `"…"` (also “…”, „…“, «…») is a phrase where a word could begin; one that is not closed is text.
/// - `-` excludes the word or phrase right after it where a word could begin, unless only exclusions are left.
/// - The last word may be the beginning of a longer one, unless white space or a quote follows.
public struct ParsedQuery: Sendable, Hashable {
    /// A word as written (a run without white space), or the inside of a pair of quotes.
    public struct Part: Sendable, Hashable {
        public var text: String
        /// Where it stands in the query, in Unicode scalars, without its quotes or its `-`.
        public var range: Range<Int>
        /// Still being typed: it may be the beginning of a longer word. Only ever true for the last of `words`.
        public var isPrefix: Bool
        public var isPhrase: Bool

        public init(text: String, range: Range<Int>, isPrefix: Bool = false, isPhrase: Bool = false) {
            self.text = text
            self.range = range
            self.isPrefix = isPrefix
            self.isPhrase = isPhrase
        }
    }

    /// A part of the query that was not used, and why.
    public struct Ignored: Sendable, Hashable {
        public enum Reason: String, Sendable, Hashable {
            case tooManyWords, tooLong, unbalancedQuote
        }

        public var text: String
        /// Where it stands in the query, in Unicode scalars.
        public var range: Range<Int>
        public var reason: Reason
    }

    /// At most this many words, phrases and exclusions are used.
    public static let maximumParts = 64
    /// Of a longer word or phrase only this many scalars are used: no word of the index is longer.
    public static let maximumPartLength = 1024
    /// At most this many scalars of all parts together are used.
    static let maximumLength = 16_384
    /// A longer `Ignored.text` is cut; its range is whole.
    static let maximumIgnoredLength = 100

    public private(set) var words: [Part] = []
    public private(set) var phrases: [Part] = []
    /// Words and phrases that a result must not have.
    public private(set) var exclusions: [Part] = []
    public private(set) var ignored: [Ignored] = []

    /// There is nothing to look for.
    public var isEmpty: Bool { words.isEmpty && phrases.isEmpty }
    /// The last word may go on.
    public var hasPrefix: Bool { words.last?.isPrefix ?? false }
    /// Words and phrases in the order they were written.
    public var wanted: [Part] { (words + phrases).sorted { $0.range.lowerBound < $1.range.lowerBound } }

    public init(_ text: String) {
        var reader = QueryReader(text)
        while let item = reader.next() {
            switch item {
            case .word(let part, let excluded):
                if excluded { exclusions.append(part) } else { words.append(part) }
            case .phrase(let part, let excluded):
                if excluded { exclusions.append(part) } else { phrases.append(part) }
            case .ignored(let part):
                ignored.append(part)
            }
        }
        if isEmpty && !exclusions.isEmpty {
            // Everything but … finds everything: more likely the sign is text.
            words = exclusions.filter { !$0.isPhrase }
            phrases = exclusions.filter(\.isPhrase)
            exclusions = []
        }
        if let last = words.indices.last, words[last].range.upperBound == reader.position {
            words[last].isPrefix = true
        }
    }
}
