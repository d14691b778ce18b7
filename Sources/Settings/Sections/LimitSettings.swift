import AlmagestEntities

/// What one client, and all together, may ask for at most. Beyond a limit comes the error `tooLarge`, `tooDeep` or `busy`,
/// or what is beyond is cut and the reply says so.
public struct LimitSettings: SettingsSection, Equatable {
    // MARK: A connection

    /// Connections at a time.
    public var connections = 256
    /// Bytes of one message, that is of one line.
    public var messageBytes = 16 << 20
    /// Levels of nesting of a message.
    public var nesting = 64
    /// Requests of one connection that are being worked on; the next ones wait.
    public var requestsInFlight = 64
    /// Bytes of requests of one connection that are being worked on, of those that write and of all others each; a single
    /// one may be larger.
    public var bytesInFlight = 16 << 20
    /// Bytes of requests of one connection that wait; beyond it the connection isn't read until some are done.
    public var readAheadBytes = 1 << 20
    /// Bytes waiting for a client that does not read, before it is cut off.
    public var outgoingBytes = 64 << 20
    /// Batches of one connection that are open at a time.
    public var openBatches = 16
    /// Subscriptions of one connection at a time.
    public var subscriptions = 16
    /// Seconds for which a subscriber, or who waits for large replies, may leave unread what was sent, before it is cut off.
    public var subscriberSeconds = 30

    // MARK: All connections together

    /// Bytes of messages that are arriving or wait to be read; beyond it the longest is given up.
    public var allArrivingBytes = 128 << 20
    /// Bytes of messages that are being worked on; beyond it large ones wait.
    public var allWorkingBytes = 64 << 20
    /// Bytes of requests that wait, for somebody or for others of their connection; beyond it the largest of the connection
    /// that has most of them is given up.
    public var allWaitingBytes = 64 << 20
    /// Bytes of replies that are being made; beyond it all but one wait.
    public var allReplyBytes = 64 << 20
    /// Bytes waiting for clients; beyond it the one that most waits for is cut off.
    public var allOutgoingBytes = 256 << 20

    // MARK: An entity

    /// Bytes of bundle, type and identifier together; the protocol allows no more than 1,024.
    public var identifierBytes = 1_024
    /// Bytes of an entity's text, and of its passages together; what is beyond is cut.
    public var entityTextBytes = 1 << 20
    /// Bytes of all texts in an entity's properties; what is beyond is cut.
    public var propertyTextBytes = 1 << 20
    /// Bytes of a title, a subtitle, a synonym, a keyword, the name of a person or a place; what is beyond is cut.
    public var lineBytes = 4_096
    /// Keywords, synonyms and passages of an entity; what is beyond is left out.
    public var keywords = 1_000
    public var synonyms = 100
    public var passages = 1_000
    /// Properties of an entity, not counting those within; what is beyond is left out.
    public var properties = 1_000
    /// Values in all properties of an entity, those in lists and records too; what is beyond is left out.
    public var values = 20_000

    // MARK: A call

    /// Results of one page.
    public var results = 1_000
    /// Queries in one call of `search`.
    public var queries = 16
    /// Bytes of a query, a prefix or a request that are looked at.
    public var queryBytes = 65_536
    /// Conditions of a `where`.
    public var conditions = 1_000
    /// Keys of a `sort`.
    public var sortKeys = 8
    /// Paths in `facets` and in `fields`.
    public var facets = 32
    public var fields = 256
    /// Identifiers in `entities`, and names in `bundles`, `types` and `domains`.
    public var identifiers = 10_000
    /// Faults and warnings that a reply to `index` tells one by one.
    public var faultsTold = 10_000
    /// Bytes of a donated intent.
    public var intentBytes = 65_536
    /// Entities that one donated intent names.
    public var intentEntities = 64
    /// Entities of one statement of relevance and of one annotation.
    public var statementEntities = 256
    /// Views and lists of what an app says is on screen.
    public var screenViews = 1_000
    public var screenLists = 64

    public init() {}

    /// One limit: its key, what it may be, and where it is kept.
    public struct Limit: Sendable {
        public let name: String
        public let range: ClosedRange<Int>
        let path: any WritableKeyPath<LimitSettings, Int> & Sendable

        init(_ name: String, _ path: any WritableKeyPath<LimitSettings, Int> & Sendable, _ range: ClosedRange<Int>) {
            self.name = name
            self.range = range
            self.path = path
        }
    }

    /// Every limit, in the order of the configuration.
    public static let table: [Limit] = [
        Limit("connections", \.connections, 1...65_536),
        Limit("messageBytes", \.messageBytes, 1_024...1 << 30),
        Limit("nesting", \.nesting, 8...256),
        Limit("requestsInFlight", \.requestsInFlight, 1...65_536),
        Limit("bytesInFlight", \.bytesInFlight, 1_024...1 << 34),
        Limit("readAheadBytes", \.readAheadBytes, 1_024...1 << 34),
        Limit("outgoingBytes", \.outgoingBytes, 65_536...1 << 34),
        Limit("openBatches", \.openBatches, 1...10_000),
        Limit("subscriptions", \.subscriptions, 1...10_000),
        Limit("subscriberSeconds", \.subscriberSeconds, 1...86_400),
        Limit("allArrivingBytes", \.allArrivingBytes, 65_536...1 << 34),
        Limit("allWorkingBytes", \.allWorkingBytes, 65_536...1 << 34),
        Limit("allWaitingBytes", \.allWaitingBytes, 65_536...1 << 34),
        Limit("allReplyBytes", \.allReplyBytes, 65_536...1 << 34),
        Limit("allOutgoingBytes", \.allOutgoingBytes, 65_536...1 << 34),
        Limit("identifierBytes", \.identifierBytes, 16...1_024),
        Limit("entityTextBytes", \.entityTextBytes, 1_024...1 << 28),
        Limit("propertyTextBytes", \.propertyTextBytes, 1_024...1 << 28),
        Limit("lineBytes", \.lineBytes, 64...1 << 20),
        Limit("keywords", \.keywords, 0...1_000_000),
        Limit("synonyms", \.synonyms, 0...1_000_000),
        Limit("passages", \.passages, 0...1_000_000),
        Limit("properties", \.properties, 1...1_000_000),
        Limit("values", \.values, 1...10_000_000),
        Limit("results", \.results, 1...100_000),
        Limit("queries", \.queries, 1...1_000),
        Limit("queryBytes", \.queryBytes, 64...1 << 24),
        Limit("conditions", \.conditions, 1...100_000),
        Limit("sortKeys", \.sortKeys, 1...8),
        Limit("facets", \.facets, 1...1_000),
        Limit("fields", \.fields, 1...10_000),
        Limit("identifiers", \.identifiers, 1...1_000_000),
        Limit("faultsTold", \.faultsTold, 1...100_000),
        Limit("intentBytes", \.intentBytes, 256...1 << 24),
        Limit("intentEntities", \.intentEntities, 1...10_000),
        Limit("statementEntities", \.statementEntities, 1...100_000),
        Limit("screenViews", \.screenViews, 1...100_000),
        Limit("screenLists", \.screenLists, 1...10_000),
    ]

    public subscript(limit: Limit) -> Int { self[keyPath: limit.path] }

    public mutating func read(from reader: inout SectionReader) throws(AlmagestError) {
        for limit in Self.table { try reader.read(limit.name, into: &self[keyPath: limit.path], in: limit.range) }
    }
}
