import AlmagestEntities

/// What the other side asks for.
public struct Request: Sendable {
    public let method: String
    /// An object; nil where none was sent.
    public let params: JSONValue?
    /// Nil for a notification, which gets no reply.
    public let id: RequestID?
    /// Bytes of the whole message.
    public let size: Int
    /// Bytes that it counts: those of the message, or of the memory that it takes, whichever are more.
    let weight: Int
    /// What is wrong with elements of the list that `PeerHandler.list(of:)` names, by their position, with paths within
    /// them. In `params` what could be read of their names stands in their place.
    public internal(set) var faults: [Int: AlmagestError] = [:]
    /// What its reply may take up while it is made.
    public internal(set) var room = ReplyRoom.unlimited
    /// As `PeerHandler.mayWait` said.
    var mayWait = false
    /// Its place in line, if `PeerHandler.lane` said `ordered`.
    var turn: Turn?

    init(method: String, params: JSONValue?, id: RequestID?, size: Int, weight: Int) {
        self.method = method
        self.params = params
        self.id = id
        self.size = size
        self.weight = weight
    }

    /// Runs `body` after the bodies of all ordered requests that arrived before this one on its connection, and
    /// before those of all that arrived later. Of a request that isn't ordered it runs at once.
    ///
    /// A request keeps its turn for the time of `body` alone, so put only what must be in order into it, such as
    /// handing a write over:
    ///
    ///     let entities = try decode(request.params)       // side by side with others
    ///     let write = await request.inOrder { Task.immediate { try await catalog.write(entities) } }
    ///     return try await encode(write.value)            // shares its disk flush with others
    ///
    /// A request that ends without having called it gives up its turn then. The second call runs at once.
    public func inOrder<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        guard let turn else { return try await body() }
        await turn.wait()
        defer { turn.pass() }
        return try await body()
    }
}

/// How the handling of a request begins.
public enum Lane: Sendable {
    /// As a task of its own, beside others.
    case concurrent
    /// As a task of its own with a place in line, see `Request.inOrder`.
    case ordered
    /// On the event loop's thread, in order of arrival, up to the first suspension. It saves a change of threads,
    /// but meanwhile no other connection is served: only for what takes microseconds.
    case immediate
}

/// Answers the other side's requests.
public protocol PeerHandler: Sendable {
    /// The JSON of the result. An `AlmagestError` that is thrown reaches the caller as it is.
    ///
    /// It runs in a task that is cancelled when the caller cancels the request or goes away.
    func handle(_ request: Request, from peer: Peer) async throws -> [UInt8]

    /// Asked in order of arrival, on the event loop's thread; must not block.
    func lane(of request: Request) -> Lane

    /// The threads of the task that handles a request; nil for Swift's own.
    func executor(for request: Request) -> (any TaskExecutor)?

    /// Where large messages are decoded, and large ordered requests carried out; nil for the pool that all share. Work
    /// for it has the priority `.utility`.
    var bulk: (any TaskExecutor)? { get }

    /// Whether a request may take as long as somebody else likes: until an app has answered, until something is written,
    /// until its caller has read. Such requests hold up nobody, however large they are; where there are too many, those of
    /// the connection that has most of them are ended with `busy`. False where the machine alone decides how long it takes,
    /// and for what changes something.
    func mayWait(_ request: Request) -> Bool

    /// The parameter of a method that is a list whose elements stand for themselves: one that is no JSON is told by
    /// `Request.faults`, and does not keep the others from being read. Nil when all of the message has to be right.
    func list(of method: String) -> String?

    /// The result of a request has been sent.
    func answered(_ request: Request, from peer: Peer)

    /// A line came that is no message, or one that is too long. True if that is dealt with; otherwise the other side
    /// is told. Called on the event loop's thread; must not block.
    func received(faulty error: AlmagestError, from peer: Peer) -> Bool

    /// The connection has ended; called once. Tasks that handle its requests are cancelled but may still run.
    func closed(_ peer: Peer) async
}

extension PeerHandler {
    public func lane(of request: Request) -> Lane { .concurrent }
    public func executor(for request: Request) -> (any TaskExecutor)? { nil }
    public var bulk: (any TaskExecutor)? { nil }
    public func mayWait(_ request: Request) -> Bool { false }
    public func list(of method: String) -> String? { nil }
    public func answered(_ request: Request, from peer: Peer) {}
    public func received(faulty error: AlmagestError, from peer: Peer) -> Bool { false }
    public func closed(_ peer: Peer) async {}
}

/// For a side that only calls.
public struct NoHandler: PeerHandler {
    public init() {}

    public func handle(_ request: Request, from peer: Peer) async throws -> [UInt8] {
        throw AlmagestError(.unknownMethod, "There is no method “\(request.method)” on this side.")
    }
}

/// The result of a call; it keeps the reply's document alive.
public struct Response: Sendable {
    public let result: JSONValue
}
