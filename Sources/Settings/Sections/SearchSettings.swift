import AlmagestEntities

/// How candidates are found and put in order.
public struct SearchSettings: SettingsSection, Equatable {
    /// Candidates by words, whatever the page; of a search by meaning alone, candidates by meaning.
    public var depth = 1_000
    /// Candidates by meaning beside those by words.
    public var neighbours = 200
    /// Time of a query that names none.
    public var budgetMilliseconds = 200
    /// Length of a snippet in Unicode scalars.
    public var snippetScalars = 160
    /// Languages that a query is stemmed in at most.
    public var queryLanguages = 4
    /// Share of the entities that a language must have to be one of them.
    public var languageShare = 0.01

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("depth", into: &depth, in: 10...100_000)
        try reader.read("neighbours", into: &neighbours, in: 10...100_000)
        try reader.read("budgetMilliseconds", into: &budgetMilliseconds, in: 1...60_000)
        try reader.read("snippetScalars", into: &snippetScalars, in: 16...10_000)
        try reader.read("queryLanguages", into: &queryLanguages, in: 1...16)
        try reader.read("languageShare", into: &languageShare, in: 0...1)
    }
}
