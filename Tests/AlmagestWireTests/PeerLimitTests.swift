import AlmagestEntities
import Synchronization
import TestSupport
import Testing

@testable import AlmagestWire

/// What one connection may take: what is beyond is refused, or waits.
@Suite("Limits of a connection", .timeLimit(.minutes(2)))
struct PeerLimitTests {
    @Test("A line that is too long is skipped and answered, and the next one is served")
    func tooLong() async throws {
        var limits = WireLimits()
        limits.messageBytes = 10_000
        let client = try rawClient(limits)
        await client.send("{\"id\":1,\"method\":\"echo\",\"params\":{\"x\":\"")
        for _ in 0..<100 { await client.send([UInt8](repeating: 0x61, count: 10_000)) }
        await client.send("\"}}\n")
        let reply = try await client.reply()
        #expect(errorName(reply) == "tooLarge")
        #expect(reply["id"]?.isNull == true)
        try await client.expectAlive()
    }

    @Test("A reply that would be too long becomes an error")
    func replyTooLong() async throws {
        var limits = WireLimits()
        limits.messageBytes = 1_000
        let client = try rawClient(
            limits,
            of: Answer { request, _ in
                request.method == "echo"
                    ? request.params?.encoded() ?? [] : Array("\"\(String(repeating: "x", count: 2_000))\"".utf8)
            })
        await client.send("{\"id\":1,\"method\":\"large\"}\n")
        #expect(errorName(try await client.reply()) == "tooLarge")
        try await client.expectAlive()
    }

    @Test("Deep nesting is refused, not followed", arguments: [65, 10_000, 1_000_000])
    func nesting(depth: Int) async throws {
        let client = try rawClient()
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        await client.send("{\"id\":1,\"method\":\"echo\",\"params\":{\"x\":\(text)}}\n")
        #expect(errorName(try await client.reply()) == "tooDeep")
        try await client.expectAlive()
    }

    @Test("Who does not read is cut off, and others do not notice")
    func notReading() async throws {
        var limits = WireLimits()
        limits.outgoingBytes = 1 << 20
        let closed = Gate()
        let large = Answer(onClose: { closed.open() }) { request, _ in
            request.method == "echo"
                ? request.params?.encoded() ?? [] : Array("\"\(String(repeating: "x", count: 100_000))\"".utf8)
        }
        let lazy = try rawClient(limits, of: large)
        let other = try rawClient(limits)
        for id in 0..<200 { await lazy.send("{\"id\":\(id),\"method\":\"large\"}\n") }
        await closed.wait()
        try await other.expectAlive()
        // What had reached the socket can still be read, then comes the end.
        while await lazy.line() != nil {}
    }

    @Test("Requests beyond the limit wait, and beyond the read-ahead are left in the socket")
    func backPressure() async throws {
        var limits = WireLimits()
        limits.requestsInFlight = 4
        limits.readAheadBytes = 10_000
        let gate = Gate()
        let running = Mutex((now: 0, most: 0))
        let (a, b) = try socketPair()
        let peer = Peer(
            reading: a, writing: a, limits: limits,
            handler: Answer { _, _ in
                running.withLock { running in
                    running.now += 1
                    running.most = max(running.most, running.now)
                }
                await gate.wait()
                running.withLock { $0.now -= 1 }
                return Array("1".utf8)
            })
        let client = RawClient(fd: b)
        let padding = String(repeating: " ", count: 1_000)
        // More than fits the socket, so sending waits until the gate opens.
        let sender = Task.detached {
            for id in 0..<1_000 { await client.send("{\"id\":\(id),\"method\":\"a\"\(padding)}\n") }
        }
        while peer.requestsInFlight < 14 { await Task.yield() }
        #expect(peer.requestsInFlight <= 15)
        gate.open()
        await sender.value
        for _ in 0..<1_000 { _ = try await client.reply() }
        #expect(running.withLock { $0.most } <= 4)
    }

    @Test("Large requests take turns by their bytes")
    func bytesInFlight() async throws {
        var limits = WireLimits()
        limits.bytesInFlight = 250_000
        let running = Mutex((now: 0, most: 0))
        let client = try rawClient(
            limits,
            of: Answer { _, _ in
                running.withLock { running in
                    running.now += 1
                    running.most = max(running.most, running.now)
                }
                for _ in 0..<50 { await Task.yield() }
                running.withLock { $0.now -= 1 }
                return Array("1".utf8)
            })
        let text = String(repeating: "x", count: 100_000)
        let sender = Task {
            for id in 0..<40 { await client.send("{\"id\":\(id),\"method\":\"a\",\"params\":{\"t\":\"\(text)\"}}\n") }
        }
        await sender.value
        for _ in 0..<40 { _ = try await client.reply() }
        #expect(running.withLock { $0.most } == 2)
    }

    @Test("Thousands of lines at once are each answered")
    func manyLines() async throws {
        let client = try rawClient()
        let sender = Task { _ = await client.send(String(repeating: "x\n", count: 20_000)) }
        await sender.value
        for _ in 0..<20_000 { #expect(errorName(try await client.reply()) == "parseError") }
        try await client.expectAlive()
    }

    @Test("A request is cancelled by its id, whether it runs or waits")
    func cancelByID() async throws {
        var limits = WireLimits()
        limits.requestsInFlight = 1
        let client = try rawClient(
            limits,
            of: Answer { _, _ in
                try await Task.sleep(for: .seconds(1_000))
                return []
            })
        await client.send(
            "{\"id\":\"running\",\"method\":\"a\"}\n{\"id\":2.50,\"method\":\"a\"}\n{\"id\":3,\"method\":\"a\"}\n")
        await client.send("{\"id\":10,\"method\":\"cancel\",\"params\":{\"id\":3}}\n")
        var reply = try await client.reply()
        #expect(reply["id"]?.integer == 3 && errorName(reply) == "cancelled")
        #expect(try await client.reply()["result"]?["cancelled"]?.bool == true)
        await client.send("{\"method\":\"cancel\",\"params\":{\"id\":\"running\"}}\n")
        reply = try await client.reply()
        #expect(reply["id"]?.string == "running" && errorName(reply) == "cancelled")
        await client.send("{\"id\":11,\"method\":\"cancel\",\"params\":{\"id\":99}}\n")
        #expect(try await client.reply()["result"]?["cancelled"]?.bool == false)
        await client.send("{\"id\":12,\"method\":\"cancel\"}\n")
        #expect(errorName(try await client.reply()) == "missingParameter")
        await client.send("{\"id\":13,\"method\":\"cancel\",\"params\":{\"id\":[]}}\n")
        #expect(errorName(try await client.reply()) == "invalidParameter")
        await client.send("{\"id\":14,\"method\":\"cancel\",\"params\":{\"id\":1,\"x\":2}}\n")
        #expect(errorName(try await client.reply()) == "unknownParameter")
    }
}
