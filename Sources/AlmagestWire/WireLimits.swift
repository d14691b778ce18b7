/// What one connection, and all connections of a server together, may take of a process.
public struct WireLimits: Sendable, Hashable {
    /// Bytes of one message; a longer line is skipped and answered with `tooLarge`.
    public var messageBytes = 16 << 20
    /// Levels of nesting of a message; deeper is answered with `tooDeep`.
    public var nesting = 64
    /// Requests that are being handled; those after them wait.
    public var requestsInFlight = 64
    /// Bytes of requests that are being handled, of those that may wait for somebody and of all others each; a single one
    /// may be larger.
    public var bytesInFlight = 16 << 20
    /// Bytes of requests that wait; beyond it the connection isn't read until some are done.
    public var readAheadBytes = 1 << 20
    /// Bytes queued for a reader that doesn't read, before it is cut off. A single message may be larger.
    public var outgoingBytes = 64 << 20
    /// Seconds for which a reader who waits for large replies may take nothing, before it is cut off.
    public var readerSeconds = 30
    /// Bytes of lines that are arriving or wait to be read, of all connections of a server together, beyond a little for
    /// each; when there are more, the longest is skipped and answered with `busy`.
    public var allArrivingBytes = 128 << 20
    /// Bytes of requests that are being worked on, of all connections of a server together, beyond a little for each; when
    /// there are more, those that are not small are left unread until others are done.
    public var allWorkingBytes = 64 << 20
    /// Bytes of requests that wait, for somebody or for others of their connection, of all connections of a server
    /// together, beyond a little for each; when there are more, the largest of the connection that has most of them is
    /// ended with `busy`.
    public var allWaitingBytes = 64 << 20
    /// Bytes of replies that a server is making, beyond a little for each; when there are more, all but the oldest wait.
    public var allReplyBytes = 64 << 20
    /// Bytes queued by all connections of a server together, beyond a little for each; when there are more, the
    /// connection with the most of them is cut off.
    public var allOutgoingBytes = 256 << 20

    public init() {}

    /// For the side that trusts the other, such as a client of the user's own daemon: only that decides about sizes.
    public static var client: WireLimits {
        var limits = WireLimits()
        limits.messageBytes = 1 << 30
        limits.nesting = 1_000
        limits.outgoingBytes = 1 << 30
        return limits
    }
}
