import AlmagestEntities

/// What is remembered of the person's doing, and for how long.
public struct ContextSettings: SettingsSection, Equatable {
    /// Days for which a donated interaction is remembered.
    public var interactionDays = 180
    /// Interactions of one app that are remembered; the oldest go first.
    public var interactionsPerBundle = 10_000
    /// Interactions of all apps that are remembered.
    public var interactions = 100_000
    /// Interactions that one app may donate in a minute; what is beyond is left out, and `status` counts it.
    public var donationsPerMinute = 60
    /// Days for which a statement of relevance or an annotation holds without being renewed.
    public var statementDays = 28
    /// Minutes after which what an app said is on screen is no longer believed.
    public var screenMinutes = 120

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("interactionDays", into: &interactionDays, in: 1...3_650)
        try reader.read("interactionsPerBundle", into: &interactionsPerBundle, in: 1...1_000_000)
        try reader.read("interactions", into: &interactions, in: 1...1_000_000)
        try reader.read("donationsPerMinute", into: &donationsPerMinute, in: 1...60_000)
        try reader.read("statementDays", into: &statementDays, in: 1...3_650)
        try reader.read("screenMinutes", into: &screenMinutes, in: 1...10_080)
    }
}
