import AlmagestEntities
import AlmagestWire
import Search

/// What a reply that is being written may grow to: a message, and what the server has room for.
struct ReplySpace: Sendable {
    /// Bytes of one message.
    let limit: Int
    let room: ReplyRoom
    private var told = 0

    /// Less is not worth telling.
    private static let step = 16 << 10

    init(limit: Int, room: ReplyRoom) {
        self.limit = limit
        self.room = room
    }

    /// Goes on when what is written fits one message, as soon as there is room for it.
    ///
    /// - Throws: `tooLarge`, `cancelled`.
    mutating func check(_ json: JSONWriter) async throws(AlmagestError) {
        guard json.bytes.count <= limit else { throw AlmagestError.tooLargeReply(limit) }
        guard json.bytes.count >= told + Self.step else { return }
        let more = json.bytes.count - told
        told = json.bytes.count
        try await room.take(more)
    }
}
