import AlmagestEntities

/// Search by word.
public struct LexicalSettings: SettingsSection, Equatable {
    /// BM25's k1: how soon repetition of a word stops counting.
    public var k1 = 1.2
    /// BM25's b: how much long texts are held back, 0 to 1.
    public var b = 0.7
    /// How much it counts to have all of a query's few words: power of their share, by their number.
    public var coverage = 3.0
    /// How many times a word counts by the field it stands in.
    public var weights = FieldWeights()
    /// Documents between two commits of the main database during bulk work.
    public var bulkDocuments = 10_000
    /// Threads that read.
    public var readers = 2

    /// How many times a word counts by the field it stands in, whole numbers.
    public struct FieldWeights: SettingsSection, Equatable {
        public var title = 3
        public var subtitle = 1
        public var synonyms = 2
        public var keywords = 1
        public var properties = 1
        public var body = 1

        public init() {}

        public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
            try reader.read("title", into: &title, in: 0...100)
            try reader.read("subtitle", into: &subtitle, in: 0...100)
            try reader.read("synonyms", into: &synonyms, in: 0...100)
            try reader.read("keywords", into: &keywords, in: 0...100)
            try reader.read("properties", into: &properties, in: 0...100)
            try reader.read("body", into: &body, in: 0...100)
        }
    }

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("k1", into: &k1, in: 0...10)
        try reader.read("b", into: &b, in: 0...1)
        try reader.read("coverage", into: &coverage, in: 0...100)
        try reader.read("weights", into: &weights)
        try reader.read("bulkDocuments", into: &bulkDocuments, in: 1...10_000_000)
        try reader.read("readers", into: &readers, in: 1...64)
    }
}
