import AlmagestEntities

/// What one client may ask for at most. Beyond a limit comes the error `tooLarge`, `tooDeep` or `busy`.
public struct LimitSettings: SettingsSection, Equatable {
    /// Bytes of one message, that is of one line.
    public var messageBytes = 16 << 20
    /// Levels of nesting of a message.
    public var nesting = 64
    /// Bytes of an entity's text; what is beyond is cut, and the reply says so.
    public var entityTextBytes = 1 << 20
    /// Connections at a time.
    public var connections = 256
    /// Requests of one connection that are being worked on; the next ones wait unread.
    public var requestsInFlight = 64
    /// Bytes waiting for a client that does not read, before it is cut off.
    public var outgoingBytes = 64 << 20
    /// Bytes of unfinished messages of all connections together; beyond it the longest is given up.
    public var allArrivingBytes = 128 << 20
    /// Bytes waiting for all clients together; beyond it the one that most waits for is cut off.
    public var allOutgoingBytes = 256 << 20
    /// Results of one page.
    public var results = 1_000
    /// Queries in one call of `search`.
    public var queries = 16
    /// Batches of one connection that are open at a time.
    public var openBatches = 16
    /// Subscriptions of one connection at a time.
    public var subscriptions = 16
    /// Seconds for which a subscriber may leave unread what was sent, before it is cut off.
    public var subscriberSeconds = 30

    public init() {}

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        try reader.read("messageBytes", into: &messageBytes, in: 1_024...1 << 30)
        try reader.read("nesting", into: &nesting, in: 8...1_024)
        try reader.read("entityTextBytes", into: &entityTextBytes, in: 1_024...1 << 28)
        try reader.read("connections", into: &connections, in: 1...65_536)
        try reader.read("requestsInFlight", into: &requestsInFlight, in: 1...65_536)
        try reader.read("outgoingBytes", into: &outgoingBytes, in: 65_536...1 << 34)
        try reader.read("allArrivingBytes", into: &allArrivingBytes, in: 65_536...1 << 34)
        try reader.read("allOutgoingBytes", into: &allOutgoingBytes, in: 65_536...1 << 34)
        try reader.read("results", into: &results, in: 1...100_000)
        try reader.read("queries", into: &queries, in: 1...1_000)
        try reader.read("openBatches", into: &openBatches, in: 1...10_000)
        try reader.read("subscriptions", into: &subscriptions, in: 1...10_000)
        try reader.read("subscriberSeconds", into: &subscriberSeconds, in: 1...86_400)
    }
}
