import Catalog

/// A name that completes what was typed.
public struct Suggestion: Hashable, Sendable {
    /// The title, synonym or person's name as it was given.
    public var text: String
    public var row: RowID
    /// The revision that the name was made from.
    public var revision: Seq
    /// How well it matches; smaller is better.
    public var tier: Tier

    public init(text: String, row: RowID, revision: Seq, tier: Tier) {
        self.text = text
        self.row = row
        self.revision = revision
        self.tier = tier
    }

    /// Kinds of matches, the best first.
    public enum Tier: UInt8, Sendable, CaseIterable, Comparable {
        /// The whole name is what was typed.
        case whole
        /// It begins with what was typed, and a space.
        case firstWords
        /// It begins with what was typed, which has signs.
        case signsFirst
        /// Every run typed that has signs stands in it so; every other word typed begins one of its words.
        case signs
        /// Every word typed is one of its words.
        case words
        /// It begins with what was typed.
        case beginning
        /// Every word typed begins one of its words.
        case prefixes
        /// Every word typed is somewhere within one of its words.
        case substrings
        /// Words of four letters and more may have one typo.
        case oneTypo
        /// Words of eight letters and more may have two.
        case twoTypos

        public static func < (a: Tier, b: Tier) -> Bool { a.rawValue < b.rawValue }
    }
}
