import AlmagestEntities
import Synchronization
import Testing

@testable import AlmagestWire

/// Replies that are made at once have a limit together, and whoever does not read waits for himself alone.
@Suite("Room for replies", .timeLimit(.minutes(2)))
struct ReplyRoomTests {
    /// Answers `large` with so many mebibytes, for which it takes room.
    private func large(_ mebibytes: Int, _ made: @escaping @Sendable () async -> Void = {}) -> Answer {
        Answer(waits: ["large"]) { request, _ in
            guard request.method == "large" else { return Array("{}".utf8) }
            try await request.room.take(mebibytes << 20)
            await made()
            return Array("\"\(String(repeating: "x", count: mebibytes << 20))\"".utf8)
        }
    }

    @Test("Whoever asks for much and reads nothing is cut off, and what he asked with is forgotten")
    func readsNothing() async throws {
        let site = try WireSite(large(4)) { $0.readerSeconds = 1 }
        let idle = try site.client()
        for id in 0..<8 { await idle.send(message(id, 1 << 20)) }
        let other = try site.client()
        while site.server.connections > 1 {
            await other.send(message(0, 1 << 20))
            #expect(try await other.reply()["id"]?.integer == 0)
        }
        await other.close()
        while site.server.connections > 0 { await Task.yield() }
        await site.settled()
        await site.server.stop()
    }

    @Test("Replies that are made at once have a limit together, and all come")
    func replies() async throws {
        let within = Mutex((now: 0, most: 0))
        let handler = large(3) {
            within.withLock { within in
                within.now += 1
                within.most = max(within.most, within.now)
            }
            for _ in 0..<100 { await Task.yield() }
            within.withLock { $0.now -= 1 }
        }
        let site = try WireSite(handler) { $0.allReplyBytes = 4 << 20 }
        let clients = try site.clients(4)
        for client in clients { for id in 0..<8 { await client.send(message(id, 0)) } }
        for client in clients {
            var ids = Set<Int64>()
            for _ in 0..<8 { ids.insert(try await client.reply()["id"]?.integer ?? -1) }
            #expect(ids == Set(0..<8))
        }
        #expect(within.withLock { $0.most } == 1)
        await site.settled()
        await site.server.stop()
    }

    @Test("Who asks for much at once and reads slowly is neither cut off nor holds up others")
    func slowReader() async throws {
        let site = try WireSite(large(4)) { limits in
            limits.allReplyBytes = 8 << 20
            limits.outgoingBytes = 16 << 20
        }
        let slow = try site.client()
        for id in 0..<40 { await slow.send(message(id, 0)) }
        let other = try site.client()
        for id in 0..<10 {
            await other.send(message(id, 0))
            #expect(try await other.reply()["id"]?.integer == Int64(id))
        }
        var ids = Set<Int64>()
        for _ in 0..<40 { ids.insert(try await slow.reply()["id"]?.integer ?? -1) }
        #expect(ids == Set(0..<40))
        await site.server.stop()
    }

    @Test("Whoever is cancelled while his reply waits for room is told at once")
    func cancelledWhileWaiting() async throws {
        let holder = Holder()
        let handler = Answer { request, _ in
            try await request.room.take(2 << 20)
            try await holder.hold(request)
            return Array("{}".utf8)
        }
        let site = try WireSite(handler) { $0.allReplyBytes = 1 << 20 }
        let (first, second) = (try site.client(), try site.client())
        await first.send(message(1, 0))
        await holder.beginnings()
        await second.send(message(2, 0) + Array("{\"id\":3,\"method\":\"cancel\",\"params\":{\"id\":2}}\n".utf8))
        let replies = [try await second.reply(), try await second.reply()]
        #expect(replies.contains { $0["id"]?.integer == 2 && errorName($0) == "cancelled" })
        holder.letAllGo()
        #expect(try await first.reply()["id"]?.integer == 1)
        await site.server.stop()
    }
}
