import AlmagestEntities

/// Apps that answer for their own content.
public struct ProviderSettings: SettingsSection, Equatable {
    /// Providers that are started at a time; one more waits until another is idle.
    public var processes = 8
    /// Seconds without a call after which a started provider is stopped.
    public var idleSeconds = 60
    /// Time that a provider has for a call.
    public var callMilliseconds = 2_000
    /// Time that a provider has for structured values, its start included.
    public var valuesMilliseconds = 1_500
    /// Seconds without a report after which a re-index is given up.
    public var reindexIdleSeconds = 60
    /// Private memory of a started provider in bytes; 0 sets no limit.
    public var memoryBytes = 1 << 30
    /// Bytes of one message of a provider; one that sends a longer one is stopped.
    public var messageBytes = 16 << 20
    /// Entities in one answer; what is beyond is left out.
    public var results = 1_000
    /// Bytes of a provider's standard error that go into the log each minute.
    public var logBytesPerMinute = 65_536
    /// Pause before a provider that crashed is started again; doubles with each crash, up to a minute.
    public var restartMilliseconds = 500

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("processes", into: &processes, in: 1...1_000)
        try reader.read("idleSeconds", into: &idleSeconds, in: 1...1_000_000)
        try reader.read("callMilliseconds", into: &callMilliseconds, in: 1...3_600_000)
        try reader.read("valuesMilliseconds", into: &valuesMilliseconds, in: 1...3_600_000)
        try reader.read("reindexIdleSeconds", into: &reindexIdleSeconds, in: 1...86_400)
        try reader.read("memoryBytes", into: &memoryBytes, in: 0...1 << 50)
        try reader.read("messageBytes", into: &messageBytes, in: 1_024...1 << 30)
        try reader.read("results", into: &results, in: 1...100_000)
        try reader.read("logBytesPerMinute", into: &logBytesPerMinute, in: 0...1 << 30)
        try reader.read("restartMilliseconds", into: &restartMilliseconds, in: 1...60_000)
    }
}
