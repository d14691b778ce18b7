import AlmagestEntities
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

/// What all connections together have in work, and the replies that are made for them, have a limit; whoever is small or
/// alone is served whatever the others do.
@Suite("Back-pressure", .timeLimit(.minutes(2)))
struct BackPressureTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// How many are within at a time.
    private final class Count: Sendable {
        private let state = Mutex((now: 0, most: 0, all: 0))

        func enter() {
            state.withLock { state in
                state.now += 1
                state.all += 1
                state.most = max(state.most, state.now)
            }
        }
        func leave() { state.withLock { $0.now -= 1 } }
        var most: Int { state.withLock { $0.most } }
        var all: Int { state.withLock { $0.all } }
    }

    private func message(_ id: Int, _ bytes: Int) -> [UInt8] {
        Array(#"{"id":\#(id),"method":"large","params":{"x":""#.utf8) + [UInt8](repeating: 0x61, count: bytes)
            + Array("\"}}\n".utf8)
    }

    /// Holds what is large until the gate opens.
    private func handler(_ count: Count, _ gate: Gate, _ began: AsyncStream<Void>.Continuation) -> Answer {
        Answer { request, _ in
            guard request.method == "large" else { return Array("{}".utf8) }
            count.enter()
            began.yield()
            await gate.wait()
            count.leave()
            return Array("{}".utf8)
        }
    }

    @Test("Large messages of all connections wait for each other, small ones for nobody")
    func working() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allWorkingBytes = 1 << 20
        let (count, gate, began) = (Count(), Gate(), AsyncStream<Void>.makeStream())
        let handler = handler(count, gate, began.continuation)
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let clients = try (0..<6).map { _ in try RawClient(path: location.path) }
        for (id, client) in clients.enumerated() { await client.send(message(id, 2 << 20)) }
        for await _ in began.stream { break }
        let small = try RawClient(path: location.path)
        for id in 0..<100 {
            await small.send("{\"id\":\(id),\"method\":\"small\"}\n")
            #expect(try await small.reply()["id"]?.integer == Int64(id))
        }
        #expect(count.all == 1)
        gate.open()
        for (id, client) in clients.enumerated() {
            let reply = try await client.reply()
            #expect(reply["id"]?.integer == Int64(id))
            #expect(reply["result"] != nil)
        }
        #expect(count.most == 1)
        for client in clients + [small] { await client.close() }
        while server.connections > 0 { await Task.yield() }
        #expect(server.budgets.working.total == 0)
        await server.stop()
    }

    @Test("What is in work beyond the limit can be cancelled over its own connection")
    func cancelledInWork() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allWorkingBytes = 1 << 20
        let began = AsyncStream<Void>.makeStream()
        let handler = Answer { request, _ in
            began.continuation.yield()
            try await Task.sleep(for: .seconds(600))
            return Array("{}".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let client = try RawClient(path: location.path)
        await client.send(message(1, 2 << 20))
        for await _ in began.stream { break }
        await client.send("{\"id\":2,\"method\":\"cancel\",\"params\":{\"id\":1}}\n")
        let replies = [try await client.reply(), try await client.reply()]
        #expect(replies.contains { $0["id"]?.integer == 1 && errorName($0) == "cancelled" })
        await server.stop()
    }

    @Test("One that goes away while it waits leaves its turn to the next")
    func goneWhileWaiting() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allWorkingBytes = 1 << 20
        let (count, gate, began) = (Count(), Gate(), AsyncStream<Void>.makeStream())
        let handler = handler(count, gate, began.continuation)
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let clients = try (0..<5).map { _ in try RawClient(path: location.path) }
        for (id, client) in clients.enumerated() { await client.send(message(id, 2 << 20)) }
        for await _ in began.stream { break }
        for client in clients[1..<4] { await client.close() }
        gate.open()
        for id in [0, 4] { #expect(try await clients[id].reply()["id"]?.integer == Int64(id)) }
        await server.stop()
    }

    @Test("Where too many wait the longest are given up under their own id, and their connections live")
    func givenUpWhileWaiting() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allWorkingBytes = 1 << 20
        limits.allArrivingBytes = 16 << 20
        let (count, gate, began) = (Count(), Gate(), AsyncStream<Void>.makeStream())
        let handler = handler(count, gate, began.continuation)
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let clients = try (0..<12).map { _ in try RawClient(path: location.path) }
        for (id, client) in clients.enumerated() { await client.send(message(id, 3 << 20)) }
        for await _ in began.stream { break }
        let small = try RawClient(path: location.path)
        await small.send("{\"id\":1,\"method\":\"small\"}\n")
        #expect(try await small.reply()["id"]?.integer == 1)
        gate.open()
        var given = 0
        for (id, client) in clients.enumerated() {
            let reply = try await client.reply()
            if reply["id"]?.isNull == true {
                // It was given up before its end.
                #expect(errorName(reply) == "busy")
                given += 1
            } else {
                #expect(reply["id"]?.integer == Int64(id))
                if errorName(reply) == "busy" { given += 1 } else { #expect(reply["result"] != nil) }
            }
            await client.send("{\"id\":\"alive\",\"method\":\"small\"}\n")
            #expect(try await client.reply()["id"]?.string == "alive")
        }
        #expect((1..<12).contains(given))
        await server.stop()
    }

    @Test("A message that no longer needs its turn does not keep the turn of others")
    func turnNotNeeded() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allWorkingBytes = 1 << 20
        let (first, others, began) = (Gate(), Gate(), AsyncStream<Void>.makeStream())
        let handler = Answer { request, _ in
            began.continuation.yield()
            if request.id == .number("1") { await first.wait() } else { await others.wait() }
            return Array("{}".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        var beginnings = began.stream.makeAsyncIterator()
        let (a, b, c) = (
            try RawClient(path: location.path), try RawClient(path: location.path), try RawClient(path: location.path)
        )
        await a.send(message(1, 200 << 10))
        _ = await beginnings.next()
        await b.send(message(2, 2 << 20))
        _ = await beginnings.next()
        await a.send(message(3, 200 << 10))
        await c.send(message(4, 2 << 20))
        while server.budgets.arriving.total < (2 << 20) - SharedBudget.freeBytes { await Task.yield() }
        first.open()
        #expect(try await a.reply()["id"]?.integer == 1)
        others.open()
        #expect(try await b.reply()["id"]?.integer == 2)
        #expect(try await a.reply()["id"]?.integer == 3)
        #expect(try await c.reply()["id"]?.integer == 4)
        await server.stop()
    }

    @Test("An answer that work waits for is read, even behind a message that waits for that work")
    func answerBehind() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allWorkingBytes = 1 << 20
        let (gate, began) = (Gate(), AsyncStream<Void>.makeStream())
        let provider = Mutex<Peer?>(nil)
        let handler = Answer { request, peer in
            if request.method == "hello" { provider.withLock { $0 = peer } }
            guard request.id == .number("2") else { return Array("{}".utf8) }
            began.continuation.yield()
            await gate.wait()
            let found = try #require(provider.withLock { $0 })
            return try await found.call("fetch").result.encoded()
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let (app, client) = (try RawClient(path: location.path), try RawClient(path: location.path))
        await app.send("{\"id\":1,\"method\":\"hello\"}\n")
        #expect(try await app.reply()["id"]?.integer == 1)
        await client.send(message(2, 2 << 20))
        for await _ in began.stream { break }
        await app.send(message(3, 2 << 20))
        while server.budgets.arriving.total < (2 << 20) - SharedBudget.freeBytes { await Task.yield() }
        gate.open()
        let call = try await app.reply()
        #expect(call["method"]?.string == "fetch")
        await app.send("{\"id\":\(call["id"]?.integer ?? 0),\"result\":\"there\"}\n")
        #expect(try await client.reply()["result"]?.string == "there")
        #expect(try await app.reply()["id"]?.integer == 3)
        provider.withLock { $0 = nil }
        await server.stop()
    }

    @Test("Whoever asks for much and reads nothing is cut off, and what he asked with is forgotten")
    func readsNothing() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.readerSeconds = 1
        let handler = Answer { request, _ in
            guard request.method == "large" else { return Array("{}".utf8) }
            try await request.room.take(4 << 20)
            return Array("\"\(String(repeating: "x", count: 4 << 20))\"".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let idle = try RawClient(path: location.path)
        for id in 0..<8 { await idle.send(message(id, 1 << 20)) }
        let other = try RawClient(path: location.path)
        while server.connections > 1 {
            await other.send(message(0, 1 << 20))
            #expect(try await other.reply()["id"]?.integer == 0)
        }
        await other.close()
        while server.connections > 0 { await Task.yield() }
        while server.budgets.working.total + server.budgets.replies.total > 0 { await Task.yield() }
        await server.stop()
    }

    @Test("Replies that are made at once have a limit together, and all come")
    func replies() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allReplyBytes = 4 << 20
        let count = Count()
        let gate = Gate()
        let arrived = Mutex(0)
        let handler = Answer { request, _ in
            if arrived.withLock({ count in
                count += 1
                return count == 32
            }) {
                gate.open()
            }
            await gate.wait()
            try await request.room.take(3 << 20)
            count.enter()
            for _ in 0..<100 { await Task.yield() }
            count.leave()
            return Array("\"\(String(repeating: "x", count: 3 << 20))\"".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let clients = try (0..<4).map { _ in try RawClient(path: location.path) }
        for client in clients { for id in 0..<8 { await client.send("{\"id\":\(id),\"method\":\"a\"}\n") } }
        for client in clients {
            var ids = Set<Int64>()
            for _ in 0..<8 { ids.insert(try await client.reply()["id"]?.integer ?? -1) }
            #expect(ids == Set(0..<8))
        }
        #expect(count.most == 1)
        while server.budgets.replies.total > 0 { await Task.yield() }
        await server.stop()
    }

    @Test("Who asks for much at once and reads slowly is neither cut off nor holds up others")
    func slowReader() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allReplyBytes = 8 << 20
        limits.outgoingBytes = 16 << 20
        let handler = Answer { request, _ in
            guard request.method == "large" else { return Array("{}".utf8) }
            try await request.room.take(4 << 20)
            return Array("\"\(String(repeating: "x", count: 4 << 20))\"".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let slow = try RawClient(path: location.path)
        for id in 0..<40 { await slow.send("{\"id\":\(id),\"method\":\"large\"}\n") }
        let other = try RawClient(path: location.path)
        for id in 0..<10 {
            await other.send("{\"id\":\(id),\"method\":\"large\"}\n")
            #expect(try await other.reply()["id"]?.integer == Int64(id))
        }
        var ids = Set<Int64>()
        for _ in 0..<40 { ids.insert(try await slow.reply()["id"]?.integer ?? -1) }
        #expect(ids == Set(0..<40))
        await server.stop()
    }

    @Test("Whoever is cancelled while his reply waits for room is told at once")
    func cancelledWhileWaiting() async throws {
        let location = try scratch.location()
        var limits = WireLimits()
        limits.allReplyBytes = 1 << 20
        let gate = Gate()
        let began = AsyncStream<Void>.makeStream()
        let handler = Answer { request, _ in
            try await request.room.take(2 << 20)
            began.continuation.yield()
            await gate.wait()
            return Array("{}".utf8)
        }
        let server = try SocketServer(at: location, limits: limits) { _ in handler }
        let (first, second) = (try RawClient(path: location.path), try RawClient(path: location.path))
        await first.send("{\"id\":1,\"method\":\"a\"}\n")
        for await _ in began.stream { break }
        await second.send("{\"id\":2,\"method\":\"a\"}\n{\"id\":3,\"method\":\"cancel\",\"params\":{\"id\":2}}\n")
        let replies = [try await second.reply(), try await second.reply()]
        #expect(replies.contains { $0["id"]?.integer == 2 && errorName($0) == "cancelled" })
        gate.open()
        #expect(try await first.reply()["id"]?.integer == 1)
        await server.stop()
    }
}
